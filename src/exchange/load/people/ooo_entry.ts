/** Loads the days on which people are out of office. */
import { mustBeInOrder, oooEntry } from '../../../resources/people/ooo_entry.ts'
import { insertAll } from '../../../store/change.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, loader, parentOf, without } from '../given.ts'

export const oooEntries = loader({
  type: 'ooo_entry',
  fields: without(creatable(oooEntry), 'user'),
  async load({ tx, workspace }, objects) {
    await forEachObject(objects, ({ values: { start_date, end_date } }) => mustBeInOrder(start_date, end_date))
    const rows = objects.map(object => {
      const { gid, by: created_by, created_at, values } = object
      const { start_date, end_date } = values
      return { gid, workspace, user: parentOf(object), start_date, end_date, created_by, created_at }
    })
    await insertAll(tx, 'ooo_entries', rows)
  },
})
