/** Loads the categories of tracked time, also archived ones. */
import { mustHaveName } from '../../../resources/fields/rules/options.ts'
import { timeTrackingCategory } from '../../../resources/time/time_tracking_category.ts'
import { insertAll } from '../../../store/change.ts'
import { flag } from '../../../vocabulary/field.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, loader } from '../given.ts'

export const timeTrackingCategories = loader({
  type: 'time_tracking_category',
  fields: {
    ...creatable(timeTrackingCategory),
    is_archived: flag({ doc: 'Whether new entries cannot have it. Entries of the load can.' }),
  },
  async load({ tx, workspace }, objects) {
    await forEachObject(objects, ({ values: { name } }) => mustHaveName(name, 'name'))
    const rows = objects.map(({ gid, created_at, values: { name, color = 'none', is_archived = false } }) => ({
      ...{ gid, workspace, name, color, is_archived: Number(is_archived) },
      ...{ created_at, deleted_at: null, deleted_by: null },
    }))
    await insertAll(tx, 'time_tracking_categories', rows)
  },
})
