/** The screen of a project: its header, the links to its layouts, the toolbar, and one layout. */
import { useLocation, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { SkeletonRows } from '../../components/display/skeleton_rows.tsx'
import { NotFoundPage } from '../../components/not_found.tsx'
import { AddTaskButton, ViewToolbar } from '../../components/views/toolbar.tsx'
import { useViewState } from '../../components/views/use_view_state.ts'
import { useAccess, useCache, useComputed } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { viewFields } from '../../data/views/fields.ts'
import { ProjectHeader } from './header.tsx'
import { LayoutLinks } from './layout_links.tsx'
import { useLayout } from './use_layout.ts'
import { type Project, useProject } from './use_project.ts'
import './project.css'

const RequestAccess = lazy(() =>
  import('./share/request_access.tsx').then(module => ({ default: module.RequestAccess })),
)

const Asking = ({ target }: { target: Gid }) => (
  <Suspense fallback={null}>
    <RequestAccess target={target} />
  </Suspense>
)

export function ProjectPage() {
  const { project: gid = '' } = useParams({ strict: false }) as { project?: Gid }
  const project = useProject(gid)
  if (project === null) return <NotFoundPage actions={<Asking target={gid} />} />
  return (
    <div className="project-page">
      {project ? <LoadedProject key={gid} project={project} /> : <SkeletonRows label="Loading the project" />}
    </div>
  )
}

const MEMBERS: readonly string[] = ['assignee', 'due_on', 'tags']

/** The fields of the tasks of a project, and those that are columns unless a view says otherwise. */
function useFields(project: Project) {
  const { records } = useCache()
  const fields = useComputed(
    () => viewFields(project, records.get),
    gid => project.fields.includes(gid),
    project,
  )
  const columns = useMemo(() => [...MEMBERS, ...project.fields].map(field => ({ field })), [project.fields])
  return { fields, columns }
}

function LoadedProject({ project }: { project: Project }) {
  const { layout: given } = useParams({ strict: false }) as { layout?: string }
  const layout = useLayout(project, given)
  const access = useAccess(project.gid)
  const canEdit = (access === 'edit' || access === 'admin') && project.archived !== true
  const control = useViewState(project.gid, { layout: layout?.name ?? 'list' })
  const { fields, columns } = useFields(project)
  const { searchStr } = useLocation()
  useEffect(() => {
    document.title = `${project.title} · Workloom`
  }, [project.title])
  const Shown = layout?.component
  return (
    <>
      <ProjectHeader project={project} />
      <LayoutLinks project={project.gid} current={layout?.name} query={searchStr} />
      {layout?.hasToolbar ? (
        <ViewToolbar
          control={control}
          fields={fields}
          columns={layout.hasColumns ? columns : undefined}
          canEdit={canEdit}
          hasOrder={layout.hasOrder ?? true}
          lead={canEdit ? <AddTaskButton /> : null}
        />
      ) : null}
      <Suspense fallback={<SkeletonRows label="Loading" />}>
        {Shown && !control.isLoading ? <Shown {...control} {...{ project, access, canEdit, fields, columns }} /> : null}
      </Suspense>
    </>
  )
}
