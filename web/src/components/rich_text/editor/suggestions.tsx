/** The lists at the caret: mentions after `@`, blocks after `/`, a subtask after `[ ]`. The focus stays in the text. */
import type { EditorView } from 'prosemirror-view'
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { formatActions, insertActions } from './commands.ts'
import { insertMention, type MentionCandidate, type Trigger } from './trigger.ts'

interface SuggestionsProps {
  view: EditorView
  trigger: Trigger
  onMention: ((query: string) => Promise<readonly MentionCandidate[]>) | undefined
  onSubtask: ((name: string) => void) | undefined
  /** Receives the keys of the text while the list is open. */
  keys: RefObject<(event: KeyboardEvent) => boolean>
  onClose(): void
}

interface Suggestion {
  key: string
  name: string
  hint: string | undefined
  gid?: string
  choose(): void
}

const LIMIT = 8

const NAMES = { '@': 'Mention', '/': 'Blocks', '[': 'Subtask' } as const

export function Suggestions({ view, trigger, onMention, onSubtask, keys, onClose }: SuggestionsProps) {
  const id = useId()
  const candidates = useCandidates(trigger, onMention)
  const options = {
    '@': () => mentionsFor(view, trigger, candidates),
    '/': () => blocksFor(view, trigger),
    '[': () => subtaskFor(view, trigger, onSubtask),
  }[trigger.kind]()
  const [active, setActive] = useState(0)
  const at = Math.min(active, options.length - 1)
  const isOpen = options.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query begins at the first option
  useEffect(() => setActive(0), [trigger.query])
  useLayoutEffect(() => {
    keys.current = event => {
      if (!isOpen || event.isComposing) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step) setActive((at + step + options.length) % options.length)
      else if (event.key === 'Enter' || event.key === 'Tab') options[at]?.choose()
      else if (event.key === 'Escape') onClose()
      else return false
      return true
    }
    return () => {
      keys.current = () => false
    }
  })
  useAnnouncedOption(view.dom, isOpen ? id : undefined, `${id}-${at}`)
  if (!isOpen) return null
  return <OptionList id={id} view={view} trigger={trigger} options={options} at={at} />
}

interface OptionListProps {
  id: string
  view: EditorView
  trigger: Trigger
  options: readonly Suggestion[]
  at: number
}

function OptionList({ id, view, trigger, options, at }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null)
  usePlace(list, view, trigger.from)
  useLayoutEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={list} className="rich-text-list" role="listbox" id={id} aria-label={NAMES[trigger.kind]}>
      {options.map(({ key, name, hint, gid, choose }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the text operate the list
        <div
          key={key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          data-gid={gid}
          onMouseDown={event => event.preventDefault()}
          onClick={choose}
        >
          <span className="rich-text-option">{name}</span>
          {hint ? <span className="rich-text-hint">{hint}</span> : null}
        </div>
      ))}
    </div>
  )
}

/** The candidates of the newest query that has been answered. */
function useCandidates({ kind, query }: Trigger, onMention: SuggestionsProps['onMention']) {
  const [candidates, setCandidates] = useState<readonly MentionCandidate[]>([])
  const ask = useRef(onMention)
  ask.current = onMention
  useEffect(() => {
    if (kind !== '@' || !ask.current) return
    let isCurrent = true
    const show = (found: readonly MentionCandidate[]) => isCurrent && setCandidates(found)
    ask.current(query).then(show, () => show([]))
    return () => {
      isCurrent = false
    }
  }, [kind, query])
  return candidates
}

const mentionsFor = (view: EditorView, trigger: Trigger, candidates: readonly MentionCandidate[]): Suggestion[] =>
  candidates.slice(0, LIMIT).map(candidate => ({
    key: candidate.gid,
    gid: candidate.gid,
    name: candidate.name,
    hint: candidate.hint,
    choose: () => insertMention(view, trigger, candidate),
  }))

const subtaskFor = (
  view: EditorView,
  { query, from, to }: Trigger,
  onSubtask: SuggestionsProps['onSubtask'],
): Suggestion[] => [
  {
    key: 'subtask',
    name: `Create subtask “${query.trim()}”`,
    hint: undefined,
    choose() {
      view.dispatch(view.state.tr.delete(from, to))
      onSubtask?.(query.trim())
    },
  },
]

function blocksFor(view: EditorView, { query, from, to }: Trigger): Suggestion[] {
  const { state } = view
  const actions = [...formatActions(state.schema).blocks, ...insertActions(state)]
  return actions
    .filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
    .map(({ name, run }) => ({
      key: name,
      name,
      hint: undefined,
      choose() {
        view.dispatch(view.state.tr.delete(from, to))
        run(view.state, view.dispatch)
        view.focus()
      },
    }))
}

/** Connects the text with the list for assistive technology. */
function useAnnouncedOption(element: HTMLElement, list: string | undefined, option: string): void {
  useLayoutEffect(() => {
    const attributes = { 'aria-controls': list, 'aria-activedescendant': list && option }
    for (const [name, value] of Object.entries(attributes)) {
      if (value) element.setAttribute(name, value)
      else element.removeAttribute(name)
    }
    return () => Object.keys(attributes).forEach(name => void element.removeAttribute(name))
  }, [element, list, option])
}

const GAP_PX = 4
const MARGIN_PX = 8

/** Places the list below a position of the text, or above it where the window ends. */
function usePlace(list: RefObject<HTMLDivElement | null>, view: EditorView, position: number): void {
  useLayoutEffect(() => {
    const element = list.current
    const frame = element?.offsetParent?.getBoundingClientRect()
    if (!element || !frame || position > view.state.doc.content.size) return
    const { left, top, bottom } = view.coordsAtPos(position)
    const { width, height } = element.getBoundingClientRect()
    const isBelow = bottom + GAP_PX + height <= innerHeight || top - GAP_PX - height < 0
    const x = Math.max(MARGIN_PX, Math.min(left, document.documentElement.clientWidth - width - MARGIN_PX))
    element.style.left = `${x - frame.left}px`
    element.style.top = `${(isBelow ? bottom + GAP_PX : top - GAP_PX - height) - frame.top}px`
  })
}
