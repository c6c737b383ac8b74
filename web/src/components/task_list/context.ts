/** What the cells of a list can do. */
import { createContext, useContext } from 'react'
import type { Gid } from '../../data/records.ts'
import type { Editing, ListKind, ListRow } from './types.ts'

export interface ListActions {
  readonly list: Gid
  readonly kind: ListKind
  readonly canEdit: boolean
  readonly canEditSections: boolean
  /** Whether rows are in the manual order, in which they can be moved. */
  readonly canMove: boolean
  /** Whether the fields stand below the name, on narrow screens. */
  readonly isNarrow: boolean
  /** The columns below the name on narrow screens. */
  readonly fields: readonly string[]
  hrefOf(task: Gid): string
  open(task: Gid): void
  edit(editing: Editing): void
  setExpanded(row: Pick<ListRow, 'gid' | 'kind'>, isExpanded: boolean): void
  rename(gid: Gid, name: string): void
  /** Creates tasks at the place where one is typed; returns the gid of the last one. */
  addTasks(names: readonly string[]): Gid | undefined
  addSection(name: string, after: Gid | null): void
  moveSection(section: Gid, key: 'up' | 'down'): void
  deleteSection(section: Gid): void
  /** The sections that can move, in their order. */
  sections(): readonly Gid[]
  focus(gid: Gid, column?: string): void
}

export const ListContext = createContext<ListActions | null>(null)

export function useListActions(): ListActions {
  const actions = useContext(ListContext)
  if (!actions) throw new Error('The cells of a list stand inside of it.')
  return actions
}

/** What is being typed in the list. It changes often, so that it is not part of the actions. */
export const EditingContext = createContext<Editing>(null)

export const useEditing = (): Editing => useContext(EditingContext)
