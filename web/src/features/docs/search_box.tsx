/** The search box of the reference. The key `/` focuses it; arrow keys and Enter choose a hit. */
import { Link, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react'
import { find, type indexOf, type SearchHit } from './search.ts'
import { Method, Prose } from './text.tsx'

interface Props {
  text: string
  set(text: string): void
  index: ReturnType<typeof indexOf>
}

/** Focuses the box when `/` is pressed outside a field. */
function useSlash(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      box.current?.focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [box])
}

export function SearchBox({ text, set, index }: Props) {
  const router = useRouter()
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const hits = useMemo(() => find(index, text), [index, text])
  useSlash(box)
  const step = (event: KeyboardEvent, by: number) => {
    const links: (Element | null)[] = [...(list.current?.querySelectorAll('a') ?? [])]
    const next = links.indexOf(document.activeElement) + by
    event.preventDefault()
    if (next < 0) box.current?.focus()
    else (links[next] as HTMLElement | undefined)?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') step(event, 1)
    if (event.key === 'ArrowUp') step(event, -1)
    if (event.key === 'Escape') {
      set('')
      box.current?.focus()
    }
    const [first] = hits
    if (event.key === 'Enter' && event.target === box.current && first) {
      set('')
      router.navigate({ to: first.path, ...(first.hash ? { hash: first.hash } : {}) })
    }
  }
  return (
    <search className="doc-search" onKeyDown={press}>
      <label className="visually-hidden" htmlFor="doc-search">
        Search the reference
      </label>
      <input
        className="input"
        id="doc-search"
        type="search"
        ref={box}
        value={text}
        placeholder="Search  /"
        autoComplete="off"
        spellCheck={false}
        onChange={event => set(event.target.value)}
      />
      <p className="visually-hidden" role="status">
        {text ? (hits.length === 1 ? '1 result' : `${hits.length} results`) : ''}
      </p>
      {text ? <Hits {...{ hits, list }} done={() => set('')} /> : null}
    </search>
  )
}

interface HitsProps {
  hits: SearchHit[]
  list: RefObject<HTMLUListElement | null>
  done(): void
}

function Hits({ hits, list, done }: HitsProps) {
  if (hits.length === 0)
    return <p className="hits-none">No results. Search for the name of a field or a part of a path.</p>
  return (
    <ul className="hits" ref={list}>
      {hits.map(({ kind, title, about, path, hash, method }) => (
        <li key={`${kind} ${path} ${hash}`}>
          <Link to={path} {...(hash ? { hash } : {})} onClick={done}>
            <span className="hit-title">
              {method ? <Method method={method} /> : <span className="hit-kind">{kind}</span>}
              <span>
                <Prose text={title} />
              </span>
            </span>
            {about ? (
              <span className="hit-about">
                <Prose text={about} />
              </span>
            ) : null}
          </Link>
        </li>
      ))}
    </ul>
  )
}
