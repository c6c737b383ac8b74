/** Turns parts of the typed name of a new task into values, and back by Backspace. */
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWordParser } from '../../components/date_picker/use_word_parser.ts'
import { useCache } from '../../data/hooks.ts'
import { type FoundWord, findObjects } from '../../data/search.ts'
import { returned, type Taken, type TaskDraft, taken, withValue } from './draft.ts'
import { isSettled, type Kind, type Named, partsOf } from './recognize.ts'

const TYPES: Readonly<Record<Kind, string>> = { assignee: 'user', project: 'project', tag: 'tag' }
const FOUND: Readonly<Record<string, FoundWord>> = { '@': 'people', '#': 'projects', '~': 'tags' }
const FOUND_COUNT = 8
/** A mark and the word behind it, at the end of what is typed. */
const LAST_MARK = /(?:^|\s)([@#~])(\S+)$/

/** Asks the server for the names that a mark may mean, so that they are known when the word ends. */
function useNames(name: string): void {
  const { workspace, records } = useCache()
  const [, setFound] = useState(0)
  const [, mark = '', text = ''] = LAST_MARK.exec(name) ?? []
  useEffect(() => {
    const type = FOUND[mark]
    if (!type) return
    let isCurrent = true
    findObjects({ workspace, records }, { text, types: [type], count: FOUND_COUNT }).then(
      () => isCurrent && setFound(count => count + 1),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [mark, text, workspace, records])
}

interface Options {
  draft: TaskDraft | undefined
  setDraft(draft: TaskDraft): void
  input: RefObject<HTMLInputElement | null>
}

export function useRecognition({ draft, setDraft, input }: Options) {
  const { records } = useCache()
  const parser = useWordParser()
  const [all, setAll] = useState<readonly Taken[]>([])
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const caret = useRef<number>(null)
  useNames(draft?.name ?? '')
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const parts = (name: string) =>
    partsOf(name, {
      named: kind =>
        records
          .all(TYPES[kind] ?? '')
          .flatMap(({ gid, name: one }): Named[] => (one ? [{ gid, name: String(one) }] : [])),
      ...(parser && { findDate: text => parser.findWords(text, new Date()) }),
      refused,
    })
  return {
    /** The draft with the values of all parts that are still in the name: what the chips show. */
    shown: draft && parts(draft.name).reduce(withValue, draft),
    /** The draft without any part in the name, for the task. */
    final: () => {
      if (!draft) return undefined
      const { draft: done } = taken(draft, parts(draft.name))
      return done.name.trim() ? done : draft
    },
    type: (name: string) => {
      if (!draft) return
      const settled = parts(name).filter(part => isSettled(name, part))
      const result = taken({ ...draft, name }, settled)
      const position = input.current?.selectionStart ?? name.length
      if (settled.length > 0) caret.current = Math.max(0, position - (name.length - result.draft.name.length))
      setAll([...all, ...result.taken])
      setDraft(result.draft)
    },
    /** Makes the last value text again. Returns whether the key is handled. */
    onBackspace: (event: KeyboardEvent<HTMLInputElement>): boolean => {
      const last = all.at(-1)
      const { selectionStart, selectionEnd } = event.currentTarget
      if (!draft || !last || selectionStart !== last.at || selectionEnd !== last.at) return false
      setRefused(new Set([...refused, last.text]))
      setAll(all.slice(0, -1))
      caret.current = last.at + last.text.length
      setDraft(returned(draft, last))
      return true
    },
    /** Begins with the next task. */
    reset: () => {
      setAll([])
      setRefused(new Set())
    },
  }
}
