/** One time entry: the person, the day, the duration and what it was. */
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { IconButton } from '../../../components/control/icon_button.tsx'
import { Avatar } from '../../../components/display/avatar.tsx'
import { Chip } from '../../../components/display/chip.tsx'
import { preferences } from '../../../data/preferences.ts'
import type { TimeEntry } from '../../../data/time_entries.ts'
import { dayOf, formatDay, formatDuration } from '../../../text/format.ts'

interface Props {
  entry: TimeEntry
  canChange: boolean
  onEdit(): void
  onDelete(): void
}

export function EntryRow({ entry, canChange, onEdit, onDelete }: Props) {
  const { created_by: person, duration_minutes, entered_on, categories, billable_status, description } = entry
  const name = person?.name ?? 'Private'
  const duration = formatDuration(duration_minutes)
  return (
    <li className="time-entry">
      <Avatar person={{ gid: person?.gid ?? '', name, photo: person?.photo?.image_36x36 ?? null }} size={20} />
      <span className="time-entry-name">{name}</span>
      <span className="time-entry-day">
        {formatDay(entered_on, dayOf(new Date(), preferences().time_zone ?? undefined))}
      </span>
      <span className="time-entry-facts">
        {categories.map(({ gid, name: category, color }) => (
          <Chip key={gid} color={color}>
            {category}
          </Chip>
        ))}
        {billable_status === 'billable' ? <Chip>Billable</Chip> : null}
        {billable_status === 'nonBillable' ? <Chip>Not billable</Chip> : null}
        {description ? <span>{description}</span> : null}
      </span>
      <span className="time-entry-duration">{duration}</span>
      {canChange ? (
        <span className="time-entry-tools">
          <IconButton icon={Pencil} size="small" label={`Edit ${duration} of ${name}`} onPress={onEdit} />
          <IconButton icon={Trash} size="small" label={`Delete ${duration} of ${name}`} onPress={onDelete} />
        </span>
      ) : null}
    </li>
  )
}
