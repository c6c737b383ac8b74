/**
 * A budget compares what a project may take with what it is estimated to take and has taken: in minutes, or in the currency
 * of the workspace. Only admins of the project see it and write it. A project has at most one: its row is locked before
 * a budget is created or restored.
 */
import { malformed } from '../../lib/errors.ts'
import { getForUpdate, insert, update as set } from '../../store/change.ts'
import type { Reader } from '../../store/db.ts'
import { hasBudget, workspaceOf } from '../../store/queries/capacity/capacity.ts'
import { computed, json, one, oneOf } from '../../vocabulary/field.ts'
import { create, get, list, listing, type ReadCall, remove, update } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { budgetTypes, newBudget, settleBudget } from './rules/budget_state.ts'
import { lockParent, moveToTrash } from './rules/capacity_objects.ts'
import {
  actualColumns,
  estimateColumns,
  loadActuals,
  loadEstimates,
  loadTotals,
  totalColumns,
} from './rules/rollups.ts'

const sum = { value: 'number', units: true } as const

export const budget = resource('budget', {
  doc: 'What a project may take, is estimated to take and has taken. Only admins of the project see it.',
  guard: 'budget',
  changes: { none: 'only admins of the project see its budget; deleting and restoring one is in the audit log' },
  fields: {
    budget_type: oneOf(budgetTypes, {
      ...{ compact: true, write: 'always', required: true },
      doc: 'Whether it is in minutes or in the currency of the workspace.',
    }),
    estimate: computed(estimateColumns, loadEstimates, {
      shape: { enabled: 'flag', source: true, billable_status_filter: true, ...sum },
      doc: 'What the tasks or the allocations of the project add up to; without a value while it is disabled.',
    }),
    actual: computed(actualColumns, loadActuals, {
      shape: { billable_status_filter: true, ...sum },
      doc: 'What the time entries of the project add up to.',
    }),
    total: computed(totalColumns, loadTotals, {
      shape: { enabled: 'flag', ...sum },
      doc: 'What the project may take; without a value while it is disabled.',
    }),
    parent: one('project', {
      ...{ skipAccessCheck: true, write: 'create', required: true, need: 'admin' },
      doc: 'The project. Cannot change.',
    }),
  },
})

/** JSON objects: `settleBudget` reads their members. */
export const budgetParts = {
  estimate: json({ doc: 'The estimate: `enabled`, `source` and `billable_status_filter`.' }),
  actual: json({ doc: 'The actual value: `billable_status_filter`.' }),
  total: json({ doc: 'The total: `enabled` and `value`. Each budget type keeps a value of its own.' }),
}

/** Throws 402 if the plan of the organization of a budget does not include it. */
async function mustHaveBudgets(reader: Reader, gid: number): Promise<void> {
  await mustHaveFeature(reader, await workspaceOf(reader, 'budget', gid), 'budgets')
}

const budgetsWhere = listing('budget', ({ query: { parent } }: ReadCall<unknown, { parent: number }>) => ({
  where: { parent },
  order: ['gid'],
  guarded: true,
}))

export const operations = [
  list('/budgets', budget, {
    id: 'getBudgets',
    form: 'full',
    doc: 'Lists the budget of a project: none or one. Only for admins of the project.',
    query: { parent: one('project', { required: true, need: 'admin', doc: 'The project.' }) },
    async execute(call) {
      const { query, reader } = call
      await mustHaveFeature(reader, await workspaceOf(reader, 'project', query.parent), 'budgets')
      return budgetsWhere(call)
    },
  }),
  create('/budgets', budget, {
    id: 'createBudget',
    doc: 'Creates the budget of a project that has none. Only for admins of the project.',
    body: budgetParts,
    async execute({ body, tx, actor }) {
      const { parent, ...given } = body
      const workspace = await lockParent(tx, 'budget', parent)
      const state = settleBudget({ budget_type: given.budget_type, ...newBudget }, given)
      if (await hasBudget(tx, parent)) throw malformed('A project can have only one budget')
      const gid = tx.gid()
      await insert(tx, 'budgets', {
        ...{ gid, workspace, parent, ...state },
        ...{ created_by: actor.gid, created_at: tx.now, deleted_at: null, deleted_by: null },
      })
      return gid
    },
  }),
  get('/budgets/{budget_gid}', budget, {
    id: 'getBudget',
    doc: 'Gets a budget.',
    async execute({ path, reader }) {
      await mustHaveBudgets(reader, path.budget_gid)
      return path.budget_gid
    },
  }),
  update('/budgets/{budget_gid}', budget, {
    id: 'updateBudget',
    doc: 'Updates the given parts of a budget.',
    body: budgetParts,
    async execute({ body, path, tx }) {
      const before = await getForUpdate(tx, 'budgets', path.budget_gid)
      await mustHaveFeature(tx, before.workspace, 'budgets')
      await set(tx, 'budgets', { gid: before.gid }, settleBudget(before, body))
    },
  }),
  remove('/budgets/{budget_gid}', budget, {
    id: 'deleteBudget',
    doc: 'Deletes a budget. The project can then have a new one.',
    execute: ({ path, tx, actor }) => moveToTrash(tx, actor.gid, 'budget', path.budget_gid),
  }),
]
