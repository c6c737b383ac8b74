/** Moving a task into another group, or into another section of a sorted list. */
import { useCache } from '../../data/hooks.ts'
import { weekStart } from '../../data/preferences.ts'
import type { Gid } from '../../data/records.ts'
import { moveTask } from '../../data/tasks.ts'
import { type Regrouping, regroup } from '../../data/views/regroup.ts'
import type { ViewState } from '../../data/views.ts'
import { dayOf } from '../../text/format.ts'
import { useAct } from '../act.ts'
import { useNotice } from '../notices.tsx'
import { type GroupedTask, type GroupPlace, useShownGroups } from '../task/moving/groups.ts'
import type { ListKind } from './types.ts'

interface Options {
  readonly list: Gid
  readonly kind: ListKind
  readonly view: ViewState
  /** Whether tasks can be moved. */
  readonly canEdit: boolean
  /** The groups on the screen. */
  groups(): readonly GroupPlace[]
  groupOf(task: Gid): GroupPlace | undefined
}

/** The value of a group. */
const groupValue = ({ gid }: GroupPlace): string => gid.slice(gid.indexOf(':') + 1)

const NOTHING: Regrouping = { steps: [], reason: null }

export function useRegroup({ list, kind, view: { group }, groups, groupOf, canEdit }: Options) {
  const cache = useCache()
  const act = useAct()
  const notify = useNotice()
  const change = (task: Gid, from: GroupPlace, to: GroupPlace): Regrouping => {
    if (from.gid === to.gid) return NOTHING
    if (to.kind === 'section') {
      return { steps: moveTask(cache, task, { list, kind, section: to.gid, place: 'bottom' }), reason: null }
    }
    if (group === null) return NOTHING
    const now = new Date()
    const values = { from: groupValue(from), to: groupValue(to) }
    const context = { today: dayOf(now), weekStart: weekStart(), now: now.toISOString() }
    return regroup(cache, task, { list, field: group, ...values, ...context })
  }
  const perform = (moved: readonly GroupedTask[], to: GroupPlace): void => {
    const title = moved.length === 1 ? `Moved to ${to.label}` : `${moved.length} tasks moved to ${to.label}`
    act({ title, steps: moved.flatMap(({ task, from }) => change(task, from, to).steps) })
  }
  const refusal = (task: Gid, from: GroupPlace, to: GroupPlace) => change(task, from, to).reason
  useShownGroups(group !== null && canEdit ? { field: group, groups, groupOf, refusal, regroup: perform } : undefined)
  return {
    canRegroup: (task: Gid, from: GroupPlace, to: GroupPlace): boolean => change(task, from, to).steps.length > 0,
    refusal,
    regroup: perform,
    /** Moves a task by a key into the nearest of these that takes it. If none does, a notice says why. */
    step: <T extends GroupPlace>(task: Gid, from: GroupPlace, nearest: readonly T[]): T | null => {
      const to = nearest.find(one => change(task, from, one).steps.length > 0)
      const reason = nearest.map(one => change(task, from, one).reason).find(one => one !== null)
      if (to) perform([{ task, from }], to)
      else if (reason) notify(reason)
      return to ?? null
    },
  }
}

export type Regroup = ReturnType<typeof useRegroup>
