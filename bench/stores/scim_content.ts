/** A store for provisioning: an enterprise organization with many people, a team of thousands and one of fifty. */
import { mkdirSync } from 'node:fs'
import { systemClock } from '../../src/lib/clock.ts'
import { createUser, createWorkspace, join } from '../../src/resources/people/rules/join.ts'
import { createServiceAccount } from '../../src/resources/people/rules/service_account.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { openProgram } from '../program.ts'

export interface ScimStore {
  folder: string
  token: string
  /** Ids of people, in order; the first are in both teams, the last in none. */
  people: string[]
  large: string
  small: string
}

const LARGE = 5000
const SMALL = 50
const IN_ONE_WRITE = 500

/** Creates the store in a folder; below 5,000 people the large team has all but the last fifty. */
export async function fillScim(folder: string, count: number): Promise<ScimStore> {
  mkdirSync(folder, { recursive: true })
  const store = await openSqlite({ folder, clock: systemClock })
  const { workspace, token } = await store.write(async tx => {
    const workspace = await createWorkspace(tx, { name: 'Example', domains: ['example.com'], plan: 'enterprise' })
    const { token } = await createServiceAccount(tx, workspace, { name: 'Bench', scopes: 'all', created_by: null })
    return { workspace, token }
  })
  const people: string[] = []
  while (people.length < count) {
    await store.write(async tx => {
      for (let index = 0; index < IN_ONE_WRITE && people.length < count; index++) {
        const name = `Person Number${people.length}`
        const user = await createUser(tx, { name, email: `person${people.length}@example.com` })
        await join(tx, user, workspace)
        people.push(String(user))
      }
    })
  }
  await store.close()
  const teams = [people.slice(0, Math.min(LARGE, count - SMALL)), people.slice(0, Math.min(SMALL, count - SMALL))]
  const [large = '', small = ''] = await pushed(folder, token, teams)
  return { folder, token, people, large, small }
}

/** Creates teams as a provider does. */
async function pushed(folder: string, token: string, teams: string[][]): Promise<string[]> {
  const { app, close } = await openProgram(folder)
  const made: string[] = []
  for (const members of teams) {
    const payload = { displayName: `Team ${made.length}`, members: members.map(value => ({ value })) }
    const headers = { authorization: `Bearer ${token}` }
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/1.0/scim/Groups', headers, payload })
    if (statusCode >= 300) throw new Error(`The team was not made: ${body}`)
    made.push((JSON.parse(body) as { id: string }).id)
  }
  await close()
  return made
}
