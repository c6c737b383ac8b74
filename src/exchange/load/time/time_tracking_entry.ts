/** Loads the time that users spent on tasks, and its sums. Entries can be of weeks and categories that take no new ones. */
import { localDate } from '../../../lib/date.ts'
import { invalidReference } from '../../../lib/errors.ts'
import { addMinutes, settleEntry } from '../../../resources/time/rules/entry.ts'
import { timeTrackingEntry } from '../../../resources/time/time_tracking_entry.ts'
import { getForUpdate, insert } from '../../../store/change.ts'
import { findCategory } from '../../../store/queries/time/categories.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, type Loading, loader, parentOf } from '../given.ts'

export const timeTrackingEntries = loader({
  type: 'time_tracking_entry',
  fields: creatable(timeTrackingEntry),
  load: (into, objects) =>
    forEachObject(objects, async object => {
      const { tx, workspace, timeZones } = into
      const { gid, by, created_at, values } = object
      const task = await getForUpdate(tx, 'tasks', parentOf(object))
      const category = await categoryOf(into, values)
      const entered_on = localDate(created_at, timeZones.get(by) ?? 'UTC')
      const entry = await settleEntry(tx, task, { entered_on, category }, values)
      const columns = { workspace, task: task.gid, ...entry, created_by: by, created_at }
      await insert(tx, 'time_tracking_entries', { gid, ...columns })
      await addMinutes(tx, task, entry.duration_minutes)
    }),
})

/** The category of an entry, which may be archived by now; `settleEntry` refuses more than one. */
async function categoryOf({ tx, workspace }: Loading, { categories = [] }: { categories?: number[] }) {
  const [category = null] = categories
  if (category !== null && (await findCategory(tx, category))?.workspace !== workspace)
    throw invalidReference('categories: [0]', category)
  return category
}
