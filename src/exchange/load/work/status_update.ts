/** Loads status updates of projects, portfolios and goals. */
import { createStatus } from '../../../resources/work/rules/status.ts'
import { statusUpdate } from '../../../resources/work/status_update.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, loader, parentOf, without, writerOf } from '../given.ts'

export const statusUpdates = loader({
  type: 'status_update',
  fields: without(creatable(statusUpdate), 'parent'),
  load: (into, objects) =>
    forEachObject(objects, object =>
      createStatus(writerOf(into, object), object.by, parentOf(object), object.values.status_type, object.values),
    ),
})
