/** Capacity and money of a project, for tests. */
import { update } from '../../../src/store/change.ts'
import { ok } from '../sample.ts'
import { signedIn } from '../sign_in/console.ts'
import { makeProject } from '../work.ts'
import { type Answer, type Person, type World, world } from '../world.ts'

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

/** A private project with a member at each level, and a person outside of it. */
export async function capacityOffice(options: Parameters<typeof world>[0] = {}) {
  const home = await world(options)
  const { ann, person, workspace, store } = home
  const [editor, commenter, viewer] = [await person('Edi'), await person('Com'), await person('Vie')]
  const { gid: project } = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [editor, 'editor'],
      [commenter, 'commenter'],
      [viewer, 'viewer'],
    ],
  })
  const page = await signedIn(home, ann)
  const placeholder: string = (await ok(page.post(`/organizations/${workspace}/placeholders`, { name: 'Designer' })))
    .data.gid
  /** Sends the digits of a JSON text, which a number of JavaScript cannot hold. */
  const sendText = (who: Person, method: string, path: string, payload: string): Promise<Answer> => {
    const headers = { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' }
    return home.send({ method, url: `/api/1.0${path}`, headers, payload })
  }
  const setPlan = (plan: string) => store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan }))
  return { ...home, editor, commenter, viewer, project, page, placeholder, sendText, setPlan }
}

/** The statuses of requests that several people send, one after the other. */
export async function statusesOf(
  people: readonly Person[],
  request: (person: Person) => Promise<Answer>,
): Promise<number[]> {
  const found: number[] = []
  for (const person of people) found.push((await request(person)).status)
  return found
}
