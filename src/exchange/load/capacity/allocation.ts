/** Loads the time of people and placeholders that is planned for projects. */
import { allocation, effort, settleAllocation } from '../../../resources/capacity/allocation.ts'
import { noEffort } from '../../../resources/capacity/rules/effort.ts'
import { lockResource } from '../../../resources/capacity/rules/resource.ts'
import { insert } from '../../../store/change.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, loader, parentOf, without } from '../given.ts'

export const allocations = loader({
  type: 'allocation',
  fields: { ...without(creatable(allocation), 'parent'), effort },
  load: ({ tx, workspace }, objects) =>
    forEachObject(objects, async object => {
      const { gid, by: created_by, created_at } = object
      const { assignee, start_date, end_date, effort: planned } = object.values
      const columns = settleAllocation({ start_date, end_date, ...noEffort }, { effort: planned })
      const assignee_type = await lockResource(tx, workspace, assignee, 'assignee')
      await insert(tx, 'allocations', {
        ...{ gid, workspace, parent: parentOf(object), assignee, assignee_type, ...columns },
        ...{ created_by, created_at, deleted_at: null, deleted_by: null },
      })
    }),
})
