/** The picker of dates: typed words, a grid of days, and the usual days as buttons. */
import { lazy, type RefObject, Suspense, useState } from 'react'
import { weekStart as preferredWeekStart } from '../../data/preferences.ts'
import { isEqual } from '../../data/records.ts'
import { type DueDates, dayOf } from '../../text/format.ts'
import { Button } from '../button.tsx'
import { Popup } from '../overlay/open_popup.tsx'
import type { WeekStart } from './calendar.tsx'
import { DateText } from './date_text.tsx'
import {
  commonDraft,
  type DateDraft,
  type DateEnd,
  type DateValues,
  draftOf,
  usualDays,
  valuesOf,
  withEnd,
} from './draft.ts'
import './date_picker.css'

const DayGrid = lazy(() => import('./calendar.tsx').then(module => ({ default: module.DayGrid })))

const DEFAULT_TIME = '17:00'

interface CommonProps {
  /** The name of the dialog. */
  label?: string
  anchor: RefObject<Element | null>
  /** The present; the clock of the page by default. */
  now?: Date
  /** The time zone of moments; that of the browser by default. */
  timeZone?: string
  weekStart?: WeekStart
  /** Whether a start and a time are possible: date fields and milestones have no start. */
  canHaveStart?: boolean
  canHaveTime?: boolean
  /** Whether the picker opens on the start date. */
  opensStart?: boolean
  onClose(): void
}

export interface DatePickerProps extends CommonProps {
  value: DueDates
  /** Called with each complete value: all four members, as the API expects them. */
  onChange(values: DateValues): void
}

export interface DatesPickerProps extends CommonProps {
  /** The dates of several objects. A change of one end leaves the other one of each as it is. */
  values: readonly DueDates[]
  /** Called with the values of all of them; null where a start has no due date yet. */
  onChange(values: readonly (DateValues | null)[]): void
}

type EndName = keyof DateDraft

/** The draft of each object. One whose value was changed elsewhere, as by another person, begins from that value again. */
function useDrafts(values: readonly DueDates[], timeZone?: string) {
  const [seen, setSeen] = useState(values)
  const [drafts, setDrafts] = useState(() => values.map(value => draftOf(value, timeZone)))
  if (isEqual(values, seen)) return [drafts, setDrafts] as const
  const next = values.map((value, at) => {
    const former = isEqual(value, seen[at]) ? drafts[at] : undefined
    return former ?? draftOf(value, timeZone)
  })
  setSeen(values)
  setDrafts(next)
  return [next, setDrafts] as const
}

/** The drafts of all objects with what they have in common, and their changes. Each change is reported at once. */
function useDraft({ values, now, timeZone, opensStart = false, onChange, onClose }: DatesPickerProps) {
  const [present] = useState(() => now ?? new Date())
  const [drafts, setDrafts] = useDrafts(values, timeZone)
  const draft = commonDraft(drafts)
  const [edited, setEdited] = useState<EndName>(opensStart ? 'start' : 'due')
  const [showsStart, setShowsStart] = useState(draft.start !== null || opensStart)
  const hasStart = showsStart || draft.start !== null
  const change = (edit: (draft: DateDraft) => DateDraft, closes: boolean) => {
    const next = drafts.map(edit)
    setDrafts(next)
    const complete = next.map(one => valuesOf(one, timeZone))
    onChange(complete)
    if (closes && complete.every(one => one !== null)) onClose()
  }
  return {
    today: dayOf(present, timeZone),
    present,
    draft,
    isEmpty: drafts.every(({ start, due }) => !start && !due),
    lacksDue: drafts.some(({ start, due }) => start && !due),
    edited,
    hasStart,
    setEdited,
    /** Sets an end, by default the edited one; with a start shown, the other end is edited next. */
    choose(end: DateEnd, { name = edited, closes = !hasStart }: { name?: EndName; closes?: boolean } = {}) {
      change(one => withEnd(one, name, { ...end, time: end.time ?? one[name]?.time ?? null }), closes)
      if (hasStart && name === 'start') setEdited('due')
    },
    /** Sets the time of an end that has a day. */
    setTime(name: EndName, time: string | null) {
      change(one => (one[name] ? withEnd(one, name, { ...one[name], time }) : one), false)
    },
    clear() {
      change(() => ({ start: null, due: null }), true)
    },
    addStart() {
      setShowsStart(true)
      setEdited('start')
    },
  }
}

