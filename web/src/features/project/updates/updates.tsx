/** The status updates of a project, the newest first. */
import { useQuery } from '@tanstack/react-query'
import Megaphone from 'lucide-react/icons/megaphone'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { EmptyState } from '../../../components/display/empty_state.tsx'
import { Loaded } from '../../../components/states.tsx'
import { PROJECT_STATUSES, statusUpdatesQuery } from '../../../data/status_updates.ts'
import type { LayoutProps } from '../layouts.ts'
import { useStatus } from './status_button.tsx'
import { Update } from './update.tsx'
import './updates.css'

const StatusDialog = lazy(() => import('./status_dialog.tsx').then(module => ({ default: module.StatusDialog })))

export function ProjectUpdates({ project, access }: LayoutProps) {
  const { gid } = project
  const query = useQuery(statusUpdatesQuery(gid))
  const current = useStatus(project)
  const [isOpen, setOpen] = useState(false)
  const canEdit = access === 'edit' || access === 'admin'
  const first = PROJECT_STATUSES.find(status => status === current) ?? 'on_track'
  return (
    <div className="project-tab">
      <section className="updates" aria-label="Updates">
        {canEdit && query.data?.length ? (
          <div className="updates-head">
            <Button kind="primary" icon={Megaphone} onPress={() => setOpen(true)}>
              Post update
            </Button>
          </div>
        ) : null}
        <Loaded query={query}>
          {updates =>
            updates.length > 0 ? (
              updates.map(update => (
                <Update
                  key={update.gid}
                  update={update}
                  project={gid}
                  canComment={access !== 'view'}
                  canEdit={canEdit}
                />
              ))
            ) : (
              <EmptyState
                icon={Megaphone}
                title="No updates yet"
                hint="An update tells everybody in the project how it is going."
                {...(canEdit && { action: 'Post update', onAction: () => setOpen(true) })}
              />
            )
          }
        </Loaded>
      </section>
      <Suspense fallback={null}>
        {isOpen ? <StatusDialog project={project} status={first} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </div>
  )
}
