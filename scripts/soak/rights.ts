/**
 * A right is granted or revoked, and an object is read at the same moment at two instances.
 *
 * Invariants:
 * - The response is a 404, or the object as it was at a moment at which the reader had the right.
 * - Once the change is acknowledged, every instance shows the new state.
 *
 * While a reader has no right, the object sometimes has a name that they must never read.
 */
import { type Chance, chanceOf } from './chance.ts'
import { sendOk } from './send_ok.ts'
import type { Caller, Reply, Stage } from './stage.ts'

/** A way to grant a right and to revoke it. */
interface Way {
  name: string
  /** Whether it makes the list readable as well. */
  listed: boolean
  path: string
  method: string
  give: [verb: string, body: object]
  take: [verb: string, body: object]
}

interface Pair {
  number: number
  keeper: Caller
  reader: Caller
  project: string
  task: string
  way: Way
  chance: Chance
  /** The number of renames of the task. */
  version: number
}

/** The outcomes of reads during changes of a right. */
interface Met {
  shown: number
  refused: number
  unanswered: number
}

const PAIRS = 24
const SECRET = 'secret'

const waysOf = (project: string, task: string, team: string, reader: string): Way[] => {
  const both = { listed: true, method: 'POST' }
  const people = (verb: string, key: string): [string, object] => [verb, { [key]: [reader] }]
  const member = (verb: string): [string, object] => [verb, { user: reader }]
  const privacy = (privacy_setting: string): [string, object] => ['', { privacy_setting }]
  return [
    {
      ...{ ...both, name: 'member of the project', path: `/projects/${project}` },
      ...{ give: people('/addMembers', 'members'), take: people('/removeMembers', 'members') },
    },
    {
      ...{ ...both, name: 'member of the team', path: `/teams/${team}` },
      ...{ give: member('/addUser'), take: member('/removeUser') },
    },
    {
      ...{ listed: true, method: 'PUT', name: 'privacy', path: `/projects/${project}` },
      ...{ give: privacy('public_to_workspace'), take: privacy('private') },
    },
    {
      ...{ listed: false, method: 'POST', name: 'follower', path: `/tasks/${task}` },
      ...{ give: people('/addFollowers', 'followers'), take: people('/removeFollowers', 'followers') },
    },
  ]
}

async function makePair(stage: Stage, number: number, seed: number): Promise<Pair> {
  const [keeper, reader] = [await stage.person(`Keeper ${number}`), await stage.person(`Reader ${number}`)]
  const makes = async (path: string, data: object) =>
    (await sendOk(stage, 0, keeper, ['POST', path, data])).data.gid as string
  const team = await makes('/teams', { organization: String(stage.workspace), name: `Team ${number}` })
  const project = await makes('/projects', { workspace: String(stage.workspace), team, name: `Project ${number}` })
  const task = await makes('/tasks', { name: 'open 0', projects: [project] })
  const ways = waysOf(project, task, team, reader.gid)
  const way = ways[number % ways.length]
  if (!way) throw new Error('No way to grant a right is defined.')
  const privacy_setting = way.name === 'member of the team' ? 'private_to_team' : 'private'
  await sendOk(stage, 0, keeper, ['PUT', `/projects/${project}`, { privacy_setting }])
  return { number, keeper, reader, project, task, way, chance: chanceOf(seed + number), version: 0 }
}

/** Reads the task by itself or in its list, in turn. */
function read({ ask }: Stage, { reader, project, task, way }: Pair, instance: number, time: number): Promise<Reply> {
  if (time % 2 === 0 || !way.listed) return ask(instance, reader, 'GET', `/tasks/${task}`)
  return ask(instance, reader, 'GET', `/projects/${project}/tasks?opt_fields=name,notes,projects.name`)
}

const isRefused = ({ status }: Reply) => status === 403 || status === 404

/** Compares a response with what may be shown: nothing, the task as it is, or either. */
function compare(stage: Stage, pair: Pair, heard: Reply, may: 'shown' | 'refused' | 'either', when: string): void {
  const { counts, found } = stage
  if ([0, 429, 503].includes(heard.status) || heard.status >= 500) return
  const { number, way, version, task, reader } = pair
  const about = `pair ${number} (${way.name}; task ${task}, reader ${reader.gid}) ${when}, request ${counts.requests}`
  const isShown = heard.status === 200
  if (heard.text.includes(SECRET) || (isShown && may === 'refused')) found('leaks', `${about}: ${heard.text}`)
  else if (isShown ? !heard.text.includes(`"open ${version}"`) : may === 'shown' || !isRefused(heard)) {
    found('stale', `${about}, version ${version}: ${heard.status} ${heard.text}`)
  }
}

async function turn(stage: Stage, pair: Pair, time: number, is: 'give' | 'take', met: Met): Promise<void> {
  const { keeper, way, chance } = pair
  const [verb, body] = way[is]
  const [writing, reading] = [chance.below(stage.instances), pair.number % stage.instances]
  const at = writing === reading ? writing + 1 : writing
  const [, heard] = await Promise.all([
    sendOk(stage, at, keeper, [way.method, way.path + verb, body]),
    read(stage, pair, reading, time),
  ])
  stage.counts.rightsChanges++
  compare(stage, pair, heard, 'either', `while it is to ${is}`)
  met[heard.status === 200 ? 'shown' : isRefused(heard) ? 'refused' : 'unanswered']++
  compare(stage, pair, await read(stage, pair, reading, time), is === 'give' ? 'shown' : 'refused', `after ${is}`)
}

async function rename(stage: Stage, pair: Pair, name: string): Promise<void> {
  await sendOk(stage, pair.chance.below(stage.instances), pair.keeper, ['PUT', `/tasks/${pair.task}`, { name }])
}

/** Two steps: the right is granted, and revoked; sometimes the task has a secret name until it is granted again. */
async function cycle(stage: Stage, pair: Pair, time: number, met: Met): Promise<void> {
  await turn(stage, pair, time, 'give', met)
  await turn(stage, pair, time + pair.chance.below(2), 'take', met)
  if (pair.chance.below(4) > 0) return
  await rename(stage, pair, `${SECRET} ${time}`)
  compare(stage, pair, await read(stage, pair, time, time), 'refused', 'while its name is secret')
  await rename(stage, pair, `open ${++pair.version}`)
}

/** This number of changes of rights, each with a concurrent read; or as many as fit until a time. */
export async function changeRights(stage: Stage, rounds: number, seed: number, isOver: () => boolean): Promise<Met> {
  const pairs: Pair[] = []
  while (pairs.length < PAIRS) pairs.push(await makePair(stage, pairs.length, seed))
  const met: Met = { shown: 0, refused: 0, unanswered: 0 }
  let begun = 0
  const all = pairs.map(async pair => {
    for (let time = 0; begun < rounds && !isOver(); time++) {
      begun += 2
      await cycle(stage, pair, time, met)
    }
  })
  await Promise.all(all)
  return met
}
