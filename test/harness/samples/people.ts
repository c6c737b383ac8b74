/** Objects of a workspace that only its administrators create. */
import type { World } from '../world.ts'

/** A custom role. */
export async function makeRole({ ann, workspace }: World) {
  const terms = { description: 'A role.', base_role_type: 'member' }
  return { role: await ann.create('/roles', { workspace, name: 'Role', ...terms }) }
}
