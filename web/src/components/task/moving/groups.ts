/** The groups of the view on the screen: the places to which "Move to…" moves tasks, as dragging does. */
import { useEffect } from 'react'
import type { Gid } from '../../../data/records.ts'

/** A section or a group: a row of a list, a column of a board. */
export interface GroupPlace {
  readonly gid: Gid
  readonly kind: string
  readonly label: string
}

/** A task, and the group in which it stands. */
export interface GroupedTask {
  readonly task: Gid
  readonly from: GroupPlace
}

export interface ShownGroups {
  /** The field by which the view groups. */
  readonly field: string
  groups(): readonly GroupPlace[]
  groupOf(task: Gid): GroupPlace | undefined
  /** Why a task cannot be put into another group; null where it can, or where nothing would change. */
  refusal(task: Gid, from: GroupPlace, to: GroupPlace): string | null
  /** Moves tasks, each from its own group, into one. */
  regroup(moved: readonly GroupedTask[], to: GroupPlace): void
}

let shown: ShownGroups | undefined

/** Reports the groups of a view while it is on the screen. */
export function useShownGroups(groups: ShownGroups | undefined): void {
  useEffect(() => {
    shown = groups
    return () => {
      if (shown === groups) shown = undefined
    }
  })
}

/** The groups of the view, and the tasks with their own ones; undefined unless each of them stands in a group. */
export function groupsOf(tasks: readonly Gid[]): (ShownGroups & { moved: readonly GroupedTask[] }) | undefined {
  const moved = tasks.flatMap(task => {
    const from = shown?.groupOf(task)
    return from ? { task, from } : []
  })
  return shown && moved.length === tasks.length ? { ...shown, moved } : undefined
}
