/** Loads the items of portfolios, in their order. */
import { insertAll } from '../../../store/change.ts'
import { findItem, itemTypes } from '../../../store/queries/plan/portfolios.ts'
import type { Tables } from '../../../store/tables.ts'
import { any } from '../../../vocabulary/field.ts'
import { mustBeAcyclic } from '../acyclic.ts'
import { forEachObject, loader, mustBeDistinct, nextRank, parentOf } from '../given.ts'

export const portfolioItems = loader({
  type: 'project_portfolio_setting',
  fields: { item: any(itemTypes, { need: 'view', required: true, doc: 'The project or portfolio.' }) },
  async load(into, objects) {
    const { tx, workspace } = into
    mustBeDistinct(objects, object => `${parentOf(object)} ${object.values.item}`)
    const steps = objects.map(object => [parentOf(object), object.values.item] as const)
    mustBeAcyclic(steps, 'A portfolio cannot contain itself')
    const rows: Tables['portfolio_items'][] = []
    await forEachObject(objects, async object => {
      const [portfolio, { item }] = [parentOf(object), object.values]
      const found = await findItem(tx, item)
      if (!found) throw new Error(`item: Unknown object: ${item}`)
      rows.push({
        ...{ gid: object.gid, portfolio, item, item_type: found.item_type, workspace, rank: nextRank(into, portfolio) },
        ...{ is_access_control_inherited: 0, created_at: object.created_at },
      })
    })
    await insertAll(tx, 'portfolio_items', rows)
  },
})
