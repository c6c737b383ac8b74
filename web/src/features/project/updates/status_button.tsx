/** The status of a project, from which people who can edit post the next one. */
import { lazy, Suspense, useState } from 'react'
import { type StatusName, StatusPill, statuses } from '../../../components/display/status_pill.tsx'
import { MenuButton } from '../../../components/overlay/menu.tsx'
import { useRecord } from '../../../data/hooks.ts'
import type { ProjectStatus } from '../../../data/status_updates.ts'
import type { Project } from '../use_project.ts'

const StatusDialog = lazy(() => import('./status_dialog.tsx').then(module => ({ default: module.StatusDialog })))

const OFFERED = Object.keys(statuses).filter((id): id is ProjectStatus => id !== 'dropped')

/** The last status of a project; null without one. */
export function useStatus({ current_status_update }: Project): StatusName | null {
  const status = useRecord(current_status_update)?.status_type as StatusName | undefined
  return status && status in statuses ? status : null
}

export function StatusButton({ project, canEdit }: { project: Project; canEdit: boolean }) {
  const status = useStatus(project)
  const [chosen, setChosen] = useState<ProjectStatus>()
  if (!canEdit) return status ? <StatusPill status={status} /> : null
  const label = status ? statuses[status].label : 'No status'
  const actions = OFFERED.map(id => ({ id, label: statuses[id].label, onAction: () => setChosen(id) }))
  return (
    <>
      <MenuButton label={`Status: ${label}`} className="status-button" groups={[{ title: 'Post an update', actions }]}>
        <StatusPill status={status} />
      </MenuButton>
      <Suspense fallback={null}>
        {chosen ? <StatusDialog project={project} status={chosen} onClose={() => setChosen(undefined)} /> : null}
      </Suspense>
    </>
  )
}
