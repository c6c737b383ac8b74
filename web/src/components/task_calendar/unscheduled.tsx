/** The tasks without a due date: they are dragged onto a day, and days are dragged away from tasks here. */
import X from 'lucide-react/icons/x'
import type { Gid } from '../../data/records.ts'
import { IconButton } from '../control/icon_button.tsx'
import { Chip } from './chip.tsx'

/** More are found with the list and its filters. */
const MAX_SHOWN = 200

export function Unscheduled({ tasks, onClose }: { tasks: readonly Gid[]; onClose(): void }) {
  const rest = tasks.length - MAX_SHOWN
  return (
    <section className="calendar-unscheduled" aria-label="Unscheduled tasks" data-unscheduled>
      <header>
        <h2>Unscheduled</h2>
        <IconButton size="small" icon={X} label="Hide unscheduled tasks" onPress={onClose} />
      </header>
      {tasks.length === 0 ? <p>Every task has a due date.</p> : <p>Drag a task to a day, or press D on it.</p>}
      <ul>
        {tasks.slice(0, MAX_SHOWN).map(gid => (
          <li key={gid}>
            <Chip gid={gid} />
          </li>
        ))}
      </ul>
      {rest > 0 ? <p>{`${rest} more are in the list.`}</p> : null}
    </section>
  )
}
