/** The milestones of a project by their dates. */
import { Link } from '@tanstack/react-router'
import { CompletionCheckbox } from '../../../components/task/field/completion.tsx'
import { projectPath, withPane } from '../../../data/addresses.ts'
import { useCache, useComputed, useLoadedList } from '../../../data/hooks.ts'
import { preferences } from '../../../data/preferences.ts'
import type { Gid, WorkRecord } from '../../../data/records.ts'
import { formatDue, isOverdue } from '../../../text/format.ts'
import type { Project } from '../use_project.ts'
import { OverviewCard } from './card.tsx'

const dueOf = ({ due_on, due_at }: WorkRecord) => String(due_at ?? due_on ?? '9999')

export function Milestones({ project: { gid }, canEdit }: { project: Project; canEdit: boolean }) {
  const { workspace, records } = useCache()
  const { entries, isLoaded } = useLoadedList(gid, 'all')
  const listed = new Set<Gid>(entries.map(({ item }) => item))
  const milestones = useComputed(
    () =>
      entries
        .flatMap(({ item }) => records.get(item) ?? [])
        .filter(({ resource_subtype }) => resource_subtype === 'milestone')
        .toSorted((a, b) => dueOf(a).localeCompare(dueOf(b))),
    item => listed.has(item),
    entries,
  )
  const timeZone = preferences().time_zone ?? undefined
  return (
    <OverviewCard title="Milestones">
      {milestones.length > 0 ? (
        <ul className="overview-milestones">
          {milestones.map(milestone => {
            const dates = {
              due_on: (milestone.due_on ?? null) as string | null,
              due_at: (milestone.due_at ?? null) as string | null,
            }
            const now = new Date()
            const isLate = milestone.completed !== true && isOverdue(dates, now, timeZone)
            return (
              <li key={milestone.gid} data-gid={milestone.gid}>
                <CompletionCheckbox
                  task={milestone.gid}
                  label={`Completed: ${String(milestone.name ?? '')}`}
                  isReadOnly={!canEdit}
                />
                <Link
                  to={withPane(projectPath(workspace, gid, 'overview'), milestone.gid)}
                  className="overview-name"
                  data-done={milestone.completed === true || undefined}
                >
                  {String(milestone.name ?? '') || 'Untitled'}
                </Link>
                <span className="overview-soft" data-late={isLate || undefined}>
                  {formatDue(dates, now, timeZone) ?? 'No date'}
                </span>
              </li>
            )
          })}
        </ul>
      ) : (
        <p className="overview-nothing">
          {isLoaded ? 'No milestones yet. A task becomes one in its menu.' : 'Loading'}
        </p>
      )}
    </OverviewCard>
  )
}
