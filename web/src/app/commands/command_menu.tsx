/** The command menu: finds and runs commands, and opens objects by name. Its second page asks for the value of a command. */
import './command_menu.css'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { CommandValue } from '../../components/commands.ts'
import { IconButton } from '../../components/control/icon_button.tsx'
import { detailOf, pictureOf } from '../../components/object_picture.tsx'
import type { Cache } from '../../data/cache.ts'
import { useCache, useComputed } from '../../data/hooks.ts'
import { type Favorite, favoritesQuery } from '../../data/projects.ts'
import { type RecentObject, recentObjects, subscribeRecent } from '../../data/recent.ts'
import { formatKeys } from '../../text/keys.ts'
import { closeDialog, commandText } from '../dialogs.ts'
import { localResults, type MenuResult, remoteResults } from './results.ts'

/** Shorter than a pause between letters, so that results of the server appear within 200 ms after the last one. */
const REMOTE_DELAY_MS = 80
const NO_FAVORITES: readonly Favorite[] = []

function useRecentObjects(cache: Cache): readonly RecentObject[] {
  const subscribe = useCallback((notify: () => void) => subscribeRecent(cache, notify), [cache])
  return useSyncExternalStore(subscribe, () => recentObjects(cache))
}

function useResults(typed: string): readonly MenuResult[] {
  const cache = useCache()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { data: favorites = NO_FAVORITES } = useQuery(favoritesQuery(cache.workspace))
  const context = useMemo(
    () => ({
      ...{ cache, path: pathname, favorites: new Set(favorites.map(({ gid }) => gid)) },
      navigate: (to: string) => void navigate({ to }),
    }),
    [cache, pathname, favorites, navigate],
  )
  const recent = useRecentObjects(cache)
  const key = useMemo(() => ({ context, typed, recent }), [context, typed, recent])
  const shown = useRef<ReadonlySet<string>>(new Set())
  const local = useComputed(
    () => localResults(context, typed),
    gid => shown.current.has(gid) || recent.some(one => one.gid === gid),
    key,
  )
  // A result may get the gid of the server, another name, or be deleted.
  shown.current = new Set(local.map(result => result.key))
  const [remote, setRemote] = useState<{ typed: string; results: readonly MenuResult[] }>({ typed: '', results: [] })
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(async () => {
      const results = await remoteResults(context, typed, new Set(local.map(({ key }) => key)))
      if (isCurrent) setRemote({ typed, results })
    }, REMOTE_DELAY_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [context, typed, local])
  // Results of the server come after the known ones, so that nothing moves under the pointer.
  const more = remote.results.filter(result => !shown.current.has(result.key))
  return remote.typed === typed ? [...local, ...more] : local
}

export function CommandMenu() {
  useEffect(() => void performance.mark('workloom:commands'), [])
  return (
    <ModalOverlay
      className="overlay command-overlay"
      isOpen
      isDismissable
      onOpenChange={isOpen => !isOpen && closeDialog()}
    >
      <Modal className="modal command-modal">
        <AriaDialog className="command-menu" aria-label="Command menu">
          <Pages />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** What is on the first page: the text, and the place of the active result. */
interface Search {
  typed: string
  active: number
}

interface Asked {
  title: string
  value: CommandValue
}

/** The pages. The first one stays as it is while the second one asks for the value of a command. */
function Pages() {
  const [search, setSearch] = useState<Search>(() => ({ typed: commandText(), active: 0 }))
  const [asked, setAsked] = useState<Asked>()
  if (asked) return <ValuePage {...asked} onBack={() => setAsked(undefined)} />
  const run = (result: MenuResult) => {
    const value = result.value?.()
    if (value) return setAsked({ title: result.title, value })
    closeDialog()
    // The dialog returns the focus first: a command may move it.
    setTimeout(() => result.run())
  }
  return <CommandSearch search={search} setSearch={setSearch} onRun={run} />
}

function ValuePage({ title, value, onBack }: Asked & { onBack(): void }) {
  const { subject, placeholder, emptyLabel, picker } = value
  return (
    <>
      <div className="command-page">
        <IconButton icon={ChevronLeft} label="Back to all commands" size="small" onPress={onBack} />
        <span className="command-page-title">{title}</span>
        <span className="command-subject">{subject}</span>
      </div>
      {picker({ page: { title, placeholder, onBack, ...(emptyLabel && { emptyLabel }) }, onClose: closeDialog })}
    </>
  )
}

interface SearchProps {
  search: Search
  setSearch(search: Search): void
  onRun(result: MenuResult): void
}

function CommandSearch({ search: { typed, active }, setSearch, onRun }: SearchProps) {
  const id = useId()
  const setActive = (next: number) => setSearch({ typed, active: next })
  const results = useResults(typed)
  const run = (result: MenuResult | undefined) => result && onRun(result)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive((active + step + results.length) % Math.max(1, results.length))
    else if (event.key === 'Enter') run(results[active])
    else return
    event.preventDefault()
  }
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <>
      <input
        className="command-input"
        role="combobox"
        aria-label="Search or run a command"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={results.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        // The dialog opens to type.
        // biome-ignore lint/a11y/noAutofocus: as above
        autoFocus
        placeholder="Search or run a command"
        value={typed}
        onChange={event => setSearch({ typed: event.currentTarget.value, active: 0 })}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={id} aria-label="Results" className="command-results">
        {results.map((result, index) => (
          <CommandResult
            key={result.key}
            id={`${id}-${index}`}
            result={result}
            isFirstOfGroup={results[index - 1]?.group !== result.group}
            isActive={index === active}
            onPoint={() => setActive(index)}
            onRun={() => run(result)}
          />
        ))}
      </div>
      <p className="command-note" role="status">
        {results.length === 0 ? 'No matches' : ''}
      </p>
    </>
  )
}

interface ResultProps {
  id: string
  result: MenuResult
  isFirstOfGroup: boolean
  isActive: boolean
  onPoint(): void
  onRun(): void
}

function CommandResult({ id, result, isFirstOfGroup, isActive, onPoint, onRun }: ResultProps) {
  const { key, title, group, type, keys } = result
  const { records } = useCache()
  const object = type && records.get(key)
  const detail = object && detailOf(object, records.get)
  return (
    <>
      {isFirstOfGroup ? (
        <div className="command-group" aria-hidden="true">
          {group}
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the input choose it */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus */}
      <div
        role="option"
        id={id}
        aria-label={title}
        aria-selected={isActive}
        className="command-result"
        onPointerMove={onPoint}
        onClick={onRun}
      >
        {object ? <span className="command-picture">{pictureOf(object)}</span> : null}
        <span className="command-title">{title}</span>
        {detail ? <span className="command-detail">{detail}</span> : null}
        <span className="command-space" />
        {keys ? <span className="keys" aria-hidden="true" data-keys={formatKeys(keys)} /> : null}
      </div>
    </>
  )
}
