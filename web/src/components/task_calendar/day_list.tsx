/** The tasks of the chosen day, below the month on a phone. */
import type { Gid } from '../../data/records.ts'
import { formatLongDay } from '../../text/format.ts'
import { useCalendar } from './calendar_context.ts'
import { Chip } from './chip.tsx'
import { AddButton } from './day.tsx'

export function DayList({ day, tasks }: { day: string; tasks: readonly Gid[] }) {
  const { canEdit } = useCalendar()
  const name = formatLongDay(day)
  return (
    <section className="calendar-list" aria-label={name}>
      <header>
        <h2>{name}</h2>
        {canEdit ? <AddButton day={day} /> : null}
      </header>
      {tasks.length === 0 ? <p>No tasks on this day.</p> : null}
      <ul>
        {tasks.map(gid => (
          <li key={gid}>
            <Chip gid={gid} />
          </li>
        ))}
      </ul>
    </section>
  )
}
