/** The dates of a task of a template: how many days after its creation it starts and is due, and at what time. */
import CalendarDays from 'lucide-react/icons/calendar-days'
import { useId, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Icon } from '../../../components/icon/icon.tsx'
import { Popup } from '../../../components/overlay/open_popup.tsx'
import type { PopupPlace } from '../../../components/overlay/popup.tsx'
import { EmptyValue, FieldButton } from '../../../components/task/field/field_button.tsx'
import type { RelativeDates } from '../../../data/task_templates.ts'
import {
  datesInWords,
  type LocalDates,
  localDates,
  MAX_DAYS,
  NO_DATES,
  sentDates,
  typedDays,
  withDue,
  withStart,
} from './relative_dates.ts'
import '../../../components/date_picker/date_picker.css'

interface Props {
  dates: RelativeDates
  /** Milestones have no start. */
  canHaveStart: boolean
  onChange(dates: RelativeDates): void
}

export function RelativeDateField({ dates, canHaveStart, onChange }: Props) {
  const local = localDates(dates, { now: new Date() })
  const text = datesInWords(local)
  const change = (next: LocalDates) => onChange(sentDates(next, { now: new Date() }))
  return (
    <FieldButton
      {...{ look: 'button', name: 'Due date', text }}
      popup={place => <DatesPopup {...place} {...{ dates: local, canHaveStart, change }} />}
    >
      {text ? (
        <>
          <Icon of={CalendarDays} />
          <bdi className="task-text task-date">{text}</bdi>
        </>
      ) : (
        <EmptyValue icon={<Icon of={CalendarDays} />}>No due date</EmptyValue>
      )}
    </FieldButton>
  )
}

interface PopupProps extends PopupPlace {
  dates: LocalDates
  canHaveStart: boolean
  change(dates: LocalDates): void
}

const QUICK_DAYS = [
  ['Same day', 0],
  ['1 day', 1],
  ['1 week', 7],
] as const

const DEFAULT_TIME = '17:00'

function DatesPopup({ dates, canHaveStart, change, anchor, onClose }: PopupProps) {
  const { start, due, time } = dates
  return (
    <Popup label="Due date" anchor={anchor} className="date-picker template-dates" onClose={onClose}>
      {start === null ? null : (
        <DaysInput
          label="Start"
          days={start}
          onEnter={onClose}
          onEmpty={() => change({ ...dates, start: null })}
          onChange={days => change(withStart(dates, days))}
        />
      )}
      <DaysInput
        label="Due"
        days={due}
        isFirst
        onEnter={onClose}
        onEmpty={() => change(NO_DATES)}
        onChange={days => change(withDue(dates, days))}
      />
      <div className="date-quick">
        {QUICK_DAYS.map(([label, days]) => (
          <Button key={label} size="small" isPressed={due === days} onPress={() => change(withDue(dates, days))}>
            {label}
          </Button>
        ))}
      </div>
      {time === null ? null : (
        <div className="date-times">
          <label className="date-time">
            Time
            <input
              className="date-input"
              type="time"
              value={time}
              onChange={event => change({ ...dates, time: event.currentTarget.value || null })}
            />
          </label>
        </div>
      )}
      <Foot {...{ dates, canHaveStart, change, onClose }} />
    </Popup>
  )
}

interface DaysProps {
  label: string
  days: number | null
  isFirst?: boolean
  onChange(days: number): void
  onEmpty(): void
  onEnter(): void
}

/** A number of days. A text that is none stays in the input and changes nothing; an empty one removes the date. */
function DaysInput({ label, days, isFirst = false, onChange, onEmpty, onEnter }: DaysProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const finish = () => {
    if (typed?.trim() === '') onEmpty()
    setTyped(undefined)
  }
  const isWrong = typed !== undefined && typed.trim() !== '' && typedDays(typed) === undefined
  return (
    <div className="template-days">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="date-input"
        inputMode="numeric"
        autoComplete="off"
        aria-describedby={`${id}-unit`}
        aria-invalid={isWrong || undefined}
        // The dialog opens to type the number of days.
        // biome-ignore lint/a11y/noAutofocus: as above
        autoFocus={isFirst}
        value={typed ?? (days === null ? '' : String(days))}
        onFocus={event => event.currentTarget.select()}
        onChange={event => {
          const text = event.currentTarget.value
          setTyped(text)
          const number = typedDays(text)
          if (number !== undefined) onChange(number)
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || isWrong) return
          finish()
          onEnter()
        }}
        onBlur={finish}
      />
      <span id={`${id}-unit`}>days after creation</span>
      {isWrong ? (
        <p className="field-error" role="alert">
          Enter a whole number between −{MAX_DAYS.toLocaleString('en')} and {MAX_DAYS.toLocaleString('en')}.
        </p>
      ) : null}
    </div>
  )
}

function Foot({ dates, canHaveStart, change, onClose }: Omit<PopupProps, 'anchor'>) {
  const { start, due, time } = dates
  return (
    <div className="date-foot">
      {canHaveStart && start === null ? (
        <Button kind="ghost" size="small" onPress={() => change(withStart(dates, Math.min(0, due ?? 0)))}>
          Add start date
        </Button>
      ) : null}
      {due !== null && time === null ? (
        <Button kind="ghost" size="small" onPress={() => change({ ...dates, time: DEFAULT_TIME })}>
          Add time
        </Button>
      ) : null}
      <span className="date-space" />
      {due === null ? null : (
        <Button
          kind="ghost"
          size="small"
          onPress={() => {
            change(NO_DATES)
            onClose()
          }}
        >
          Clear
        </Button>
      )}
      <Button kind="primary" size="small" onPress={onClose}>
        Done
      </Button>
    </div>
  )
}
