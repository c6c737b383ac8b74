/**
 * Names and rights as an organization has them, for searches: of the projects, three in ten are open to all, five
 * belong to a team of twenty, and two are private to five people. Every twentieth person is a guest with one project.
 */
import type { DatabaseSync } from 'node:sqlite'
import { digest } from '../../src/lib/secret.ts'
import { addTeam } from './content.ts'
import { type Insert, START } from './rows.ts'
import type { Person } from './tasks.ts'

const TEAM = 20
const PRIVATE_MEMBERS = 5
/** Numbers of clients: each occurs in few tasks. */
export const CLIENTS = 20_011
/** People with a token, from all teams; the first of them is a guest. */
export const SEARCHERS = 50

export const searcherToken = (index: number): string => `2/1/${index + 2}:${'0'.repeat(32)}`

interface World {
  workspace: number
  projects: number[]
  tasks: number[]
  people: Person[]
}

export function makeLifelike(database: DatabaseSync, insert: Insert, gid: () => number, world: World): void {
  const { workspace, projects, people } = world
  const rename = database.prepare('update tasks set name = ? where gid = ?')
  for (const [index, task] of world.tasks.entries()) rename.run(nameOf(index), task)
  const teams = Array.from({ length: Math.ceil(people.length / TEAM) }, (_, at) =>
    addTeam(insert, gid, workspace, people.slice(at * TEAM, (at + 1) * TEAM), `Team ${at}`),
  )
  const share = database.prepare('update projects set privacy_setting = ?, team = ? where gid = ?')
  for (const [index, project] of projects.entries()) {
    // The largest project belongs to a team.
    const [kind, team] = [(index + 3) % 10, teams[index % teams.length] ?? null]
    if (kind < 3) share.run('public_to_workspace', null, project)
    else if (kind < 8) share.run('private_to_team', team, project)
    else share.run('private', null, project)
    if (kind < 8) continue
    const owner = people[(index + 1) % people.length]?.user
    for (let at = 0; at < PRIVATE_MEMBERS; at++) {
      const member = people[(index * 31 + at * 7) % people.length]?.user
      const role = { access_level: 'editor', is_follower: 0 }
      if (member !== undefined && member !== owner)
        insert('project_memberships', { gid: gid(), project, member, workspace, ...role })
    }
  }
  for (let index = 0; index < SEARCHERS; index++) {
    const user = people[(index * TEAM + TEAM - 1 + index) % people.length]?.user ?? 0
    insert('tokens', {
      ...{ gid: gid(), user, hash: digest(searcherToken(index)), kind: 'personal', name: 'bench', scopes: null },
      ...{ application: null, refresh_token: null, created_at: START, expires_at: null, last_used_at: null },
    })
  }
  const exclude = database.prepare('update workspace_memberships set is_guest = 1 where "user" = ?')
  for (const [index, { user }] of people.entries()) if (index % TEAM === TEAM - 1) exclude.run(user)
}

/** Half of the names begin with the same word, and few have the same number. */
const nameOf = (index: number) => `${index % 2 === 0 ? 'Review' : 'Prepare'} item ${index} for client${index % CLIENTS}`
