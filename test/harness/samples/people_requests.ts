/** Valid requests for the operations of roles and out-of-office entries. */
import type { SampleBuilder } from '../requests.ts'

const name = 'Sample'
const days = { start_date: '2026-03-02', end_date: '2026-03-06' }

export const peopleRequests: Record<string, SampleBuilder> = {
  createRole: ({ workspace }) => ({ body: { workspace, name, description: name, base_role_type: 'member' } }),
  updateRole: () => ({ body: { name } }),
  async deleteRole({ bot, workspace }) {
    const body = { workspace, name, description: name, base_role_type: 'member' }
    return { path: { role_gid: await bot.create('/roles', body) } }
  },

  getOooEntries: ({ workspace }) => ({ query: { user: 'me', workspace } }),
  createOooEntry: ({ workspace }) => ({ body: { user: 'me', workspace, ...days } }),
  updateOooEntry: () => ({ body: { end_date: '2026-03-10' } }),
  deleteOooEntry: async ({ ann, workspace }) => ({
    path: { ooo_entry_gid: await ann.create('/ooo_entries', { user: 'me', workspace, ...days }) },
  }),
}
