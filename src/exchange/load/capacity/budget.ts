/** Loads the budgets of projects: at most one of each. */
import { budget, budgetParts } from '../../../resources/capacity/budget.ts'
import { newBudget, settleBudget } from '../../../resources/capacity/rules/budget_state.ts'
import { insert } from '../../../store/change.ts'
import { hasBudget } from '../../../store/queries/capacity/capacity.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, loader, parentOf, without } from '../given.ts'

export const budgets = loader({
  type: 'budget',
  fields: { ...without(creatable(budget), 'parent'), ...budgetParts },
  load: ({ tx, workspace }, objects) =>
    forEachObject(objects, async object => {
      const { gid, by: created_by, created_at, values } = object
      const parent = parentOf(object)
      const state = settleBudget({ budget_type: values.budget_type, ...newBudget }, values)
      if (await hasBudget(tx, parent)) throw new Error('A project can have only one budget')
      await insert(tx, 'budgets', {
        ...{ gid, workspace, parent, ...state, created_by, created_at, deleted_at: null, deleted_by: null },
      })
    }),
})
