/** Copies the allocations of a project. Their dates move with those of its tasks. */
import { insertAll } from '../../../store/change.ts'
import { nextAllocations } from '../../../store/queries/capacity/capacity.ts'
import { hasFeature } from '../../people/rules/plan.ts'
import type { CopyPart } from '../../templates/rules/copied_project.ts'
import { stillPresent } from '../../templates/rules/present_members.ts'
import { type Schedule, shiftDate } from '../../templates/rules/schedule.ts'
import { plannedTime } from './effort.ts'

/** Copies the allocations of users who are still active, and of placeholders, if the plan includes allocations. */
export const copyAllocations =
  (schedule: Schedule | null): CopyPart<number> =>
  async (tx, { user, workspace, source, copy: parent }, { after, position }, limit) => {
    if (!(await hasFeature(tx, workspace, 'allocations'))) return { after: undefined, position }
    const found = await nextAllocations(tx, source, after, limit)
    const members = found.map(row => ({ ...row, member: row.assignee }))
    const move = (date: string) => (schedule === null ? date : shiftDate(schedule, date))
    await insertAll(
      tx,
      'allocations',
      (await stillPresent(tx, workspace, members)).map(({ member: _, ...row }) => {
        const [start_date, end_date] = [move(row.start_date), move(row.end_date)]
        const planned_time = plannedTime(row, start_date, end_date)
        const columns = { gid: tx.gid(), parent, created_by: user, created_at: tx.now }
        return { ...row, ...columns, start_date, end_date, planned_time }
      }),
    )
    return { after: found[limit - 1]?.gid, position }
  }
