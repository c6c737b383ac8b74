/** What the parts of one board share. */
import { createContext, useContext } from 'react'
import type { Gid } from '../../data/records.ts'
import type { Destination } from '../../data/tasks.ts'

export type BoardKind = Extract<Destination['kind'], 'project' | 'my_tasks'>

/** What is being typed on a board: a new card of a column, a new column, or the name of one. */
export type Typing =
  | { readonly type: 'card' | 'rename'; readonly column: Gid }
  | { readonly type: 'column'; readonly after: Gid | null }
  | null

export interface Board {
  readonly list: Gid
  readonly kind: BoardKind
  /** Whether tasks and sections can be changed and added. */
  readonly canEdit: boolean
  /** The custom fields that cards show. */
  readonly fields: ReadonlySet<Gid>
  /** The sections in their order. */
  readonly sections: readonly Gid[]
  readonly typing: Typing
  setTyping(typing: Typing): void
  isCollapsed(column: Gid): boolean
  toggle(column: Gid): void
  /** The permalink of a task in this list. */
  hrefOf(task: Gid): string
  open(task: Gid): void
  rename(section: Gid, name: string): void
  addSection(name: string, after: Gid | null): void
  moveSection(section: Gid, key: 'up' | 'down'): void
  /** Asks where the cards go, and deletes the section. */
  deleteSection(section: Gid): void
}

/** Selects an element of a column. */
export const inColumn = (column: Gid, element: string): string =>
  `.board-column[data-column="${CSS.escape(column)}"] ${element}`

export const BoardContext = createContext<Board | undefined>(undefined)

export function useBoard(): Board {
  const board = useContext(BoardContext)
  if (!board) throw new Error('There is no board around this component.')
  return board
}
