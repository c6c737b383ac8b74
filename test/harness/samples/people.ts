/** Objects of a workspace that only its administrators create. */
import { createServiceAccount } from '../../../src/resources/people/rules/service_account.ts'
import type { World } from '../world.ts'

/** A custom role, and an agent. */
export async function makeOfPeople({ ann, workspace, store }: World) {
  const terms = { description: 'A role.', base_role_type: 'member' }
  const texts = { description: 'Sorts tasks.', behavior_guidance: 'Be brief.' }
  const account = { name: 'Agent', scopes: 'all', is_agent: true, ...texts, created_by: Number(ann.gid) }
  const agent = await store.write(tx => createServiceAccount(tx, Number(workspace), account))
  return { role: await ann.create('/roles', { workspace, name: 'Role', ...terms }), agent: String(agent.gid) }
}
