/** The typeahead compared with brute force: random worlds, and everything that each person can read, on both engines. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { type Chance, chance } from '../../../test/harness/search/random_world.ts'
import { type Json, type Person, world } from '../../../test/harness/world.ts'

const WORLDS = 3
const OBJECTS = 36
const WORDS = ['plan', 'Planning', 'Repórt', 'report', 'café', 'Straße', 'go', '東京']
const QUERIES = ['', 'p', 'pl', 'plan', 'planning', 'rep', 'report go', 'caf', 'strasse', '東', 'go pl', 'x', '-']

/** The words of a text, as this test folds them. */
const folded = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const matches = (name: string, query: string): boolean => {
  const prefixes = folded(query)
  if (prefixes.length === 0) return query === ''
  return prefixes.every(prefix => folded(name).some(word => word.startsWith(prefix)))
}

const SETS: Record<string, string> = {
  ...{ project: 'projects', task: 'tasks', tag: 'tags', team: 'teams', portfolio: 'portfolios' },
  goal: 'goals',
  ...{ custom_field: 'custom_fields' },
}

interface KnownObject {
  type: string
  gid: string
  name: string
}

async function build(random: Chance) {
  const home = await world()
  const { ann, ben, workspace, person } = home
  const guest = await person('Gus', { is_guest: true } as never)
  const people: Person[] = [ann, ben, guest]
  const objects: KnownObject[] = []
  let names = 0
  // Names of custom fields and teams are unique.
  const nameOf = () => {
    const words = Array.from({ length: 1 + random.below(3) }, () => random.pick(WORDS))
    return [...words, `z${++names}`].join(random.is(30) ? '-' : ' ')
  }
  const of = (type: string) => objects.filter(one => one.type === type).map(({ gid }) => gid)
  const bodies: Record<string, () => Json> = {
    project: () => ({ workspace, privacy_setting: random.pick(['private', 'public_to_workspace']) }),
    task: () => {
      const projects = random.some(of('project'))
      return { workspace, projects, followers: random.some(people).map(({ gid }) => gid) }
    },
    tag: () => ({ workspace }),
    team: () => ({ organization: workspace, visibility: random.pick(['secret', 'request_to_join', 'public']) }),
    portfolio: () => ({ workspace, public: random.is(50) }),
    goal: () => ({ workspace, privacy_setting: random.is(50) ? 'members_only' : 'public_to_workspace' }),
    custom_field: () => ({
      workspace,
      resource_subtype: 'text',
      privacy_setting: random.pick(['private', 'public_with_guests']),
    }),
  }
  for (let count = 0; count < OBJECTS; count++) {
    const type = count < 3 ? 'project' : random.pick(Object.keys(bodies))
    const name = nameOf()
    objects.push({ type, name, gid: await ann.create(`/${SETS[type]}`, { ...bodies[type]?.(), name }) })
  }
  await change(random, ann, people, objects, nameOf)
  await home.jobs.tick()
  return { ...home, people, objects }
}

/** Renames and deletes some of the objects, and shares some of the projects. */
async function change(random: Chance, ann: Person, people: Person[], objects: KnownObject[], nameOf: () => string) {
  for (const one of objects) {
    const path = `/${SETS[one.type]}/${one.gid}`
    if (random.is(25)) {
      one.name = nameOf()
      await ok(ann.put(path, { name: one.name }))
    }
    if (one.type === 'project' && random.is(40))
      await ok(ann.post(`${path}/addMembers`, { members: [random.pick(people).gid] }))
    if (one.type !== 'team' && one.type !== 'project' && random.is(15)) await ok(ann.delete(path))
  }
}

for (let seed = 1; seed <= WORLDS; seed++) {
  test(`a typeahead finds exactly what matches and can be read (world ${seed})`, async () => {
    const { people, objects, workspace } = await build(chance(seed * 6007))
    let hits = 0
    for (const who of people) {
      const readable: KnownObject[] = []
      for (const one of objects) if ((await who.get(`/${SETS[one.type]}/${one.gid}`)).status === 200) readable.push(one)
      for (const type of Object.keys(SETS))
        for (const query of QUERIES) {
          const words = new URLSearchParams({ resource_type: type, query, count: '100' })
          const { data } = await ok(who.get(`/workspaces/${workspace}/typeahead?${words}`))
          const found = (data as unknown as Json[]).map(({ gid }) => gid)
          const expected = readable.filter(one => one.type === type && matches(one.name, query)).map(({ gid }) => gid)
          assert.deepEqual(found.toSorted(), expected.toSorted(), `${type} "${query}" as ${who.email}`)
          hits += found.length
        }
    }
    assert.ok(hits > 100, `only ${hits} hits`)
  })
}
