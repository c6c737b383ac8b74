/** Random worlds for searches, and their tasks as brute force knows them. */
import { applyField } from '../fields.ts'
import { makeProject } from '../work.ts'
import { type Json, type Person, type World, world } from '../world.ts'

const TASKS = 26

/** Random numbers below a limit, the same at each run. */
export function chance(seed: number) {
  let state = seed
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
  return {
    below,
    pick,
    is: (percent: number) => below(100) < percent,
    some: <T>(from: readonly T[]) => from.filter(() => below(3) === 0),
  }
}

export type Chance = ReturnType<typeof chance>

export const WORDS = ['plan', 'Planning', 'report', 'Repórt', 'budget', 'café', 'Straße', 'go', 'a', '東京']
export const DAYS = ['2026-02-01', '2026-02-02', '2026-02-03', '2026-02-04']

interface SearchedText {
  title: string
  body: string
}

/** One task as brute force knows it. */
export interface TaskFacts {
  gid: number
  row: Json
  projects: number[]
  tags: number[]
  followers: number[]
  likes: number
  texts: (SearchedText & { isHidden: boolean })[]
  values: Map<number, Json>
}

export interface RandomWorld extends World {
  people: Person[]
  tasks: TaskFacts[]
  projects: { gid: number; members: Person[] | null }[]
  tags: number[]
  fields: { text: number; number: number; secret: number }
  /** The gids of the tasks that each person can read. */
  visible: Map<string, Set<number>>
}

type EmptyWorld = Omit<RandomWorld, 'tasks' | 'visible'>

/** Projects, fields and tags, without tasks. */
async function buildEmpty(): Promise<EmptyWorld> {
  const home = await world()
  const { ann, ben, workspace } = home
  const gus = await home.person('Gus', { is_guest: true } as never)
  const groups = [null, [ann, ben], [ann], [ann, gus]]
  const projects: RandomWorld['projects'] = []
  for (const members of groups) {
    const privacy = members ? 'private' : 'public_to_workspace'
    const { gid } = await makeProject(home, { privacy, members: (members ?? [ann]).map(one => [one, 'editor']) })
    projects.push({ gid: Number(gid), members })
  }
  const field = async (name: string, resource_subtype: string, more = {}) => {
    const gid = await ann.create('/custom_fields', { workspace, name, resource_subtype, ...more })
    for (const project of projects) await applyField(ann, String(project.gid), gid)
    return Number(gid)
  }
  const tag = async (name: string) => Number(await ann.create('/tags', { workspace, name }))
  return {
    ...{
      ...home,
      projects,
      people: [ann, ben, gus, await home.service('Bot')],
      tags: [await tag('red'), await tag('blue')],
    },
    fields: {
      text: await field('Text', 'text'),
      number: await field('Number', 'number', { precision: 1 }),
      secret: await field('Secret', 'text', { privacy_setting: 'private' }),
    },
  }
}

export async function build(random: Chance): Promise<RandomWorld> {
  const home = await buildEmpty()
  const made: string[] = []
  for (let index = 0; index < TASKS; index++) made.push(await addTask(random, home, made))
  for (const gid of made) if (random.is(10)) await home.ann.delete(`/tasks/${gid}`)
  const visible = new Map<string, Set<number>>()
  for (const person of home.people) {
    const seen = new Set<number>()
    for (const gid of made) if ((await person.get(`/tasks/${gid}?opt_fields=gid`)).status === 200) seen.add(Number(gid))
    visible.set(person.gid, seen)
  }
  return { ...home, visible, tasks: await known(home, home.fields) }
}

async function addTask(
  random: Chance,
  { ann, ben, people, projects, fields, tags, workspace }: EmptyWorld,
  made: string[],
): Promise<string> {
  const text = (most: number) => Array.from({ length: random.below(most + 1) }, () => random.pick(WORDS)).join(' ')
  const parent = made.length > 0 && random.is(20) ? random.pick(made) : undefined
  // wire: a subtask has no projects of its own when it is created
  const inside = parent ? [] : random.some(projects).map(({ gid }) => String(gid))
  const values = {
    [fields.text]: text(2) || null,
    [fields.number]: random.is(50) ? random.below(5) : null,
    [fields.secret]: text(1) || null,
  }
  const gid = await ann.create('/tasks', {
    ...{
      name: text(3),
      notes: text(3),
      workspace,
      ...(parent && { parent }),
      ...(inside.length > 0 && { projects: inside, custom_fields: values }),
    },
    ...{ assignee: random.pick([null, ann.gid, ben.gid]), due_on: random.pick([null, ...DAYS]) },
    ...{ completed: random.is(40), tags: random.some(tags).map(String) },
  })
  if (random.is(30)) await ann.create(`/tasks/${gid}/stories`, { text: `${text(2)} go` })
  if (random.is(20)) await ann.post(`/tasks/${gid}/addFollowers`, { followers: [random.pick(people.slice(0, 3)).gid] })
  if (random.is(30)) await ann.put(`/tasks/${gid}`, { liked: true })
  if (random.is(30)) await ann.put(`/tasks/${random.pick([...made, gid])}`, { completed: random.is(50) })
  return gid
}

/** Reads the rows of all tasks. */
async function known({ store }: World, { secret }: RandomWorld['fields']): Promise<TaskFacts[]> {
  const { db } = store.read
  const all = <T extends Parameters<typeof db.selectFrom>[0]>(table: T) =>
    db
      .selectFrom(table as 'tasks')
      .selectAll()
      .execute() as unknown as Promise<Json[]>
  const [rows, memberships, tags, followers, likes, stories, values] = await Promise.all(
    (
      [
        'tasks',
        'task_memberships',
        'task_tags',
        'task_followers',
        'task_likes',
        'stories',
        'custom_field_values',
      ] as const
    ).map(all),
  )
  const of = (table: Json[] | undefined, gid: number, column = 'task') =>
    (table ?? []).filter(row => row[column] === gid)
  return (rows ?? []).map(row => {
    const own = of(values, row.gid, 'object')
    return {
      ...{
        gid: row.gid,
        row,
        projects: of(memberships, row.gid).map(one => one.project),
        tags: of(tags, row.gid).map(one => one.tag),
      },
      ...{ followers: of(followers, row.gid).map(one => one.user), likes: of(likes, row.gid).length },
      values: new Map(own.map(one => [one.custom_field, one])),
      texts: textsOf(row, of(stories, row.gid, 'target'), own, secret),
    }
  })
}

const textsOf = (row: Json, stories: Json[], values: Json[], secret: number): TaskFacts['texts'] => [
  { title: row.name, body: row.notes, isHidden: false },
  ...stories
    .filter(({ type, deleted_at }) => type === 'comment' && deleted_at === null)
    .map(({ text }) => ({ title: '', body: text, isHidden: false })),
  ...values
    .filter(one => one.text_value !== null)
    .map(one => ({ title: '', body: one.text_value, isHidden: one.custom_field === secret })),
]
