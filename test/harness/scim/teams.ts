/** Many groups, and groups with many members, created as the application creates them. */
import { insert } from '../../../src/store/change.ts'
import type { World } from '../world.ts'

/** Creates `count` teams named `Team 0` and so on through the API. Returns their ids in order. */
export async function createTeams({ ann, workspace }: World, count: number): Promise<string[]> {
  const gids: string[] = []
  for (let index = 0; index < count; index++) {
    gids.push(await ann.create('/teams', { organization: workspace, name: `Team ${index}`, visibility: 'secret' }))
  }
  return gids
}

/** Adds people to a team. */
export async function fillTeam({ store, workspace }: World, team: string, users: readonly string[]): Promise<void> {
  await store.write(async tx => {
    const flags = { is_admin: 0, is_limited_access: 0, workspace: Number(workspace) }
    for (const user of users) {
      await insert(tx, 'team_memberships', { gid: tx.gid(), team: Number(team), user: Number(user), ...flags })
    }
  })
}
