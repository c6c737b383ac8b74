/** A day of a calendar: its number, its tasks, how many have no place, and the button that adds one. */
import Plus from 'lucide-react/icons/plus'
import type { MouseEvent } from 'react'
import { formatLongDay } from '../../text/format.ts'
import { Icon } from '../icon/icon.tsx'
import { Popup } from '../overlay/open_popup.tsx'
import { PopupButton } from '../overlay/popup.tsx'
import { useCalendar } from './calendar_context.ts'
import { Chip } from './chip.tsx'
import { type DayCell, weekdayOf } from './weeks.ts'

interface Props {
  cell: DayCell
  /** The month of the calendar; null where all days are alike. */
  month: string | null
  /** Whether Tab leads to this day. */
  isCurrent: boolean
  /** Whether tasks are dots, and a press chooses the day. */
  isSmall: boolean
  isChosen: boolean
  onChoose(): void
}

const MAX_DOTS = 3

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })

/** "8", and "1 Dec" for the first day of a month. */
function numberOf(day: string): string {
  const date = Number(day.slice(8))
  return date === 1 ? `1 ${monthFormat.format(new Date(`${day}T12:00:00Z`))}` : String(date)
}

/** How the text of the cell begins: with the day, and how many tasks it has. */
const nameOf = (day: string, count: number): string =>
  `${formatLongDay(day)}, ${count === 0 ? 'no tasks' : `${count} ${count === 1 ? 'task' : 'tasks'}`}`

export function Day({ cell, month, isCurrent, isSmall, isChosen, onChoose }: Props) {
  const { canEdit, today, add } = useCalendar()
  const { day, tasks } = cell
  const onClick = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    // Dialogs of the cell are elsewhere in the page.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return
    if (isSmall) onChoose()
    else if (canEdit && !target.closest('a, button')) add(day)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all cells
    <div
      role="gridcell"
      className="calendar-day"
      tabIndex={isCurrent ? 0 : -1}
      aria-current={day === today ? 'date' : undefined}
      aria-selected={isSmall ? isChosen : undefined}
      data-day={day}
      data-outside={(month !== null && !day.startsWith(month)) || undefined}
      data-weekend={weekdayOf(day) % 6 === 0 || undefined}
      onClick={onClick}
    >
      <span className="visually-hidden">{nameOf(day, tasks.length)}</span>
      <div className="calendar-day-head">
        <span className="calendar-number" aria-hidden="true">
          {isSmall ? Number(day.slice(8)) : numberOf(day)}
        </span>
        {canEdit && !isSmall ? <AddButton day={day} tabIndex={isCurrent ? 0 : -1} /> : null}
      </div>
      {isSmall ? <Dots count={tasks.length} /> : <Tasks cell={cell} isCurrent={isCurrent} />}
    </div>
  )
}

export function AddButton({ day, tabIndex }: { day: string; tabIndex?: number }) {
  const { add } = useCalendar()
  return (
    <button
      type="button"
      className="icon-button small calendar-add"
      aria-label={`Add task on ${formatLongDay(day)}`}
      tabIndex={tabIndex}
      onClick={() => add(day)}
    >
      <Icon of={Plus} size={14} />
    </button>
  )
}

const Dots = ({ count }: { count: number }) => (
  <span className="calendar-dots" aria-hidden="true">
    {Array.from({ length: Math.min(count, MAX_DOTS) }, (_, at) => (
      <span key={String(at)} />
    ))}
  </span>
)

function Tasks({ cell: { day, lanes, more, tasks }, isCurrent }: { cell: DayCell; isCurrent: boolean }) {
  const tabIndex = isCurrent ? 0 : -1
  return (
    <div className="calendar-tasks">
      {lanes.map((segment, lane) =>
        segment ? (
          <Chip key={segment.gid} gid={segment.gid} segment={segment} tabIndex={tabIndex} />
        ) : (
          <span key={`lane ${String(lane)}`} className="calendar-lane" />
        ),
      )}
      {more > 0 ? (
        <PopupButton
          label={`${more} more`}
          className="calendar-more"
          tabIndex={tabIndex}
          popup={place => (
            <Popup {...place} label={formatLongDay(day)} className="calendar-popup">
              <h2>{formatLongDay(day)}</h2>
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: a task that opens, also by Enter, takes the place of the dialog */}
              <ul onClick={place.onClose}>
                {tasks.map(gid => (
                  <li key={gid}>
                    <Chip gid={gid} />
                  </li>
                ))}
              </ul>
            </Popup>
          )}
        >
          {`${more} more`}
        </PopupButton>
      ) : null}
    </div>
  )
}
