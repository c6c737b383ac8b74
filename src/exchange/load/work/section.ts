/** Loads the sections of projects, in their order. */
import { section } from '../../../resources/work/section.ts'
import { insertAll } from '../../../store/change.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { loader, nextRank, parentOf } from '../given.ts'

export const sections = loader({
  type: 'section',
  fields: creatable(section),
  load(into, objects) {
    const { tx, workspace } = into
    const rows = objects.map(object => {
      const [project, { name }] = [parentOf(object), object.values]
      return {
        ...{ gid: object.gid, project, workspace, name, rank: nextRank(into, project), created_at: object.created_at },
      }
    })
    return insertAll(tx, 'sections', rows)
  },
})
