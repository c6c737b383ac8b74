/** Loads what hours of people and placeholders cost in projects. */
import { mustNotBeNegative, rate } from '../../../resources/capacity/rate.ts'
import { lockResource } from '../../../resources/capacity/rules/resource.ts'
import { insert } from '../../../store/change.ts'
import { hasRate } from '../../../store/queries/capacity/capacity.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, loader, parentOf, without } from '../given.ts'

export const rates = loader({
  type: 'rate',
  fields: without(creatable(rate), 'parent'),
  load: ({ tx, workspace }, objects) =>
    forEachObject(objects, async object => {
      const { gid, by: created_by, created_at, values } = object
      const [parent, { resource, rate }] = [parentOf(object), values]
      mustNotBeNegative(rate)
      const resource_kind = await lockResource(tx, workspace, resource, 'resource')
      if (await hasRate(tx, parent, resource)) throw new Error('resource: Has a rate in this project already')
      await insert(tx, 'rates', {
        ...{ gid, workspace, parent, resource, resource_kind, rate },
        ...{ created_by, created_at, deleted_at: null, deleted_by: null },
      })
    }),
})
