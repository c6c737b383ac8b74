/** The search screen: text, filters and order in the address, and the results of one type at a time. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import SearchShape from 'lucide-react/icons/search'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useCommands } from '../../components/commands.ts'
import { EmptyState } from '../../components/display/empty_state.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { useTitle } from '../../components/page.tsx'
import { useViewState, type ViewControl } from '../../components/views/use_view_state.ts'
import { objectPath } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import { weekStart } from '../../data/preferences.ts'
import { readSearch, SEARCH_TYPES, type SearchType } from '../../data/search.ts'
import { searchQuery, wordsOf } from '../../data/views/search_query.ts'
import { WORDS } from '../../data/views/values.ts'
import { dayOf } from '../../text/format.ts'
import { Results } from './results.tsx'
import { Tabs } from './tabs.tsx'
import { TaskResults } from './task_results.tsx'
import './search.css'

const TITLE = 'Search'
/** The maximum length of a text that the server accepts. */
const MAX_CHARACTERS = 1000
const PAUSE_MS = 250

const isSearchType = (name: string | null): name is SearchType => SEARCH_TYPES.includes(name as SearchType)

export function SearchPage() {
  const { workspace } = useCache()
  const control = useViewState(workspace, { layout: 'list' })
  const named = new URLSearchParams(useLocation({ select: ({ searchStr }) => searchStr })).get('type')
  const type = isSearchType(named) ? named : 'tasks'
  const words = wordsOf(control.view).trim()
  const { parameters } = searchQuery(control.view, { today: dayOf(new Date()), weekStart: weekStart() })
  useTitle(words ? `${words} · ${TITLE}` : TITLE)
  return (
    <div className="search-page">
      <header className="search-head">
        <h1 tabIndex={-1}>{TITLE}</h1>
        <SearchBox control={control} />
      </header>
      <Tabs current={type} words={words} tasks={parameters.toString()} />
      {type === 'tasks' ? (
        <TaskResults control={control} />
      ) : words ? (
        <Results key={type} type={type} words={words} />
      ) : (
        <Hint />
      )}
    </div>
  )
}

/** What is shown before anything is searched. */
const Hint = () => (
  <EmptyState
    icon={SearchShape}
    title="Find anything in this workspace"
    hint="Type words, an ID such as BUG-7, or paste a link."
  />
)

/** The words as they are typed. The address follows after a pause. */
function useWords({ view, change }: ViewControl) {
  const words = wordsOf(view)
  const sent = useRef(words)
  const [typed, setTyped] = useState(words)
  const apply = (text: string) => {
    sent.current = text
    const others = view.filters.filter(({ field }) => field !== WORDS)
    const filter = { field: WORDS, operator: 'contains', value: [text] }
    change({ filters: text.trim() ? [filter, ...others] : others })
  }
  const latest = useRef(apply)
  latest.current = apply
  // A saved search was opened, or Back was pressed.
  useEffect(() => {
    if (words.trim() !== sent.current.trim()) setTyped(words)
    sent.current = words
  }, [words])
  useEffect(() => {
    if (typed.trim() === sent.current.trim()) return
    const timer = setTimeout(() => latest.current(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, setTyped, apply: () => apply(typed) }
}

function SearchBox({ control }: { control: ViewControl }) {
  const { workspace } = useCache()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const { typed, setTyped, apply } = useWords(control)
  useCommands([{ id: 'search', title: 'Search', group: 'Go to', keys: ['/'], run: () => input.current?.select() }])
  /** Opens what the text names exactly: the ID of a task, or a link. */
  const openExact = async () => {
    const parameters = new URLSearchParams({ q: typed.trim().slice(0, MAX_CHARACTERS), type: 'people', limit: '1' })
    const { exact } = await readSearch(workspace, parameters, null)
    const path = exact && objectPath(exact.resource_type, workspace, exact.gid)
    if (path) void navigate({ to: path })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    apply()
    // An ID or an address contains a digit.
    if (/\d/.test(typed)) void openExact().catch(() => undefined)
  }
  return (
    <div className="search-box">
      <Icon of={SearchShape} />
      <input
        ref={input}
        type="search"
        className="input"
        aria-label="Search tasks"
        placeholder="Search"
        data-first-focus=""
        maxLength={MAX_CHARACTERS}
        autoComplete="off"
        spellCheck={false}
        // The screen opens to type.
        // biome-ignore lint/a11y/noAutofocus: as above
        autoFocus
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
