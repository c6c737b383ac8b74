/** The values of tasks that have no editor in a list: projects, moments, numbers. */
import { useCache, useRecord } from '../../data/hooks.ts'
import type { Gid, WorkRecord } from '../../data/records.ts'
import { dayOf, formatDay, formatMoment } from '../../text/format.ts'
import { Chip } from '../display/chip.tsx'
import { ProjectIcon } from '../icon/project_icon.tsx'

const nameOf = (record: WorkRecord | undefined): string => String(record?.name ?? '')

function ProjectChip({ gid }: { gid: Gid }) {
  const project = useRecord(gid)
  const { icon = null, color = null } = (project ?? {}) as { icon?: string | null; color?: string | null }
  return project ? (
    <Chip picture={<ProjectIcon icon={icon} color={color} size={14} />}>{nameOf(project)}</Chip>
  ) : (
    <Chip>Private</Chip>
  )
}

/** The projects of a task. */
export function ProjectsCell({ task }: { task: Gid }) {
  const memberships = (useRecord(task)?.memberships ?? []) as readonly { project: Gid }[]
  return memberships.map(({ project }) => <ProjectChip key={project} gid={project} />)
}

/** A member of a task that is read only: a moment or a number. */
export function MemberCell({ task, field }: { task: Gid; field: string }) {
  useCache()
  const value = useRecord(task)?.[field]
  if (typeof value === 'number') return value === 0 ? null : value
  if (typeof value !== 'string') return null
  const at = new Date(value)
  return (
    <time dateTime={value} title={formatMoment(at)}>
      {formatDay(dayOf(at), dayOf(new Date()))}
    </time>
  )
}
