/** Loads placeholders for people who are not known yet. */
import { nameIn, placeholderInput } from '../../../resources/capacity/rules/placeholders.ts'
import { insertAll } from '../../../store/change.ts'
import type { Tables } from '../../../store/tables.ts'
import { forEachObject, loader } from '../given.ts'

export const placeholders = loader({
  type: 'placeholder',
  fields: placeholderInput,
  async load({ tx, workspace }, objects) {
    const rows: Tables['placeholders'][] = []
    await forEachObject(objects, ({ gid, by: created_by, created_at, values }) => {
      const name = nameIn(values)
      rows.push({ gid, workspace, ...name, created_by, created_at, deleted_at: null, deleted_by: null })
    })
    await insertAll(tx, 'placeholders', rows)
  },
})
