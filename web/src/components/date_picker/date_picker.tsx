/** The picker of dates: typed words, a grid of days, and the usual days as buttons. */
import { lazy, type RefObject, Suspense, useState } from 'react'
import { weekStart as preferredWeekStart } from '../../data/preferences.ts'
import { type DueDates, dayOf } from '../../text/format.ts'
import { Button } from '../button.tsx'
import { Popup } from '../overlay/open_popup.tsx'
import type { WeekStart } from './calendar.tsx'
import { DateText } from './date_text.tsx'
import { type DateDraft, type DateEnd, type DateValues, draftOf, usualDays, valuesOf, withEnd } from './draft.ts'
import './date_picker.css'

const DayGrid = lazy(() => import('./calendar.tsx').then(module => ({ default: module.DayGrid })))

const DEFAULT_TIME = '17:00'

export interface DatePickerProps {
  /** The name of the dialog. */
  label?: string
  anchor: RefObject<Element | null>
  value: DueDates
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
  /** Called with each complete value: all four members, as the API expects them. */
  onChange(values: DateValues): void
  onClose(): void
}

type EndName = keyof DateDraft

/** The draft, and its changes. Each complete draft is reported at once. */
function useDraft({ value, now, timeZone, opensStart = false, onChange, onClose }: DatePickerProps) {
  const [present] = useState(() => now ?? new Date())
  const [draft, setDraft] = useState(() => draftOf(value, timeZone))
  const [edited, setEdited] = useState<EndName>(opensStart ? 'start' : 'due')
  const [hasStart, setHasStart] = useState(draft.start !== null || opensStart)
  const change = (next: DateDraft, closes: boolean) => {
    setDraft(next)
    const values = valuesOf(next, timeZone)
    if (values) onChange(values)
    if (closes && values) onClose()
  }
  return {
    today: dayOf(present, timeZone),
    present,
    draft,
    edited,
    hasStart,
    setEdited,
    change,
    /** Sets an end, by default the edited one; with a start shown, the other end is edited next. */
    choose(end: DateEnd, { name = edited, closes = !hasStart }: { name?: EndName; closes?: boolean } = {}) {
      const time = end.time ?? draft[name]?.time ?? null
      change(withEnd(draft, name, { ...end, time }), closes)
      if (hasStart && name === 'start') setEdited('due')
    },
    addStart() {
      setHasStart(true)
      setEdited('start')
    },
  }
}

type Draft = ReturnType<typeof useDraft>

function Times({ edit: { draft, change, hasStart } }: { edit: Draft }) {
  const time = (name: EndName, label: string) => {
    const end = draft[name]
    return end ? (
      <label className="date-time">
        {label}
        <input
          className="date-input"
          type="time"
          value={end.time ?? ''}
          onChange={event => change(withEnd(draft, name, { ...end, time: event.currentTarget.value || null }), false)}
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
}: { edit: Draft } & Pick<DatePickerProps, 'canHaveStart' | 'canHaveTime' | 'onClose'>) {
  const { draft, hasStart, change, addStart } = edit
  const { due } = draft
  return (
    <div className="date-foot">
      {canHaveStart && !hasStart ? (
        <Button kind="ghost" size="small" onPress={addStart}>
          Add start date
        </Button>
      ) : null}
      {canHaveTime && due && !due.time ? (
        <Button
          kind="ghost"
          size="small"
          onPress={() => change(withEnd(draft, 'due', { ...due, time: DEFAULT_TIME }), false)}
        >
          Add time
        </Button>
      ) : null}
      <span className="date-space" />
      {due || draft.start ? (
        <Button kind="ghost" size="small" onPress={() => change({ start: null, due: null }, true)}>
          Clear
        </Button>
      ) : null}
      {hasStart || due?.time ? (
        <Button kind="primary" size="small" onPress={onClose}>
          Done
        </Button>
      ) : null}
    </div>
  )
}

export function DatePicker(props: DatePickerProps) {
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
      {draft.start && !draft.due ? (
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
