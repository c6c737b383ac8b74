/** A valid request for each operation of allocations, budgets and rates. */
import type { SampleBuilder } from '../requests.ts'
import type { Sample } from '../sample.ts'

/** A further project, without a budget and rates. */
const ownProject = ({ ann, workspace }: Sample) =>
  ann.create('/projects', { workspace, name: 'Sample', privacy_setting: 'private' })

const allocationOf = ({ project, user }: Sample['the']) => ({
  ...{ parent: project, assignee: user, start_date: '2026-01-05', end_date: '2026-01-09' },
  effort: { type: 'hours', value: 4 },
})

export const capacityRequests: Record<string, SampleBuilder> = {
  getAllocations: ({ the }) => ({ query: { parent: the.project } }),
  createAllocation: ({ the }) => ({ body: allocationOf(the) }),
  updateAllocation: () => ({ body: { end_date: '2026-01-10' } }),
  deleteAllocation: async ({ ann, the }) => ({
    path: { allocation_gid: await ann.create('/allocations', allocationOf(the)) },
  }),
  getBudgets: ({ the }) => ({ query: { parent: the.project } }),
  createBudget: async all => ({ body: { parent: await ownProject(all), budget_type: 'time' } }),
  updateBudget: () => ({ body: { total: { enabled: true, value: 1 } } }),
  deleteBudget: async all => {
    const budget = { parent: await ownProject(all), budget_type: 'time' }
    return { path: { budget_gid: await all.ann.create('/budgets', budget) } }
  },
  getRates: ({ the }) => ({ query: { parent: the.project } }),
  createRate: async all => ({ body: { parent: await ownProject(all), resource: all.the.user, rate: 1 } }),
  updateRate: () => ({ body: { rate: 2 } }),
  deleteRate: async all => {
    const rate = { parent: await ownProject(all), resource: all.the.user, rate: 1 }
    return { path: { rate_gid: await all.ann.create('/rates', rate) } }
  },
}