type Draft = ReturnType<typeof useDraft>

function Times({ edit: { draft, setTime, hasStart } }: { edit: Draft }) {
  const time = (name: EndName, label: string) => {
    const end = draft[name]
    return end ? (
      <label className="date-time">
        {label}
        <input
          className="date-input"
          type="time"
          value={end.time ?? ''}
          onChange={event => setTime(name, event.currentTarget.value || null)}
        />
      </label>
    ) : null
  }
  if (!draft.due?.time) return null
  return (
    <div className="date-times">
      {hasStart ? time('start', 'Start time') : null}
      {time('due', 'Time')}
    </div>
  )
}

function Ends({ edit, name: dialog, timeZone }: { edit: Draft; name: string; timeZone?: string }) {
  const { draft, edited, hasStart, present, setEdited, choose } = edit
  const text = (name: EndName, label: string) => (
    <DateText
      key={name}
      label={label}
      end={draft[name]}
      isEdited={edited === name}
      now={present}
      timeZone={timeZone}
      {...(name === 'due' && { placeholder: dialog })}
      onFocus={() => setEdited(name)}
      onEnd={(end, closes) => choose(end, { name, closes })}
    />
  )
  return (
    <div className="date-ends">
      {hasStart ? text('start', 'Start date') : null}
      {text('due', 'Date')}
    </div>
  )
}

/** The usual days as buttons. They close the picker. */
function QuickDays({ edit: { today, choose, hasStart } }: { edit: Draft }) {
  return usualDays(today).map(([label, day]) => (
    <Button key={label} size="small" onPress={() => choose({ day, time: null }, { closes: !hasStart })}>
      {label}
    </Button>
  ))
}

function Foot({
  edit,
  canHaveStart,
  canHaveTime,
  onClose,
}: { edit: Draft } & Pick<CommonProps, 'canHaveStart' | 'canHaveTime' | 'onClose'>) {
  const { draft, hasStart, isEmpty, addStart } = edit
  const { due } = draft
  return (
    <div className="date-foot">
      {canHaveStart && !hasStart ? (
        <Button kind="ghost" size="small" onPress={addStart}>
          Add start date
        </Button>
      ) : null}
      {canHaveTime && due && !due.time ? (
        <Button kind="ghost" size="small" onPress={() => edit.setTime('due', DEFAULT_TIME)}>
          Add time
        </Button>
      ) : null}
      <span className="date-space" />
      {isEmpty ? null : (
        <Button kind="ghost" size="small" onPress={edit.clear}>
          Clear
        </Button>
      )}
      {hasStart || due?.time ? (
        <Button kind="primary" size="small" onPress={onClose}>
          Done
        </Button>
      ) : null}
    </div>
  )
}

export function DatePicker({ value, onChange, ...props }: DatePickerProps) {
  return <DatesPicker {...props} values={[value]} onChange={([values]) => values && onChange(values)} />
}

/** The picker for the dates of several objects, in one change. */
export function DatesPicker(props: DatesPickerProps) {
  const {
    label = 'Due date',
    anchor,
    timeZone,
    weekStart = preferredWeekStart(),
    canHaveStart = true,
    canHaveTime = true,
  } = props
  const edit = useDraft(props)
  const { draft, edited, today } = edit
  return (
    <Popup label={label} anchor={anchor} className="date-picker" onClose={props.onClose}>
      <Ends edit={edit} name={label} timeZone={timeZone} />
      {edit.lacksDue ? (
        <p className="date-hint" role="status">
          Choose a due date too
        </p>
      ) : null}
      <div className="date-quick">
        <QuickDays edit={edit} />
      </div>
      <Suspense fallback={<div className="calendar-space" aria-busy="true" />}>
        <DayGrid
          draft={draft}
          edited={edited}
          today={today}
          weekStart={weekStart}
          onChoose={day => edit.choose({ day, time: null })}
        />
      </Suspense>
      <Times edit={edit} />
      <Foot edit={edit} canHaveStart={canHaveStart} canHaveTime={canHaveTime} onClose={props.onClose} />
    </Popup>
  )
}
