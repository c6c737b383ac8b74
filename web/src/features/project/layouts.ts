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
  /** Loads the code; `component` does so when it is rendered. */
  load(): Promise<ComponentType<LayoutProps>>
  readonly component: ComponentType<LayoutProps>
}

/** A layout whose code is loaded when it is shown. */
const layout = (entry: Omit<LayoutEntry, 'component'>): LayoutEntry => ({
  ...entry,
  component: lazy(async () => ({ default: await entry.load() })),
})

export const layouts: readonly LayoutEntry[] = [
  layout({
    ...{ name: 'overview', label: 'Overview', hasToolbar: false },
    load: async () => (await import('./overview/overview.tsx')).ProjectOverview,
  }),
  layout({
    ...{ name: 'list', label: 'List', hasToolbar: true, hasColumns: true },
    load: async () => (await import('./list/list.tsx')).ProjectList,
  }),
  layout({
    ...{ name: 'board', label: 'Board', hasToolbar: true },
    load: async () => (await import('./board/board.tsx')).ProjectBoard,
  }),
  layout({
    ...{ name: 'calendar', label: 'Calendar', hasToolbar: true, hasOrder: false },
    load: async () => (await import('./calendar/calendar.tsx')).ProjectCalendar,
  }),
  layout({
    ...{ name: 'updates', label: 'Updates', hasToolbar: false },
    load: async () => (await import('./updates/updates.tsx')).ProjectUpdates,
  }),
  layout({
    ...{ name: 'files', label: 'Files', hasToolbar: false },
    load: async () => (await import('./files/files.tsx')).ProjectFiles,
  }),
]
