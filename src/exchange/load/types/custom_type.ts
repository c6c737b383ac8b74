/** Loads the custom types of projects. Their status options are objects of their own. */
import { nameInput } from '../../../resources/fields/rules/custom_types.ts'
import { mustHaveName } from '../../../resources/fields/rules/statuses.ts'
import { insertAll } from '../../../store/change.ts'
import type { Tables } from '../../../store/tables.ts'
import { forEachObject, loader, parentOf } from '../given.ts'

export const customTypes = loader({
  type: 'custom_type',
  fields: nameInput,
  async load({ tx, workspace }, objects) {
    const rows: Tables['custom_types'][] = []
    await forEachObject(objects, object => {
      const { gid, by: created_by, created_at, values } = object
      const [project, name] = [parentOf(object), mustHaveName(values.name, 'name')]
      rows.push({ gid, project, workspace, name, created_by, created_at, deleted_at: null, deleted_by: null })
    })
    await insertAll(tx, 'custom_types', rows)
  },
})
