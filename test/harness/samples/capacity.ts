/** Capacity and money of a project, for tests. */
import { ok } from '../sample.ts'
import { signedIn } from '../sign_in/console.ts'
import type { Person, World } from '../world.ts'

/** A placeholder that is allocated to the project, with a rate; and the budget of the project. */
export async function makeCapacity(made: World, ann: Person, project: string) {
  const placeholders = `/organizations/${made.workspace}/placeholders`
  const placeholder = (await ok((await signedIn(made, ann)).post(placeholders, { name: 'Designer' }))).data.gid
  const days = { start_date: '2026-01-05', end_date: '2026-01-09', effort: { type: 'percent', value: 50 } }
  return {
    placeholder: placeholder as string,
    allocation: await ann.create('/allocations', { parent: project, assignee: placeholder, ...days }),
    budget: await ann.create('/budgets', { parent: project, budget_type: 'time' }),
    rate: await ann.create('/rates', { parent: project, resource: placeholder, rate: 12.5 }),
  }
}
