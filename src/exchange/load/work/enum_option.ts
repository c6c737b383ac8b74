/** Loads the options of custom fields, in their order. */
import { optionInput } from '../../../resources/fields/rules/options.ts'
import { insertAll } from '../../../store/change.ts'
import { loader, nextRank, parentOf } from '../given.ts'

export const enumOptions = loader({
  type: 'enum_option',
  fields: optionInput,
  load(into, objects) {
    const { tx, workspace } = into
    const rows = objects.map(object => {
      const { name, color = 'none', enabled = true } = object.values
      const custom_field = parentOf(object)
      return {
        ...{ gid: object.gid, custom_field, workspace, name, color, enabled: Number(enabled) },
        rank: nextRank(into, custom_field),
      }
    })
    return insertAll(tx, 'enum_options', rows)
  },
})
