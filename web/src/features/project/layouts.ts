/** The layouts of a project, in the order of their links. A new layout is one line here. */
import { type ComponentType, lazy } from 'react'
import type { Columns } from '../../components/views/menus.ts'
import type { ViewControl } from '../../components/views/use_view_state.ts'
import type { Layout } from '../../data/addresses.ts'
import type { Access } from '../../data/load.ts'
import type { ViewField } from '../../data/views/fields.ts'
import type { Project } from './use_project.ts'

/** What a layout shows. */
export interface LayoutProps extends ViewControl {
  readonly project: Project
  /** The fields of its tasks, and the columns that are shown unless the view says otherwise. */
  readonly fields: readonly ViewField[]
  readonly columns: Columns
  readonly access: Access
  /** Whether tasks can be changed. */
  readonly canEdit: boolean
}

export interface LayoutEntry {
  readonly name: Layout
  /** The text of the link. */
  readonly label: string
  /** Whether the toolbar of views belongs to the layout. */
  readonly hasToolbar: boolean
  /** Whether tasks can be sorted and grouped; a calendar orders them by days. */
  readonly hasOrder?: boolean
  /** Whether fields are shown as columns. */
  readonly hasColumns?: boolean
  readonly component: ComponentType<LayoutProps>
}

export const layouts: readonly LayoutEntry[] = [
  {
    ...{ name: 'overview', label: 'Overview', hasToolbar: false },
    component: lazy(() =>
      import('./overview/overview.tsx').then(({ ProjectOverview }) => ({ default: ProjectOverview })),
    ),
  },
  {
    ...{ name: 'list', label: 'List', hasToolbar: true, hasColumns: true },
    component: lazy(() => import('./list/list.tsx').then(({ ProjectList }) => ({ default: ProjectList }))),
  },
  {
    ...{ name: 'board', label: 'Board', hasToolbar: true },
    component: lazy(() => import('./board/board.tsx').then(({ ProjectBoard }) => ({ default: ProjectBoard }))),
  },
  {
    ...{ name: 'calendar', label: 'Calendar', hasToolbar: true, hasOrder: false },
    component: lazy(() => import('./calendar/calendar.tsx').then(m => ({ default: m.ProjectCalendar }))),
  },
  {
    ...{ name: 'updates', label: 'Updates', hasToolbar: false },
    component: lazy(() => import('./updates/updates.tsx').then(({ ProjectUpdates }) => ({ default: ProjectUpdates }))),
  },
  {
    ...{ name: 'files', label: 'Files', hasToolbar: false },
    component: lazy(() => import('./files/files.tsx').then(m => ({ default: m.ProjectFiles }))),
  },
]
