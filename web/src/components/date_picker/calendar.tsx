/** The days of a month. Loaded when a date picker opens. */
import { parseDate } from '@internationalized/date'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Button as Pressable } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components/Calendar'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Icon } from '../icon/icon.tsx'
import type { DateDraft } from './draft.ts'

export type WeekStart = 'sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat'

interface Props {
  draft: DateDraft
  /** The end that a press sets. */
  edited: 'start' | 'due'
  today: string
  weekStart: WeekStart
  onChoose(day: string): void
}

/** The classes of a day in the range. */
function rangeClass(day: string, { start, due }: DateDraft, today: string): string {
  const classes = ['day']
  if (day === today) classes.push('today')
  if (day === start?.day || day === due?.day) classes.push('end')
  if (start && due && day >= start.day && day <= due.day && start.day !== due.day) classes.push('in-range')
  if (day === start?.day) classes.push('range-start')
  if (day === due?.day) classes.push('range-end')
  return classes.join(' ')
}

export function DayGrid({ draft, edited, today, weekStart, onChoose }: Props) {
  const day = draft[edited]?.day ?? null
  const shown = day ?? draft.due?.day ?? draft.start?.day ?? today
  return (
    <I18nProvider locale="en-GB">
      <Calendar
        key={shown}
        className="calendar"
        aria-label={edited === 'start' ? 'Start date' : 'Due date'}
        value={day === null ? null : parseDate(day)}
        defaultFocusedValue={parseDate(shown)}
        firstDayOfWeek={weekStart}
        onChange={date => onChoose(date.toString())}
      >
        <div className="month-head">
          <Heading className="month-title" />
          <Pressable slot="previous" className="icon-button small">
            <Icon of={ChevronLeft} className="calendar-arrow" />
          </Pressable>
          <Pressable slot="next" className="icon-button small">
            <Icon of={ChevronRight} className="calendar-arrow" />
          </Pressable>
        </div>
        <CalendarGrid className="month-grid" weekdayStyle="short">
          <CalendarGridHeader>
            {name => <CalendarHeaderCell className="month-weekday">{name.slice(0, 2)}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>
            {date => <CalendarCell date={date} className={rangeClass(date.toString(), draft, today)} />}
          </CalendarGridBody>
        </CalendarGrid>
      </Calendar>
    </I18nProvider>
  )
}
