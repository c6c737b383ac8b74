/** The last status updates of a project. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { DateTime } from '../../../components/date_time.tsx'
import { StatusPill } from '../../../components/display/status_pill.tsx'
import { Loaded } from '../../../components/states.tsx'
import { projectPath } from '../../../data/addresses.ts'
import { useCache } from '../../../data/hooks.ts'
import { PROJECT_STATUSES, statusUpdatesQuery } from '../../../data/status_updates.ts'
import { useStatus } from '../updates/status_button.tsx'
import type { Project } from '../use_project.ts'
import { OverviewCard } from './card.tsx'

const StatusDialog = lazy(() =>
  import('../updates/status_dialog.tsx').then(module => ({ default: module.StatusDialog })),
)

const MAX_SHOWN = 5

export function StatusHistory({ project, canEdit }: { project: Project; canEdit: boolean }) {
  const { gid } = project
  const { workspace } = useCache()
  const query = useQuery(statusUpdatesQuery(gid))
  const current = useStatus(project)
  const [isOpen, setOpen] = useState(false)
  const post = canEdit ? (
    <Button size="small" kind="quiet" onPress={() => setOpen(true)}>
      Post update
    </Button>
  ) : null
  return (
    <OverviewCard title="Status" actions={post}>
      <Loaded query={query} rows={1}>
        {updates =>
          updates.length > 0 ? (
            <ul className="overview-statuses">
              {updates.slice(0, MAX_SHOWN).map(update => (
                <li key={update.gid}>
                  <StatusPill status={update.status_type} />
                  <Link to={projectPath(workspace, gid, 'updates')} className="overview-name">
                    {update.title}
                  </Link>
                  <span className="overview-soft">
                    <DateTime at={update.created_at} />
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="overview-nothing">No updates yet.</p>
          )
        }
      </Loaded>
      <Suspense fallback={null}>
        {isOpen ? (
          <StatusDialog
            project={project}
            status={PROJECT_STATUSES.find(status => status === current) ?? 'on_track'}
            onClose={() => setOpen(false)}
          />
        ) : null}
      </Suspense>
    </OverviewCard>
  )
}
