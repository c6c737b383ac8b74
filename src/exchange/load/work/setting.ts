/** Loads custom field settings: the custom fields of projects and portfolios, in their order. */
import { insertAll } from '../../../store/change.ts'
import { flag, one } from '../../../vocabulary/field.ts'
import { loader, mustBeDistinct, nextRank, parentOf } from '../given.ts'

export const customFieldSettings = loader({
  type: 'custom_field_setting',
  fields: {
    custom_field: one('custom_field', { need: 'view', required: true, doc: 'The custom field.' }),
    is_important: flag({ doc: 'Whether lists show it.' }),
  },
  load(into, objects) {
    const { tx, workspace } = into
    mustBeDistinct(objects, object => `${parentOf(object)} ${object.values.custom_field}`)
    const rows = objects.map(object => {
      const { custom_field, is_important = false } = object.values
      const [gid, parent] = [object.gid, parentOf(object)]
      return { gid, custom_field, parent, workspace, is_important: Number(is_important), rank: nextRank(into, -parent) }
    })
    return insertAll(tx, 'custom_field_settings', rows)
  },
})
