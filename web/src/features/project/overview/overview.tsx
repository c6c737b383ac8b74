/** The overview of a project: why it exists, who works on it, how it is going, and what belongs to it. */
import type { LayoutProps } from '../layouts.ts'
import { Brief } from './brief.tsx'
import { Connections } from './connections.tsx'
import { OverviewMembers } from './members.tsx'
import { Milestones } from './milestones.tsx'
import { Resources } from './resources.tsx'
import { StatusHistory } from './status.tsx'
import './overview.css'

export function ProjectOverview({ project, access }: LayoutProps) {
  const canEdit = access === 'edit' || access === 'admin'
  return (
    <div className="project-tab">
      <div className="overview">
        <div className="overview-main">
          <Brief project={project} canEdit={canEdit} />
          <Resources project={project} canEdit={canEdit} />
          <Milestones project={project} canEdit={canEdit && project.archived !== true} />
        </div>
        <div className="overview-side">
          <StatusHistory project={project} canEdit={canEdit} />
          <OverviewMembers project={project} />
          <Connections project={project} />
        </div>
      </div>
    </div>
  )
}
