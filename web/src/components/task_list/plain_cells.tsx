/** The values of tasks that have no editor in a list: projects, moments, numbers. */
import { useEffect } from 'react'
import { useCache, useRecord } from '../../data/hooks.ts'
import type { Gid, WorkRecord } from '../../data/records.ts'
import { dayOf, formatDay, formatDuration, formatMoment } from '../../text/format.ts'
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

/** Lists do not load these members of all of their tasks: those of the tasks on the screen are read. */
const LATER_FIELDS = 'created_by.name,completed_by.name,actual_time_minutes'

/** A person or a duration that is read once its column is shown, and again when the task has changed. */
export function LaterCell({ task, field }: { task: Gid; field: string }) {
  const cache = useCache()
  const record = useRecord(task)
  const state = String(record?.modified_at)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state of the task may have other values
  useEffect(() => {
    // Without a server the values that are known stay.
    void cache.read('task', task, LATER_FIELDS).catch(() => undefined)
  }, [cache, task, state])
  const value = record?.[field]
  const person = useRecord(typeof value === 'string' ? value : undefined)
  if (typeof value === 'number') return value === 0 ? null : formatDuration(value)
  return value ? nameOf(person) || 'Private' : null
}
