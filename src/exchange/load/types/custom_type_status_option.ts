/** Loads the status options of custom types, in their order. Who gives them sees to it that each state has one. */
import { mustHaveName, statusInput } from '../../../resources/fields/rules/statuses.ts'
import { insertAll } from '../../../store/change.ts'
import type { Tables } from '../../../store/tables.ts'
import { flag } from '../../../vocabulary/field.ts'
import { forEachObject, loader, nextRank, parentOf } from '../given.ts'

export const customTypeStatusOptions = loader({
  type: 'custom_type_status_option',
  fields: { ...statusInput, enabled: flag({ doc: 'Whether it can be chosen; true by default.' }) },
  async load(into, objects) {
    const { tx, workspace } = into
    const rows: Tables['custom_type_status_options'][] = []
    await forEachObject(objects, object => {
      const { completion_state, color = 'none', enabled = true } = object.values
      const [custom_type, name] = [parentOf(object), mustHaveName(object.values.name, 'name')]
      rows.push({
        ...{ gid: object.gid, custom_type, workspace, name, completion_state, color, enabled: Number(enabled) },
        rank: nextRank(into, custom_type),
      })
    })
    await insertAll(tx, 'custom_type_status_options', rows)
  },
})
