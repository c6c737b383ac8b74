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
interface GrantMethod {
  name: string
  /** Whether it makes the list readable as well. */
  listed: boolean
  path: string
  method: string
  grant: [verb: string, body: object]
  revoke: [verb: string, body: object]
}

interface Pair {
  number: number
  writer: Caller
  reader: Caller
  project: string
  task: string
  grantMethod: GrantMethod
  chance: Chance
  /** The number of renames of the task. */
  version: number
}

/** The outcomes of reads during changes of a right. */
interface Outcomes {
  shown: number
  refused: number
  unanswered: number
}

const PAIRS = 24
const SECRET = 'secret'

const grantMethodsOf = (project: string, task: string, team: string, reader: string): GrantMethod[] => {
  const both = { listed: true, method: 'POST' }
  const people = (verb: string, key: string): [string, object] => [verb, { [key]: [reader] }]
  const member = (verb: string): [string, object] => [verb, { user: reader }]
  const privacy = (privacy_setting: string): [string, object] => ['', { privacy_setting }]
  return [
    {
      ...{ ...both, name: 'member of the project', path: `/projects/${project}` },
      ...{ grant: people('/addMembers', 'members'), revoke: people('/removeMembers', 'members') },
    },
    {
      ...{ ...both, name: 'member of the team', path: `/teams/${team}` },
      ...{ grant: member('/addUser'), revoke: member('/removeUser') },
    },
    {
      ...{ listed: true, method: 'PUT', name: 'privacy', path: `/projects/${project}` },
      ...{ grant: privacy('public_to_workspace'), revoke: privacy('private') },
    },
    {
      ...{ listed: false, method: 'POST', name: 'follower', path: `/tasks/${task}` },
      ...{ grant: people('/addFollowers', 'followers'), revoke: people('/removeFollowers', 'followers') },
    },
  ]
}

async function createPair(stage: Stage, number: number, seed: number): Promise<Pair> {
  const [writer, reader] = [await stage.person(`Writer ${number}`), await stage.person(`Reader ${number}`)]
  const create = async (path: string, data: object) =>
    (await sendOk(stage, 0, writer, ['POST', path, data])).data.gid as string
  const team = await create('/teams', { organization: String(stage.workspace), name: `Team ${number}` })
  const project = await create('/projects', { workspace: String(stage.workspace), team, name: `Project ${number}` })
  const task = await create('/tasks', { name: 'open 0', projects: [project] })
  const methods = grantMethodsOf(project, task, team, reader.gid)
  const grantMethod = methods[number % methods.length]
  if (!grantMethod) throw new Error('No way to grant a right is defined.')
  const privacy_setting = grantMethod.name === 'member of the team' ? 'private_to_team' : 'private'
  await sendOk(stage, 0, writer, ['PUT', `/projects/${project}`, { privacy_setting }])
  return { number, writer, reader, project, task, grantMethod, chance: chanceOf(seed + number), version: 0 }
}

/** Reads the task by itself or in its list, in turn. */
function read(
  { ask }: Stage,
  { reader, project, task, grantMethod }: Pair,
  instance: number,
  time: number,
): Promise<Reply> {
  if (time % 2 === 0 || !grantMethod.listed) return ask(instance, reader, 'GET', `/tasks/${task}`)
  return ask(instance, reader, 'GET', `/projects/${project}/tasks?opt_fields=name,notes,projects.name`)
}

const isRefused = ({ status }: Reply) => status === 403 || status === 404

/** Compares a response with what may be shown: nothing, the task as it is, or either. */
function compare(stage: Stage, pair: Pair, reply: Reply, may: 'shown' | 'refused' | 'either', when: string): void {
  const { counts, report: found } = stage
  if ([0, 429, 503].includes(reply.status) || reply.status >= 500) return
  const { number, grantMethod, version, task, reader } = pair
  const about = `pair ${number} (${grantMethod.name}; task ${task}, reader ${reader.gid}) ${when}, request ${counts.requests}`
  const isShown = reply.status === 200
  if (reply.text.includes(SECRET) || (isShown && may === 'refused')) found('leaks', `${about}: ${reply.text}`)
  else if (isShown ? !reply.text.includes(`"open ${version}"`) : may === 'shown' || !isRefused(reply)) {
    found('stale', `${about}, version ${version}: ${reply.status} ${reply.text}`)
  }
}

async function changeAndRead(
  stage: Stage,
  pair: Pair,
  time: number,
  is: 'grant' | 'revoke',
  outcomes: Outcomes,
): Promise<void> {
  const { writer, grantMethod, chance } = pair
  const [verb, body] = grantMethod[is]
  const [writing, reading] = [chance.below(stage.instances), pair.number % stage.instances]
  const at = writing === reading ? writing + 1 : writing
  const [, reply] = await Promise.all([
    sendOk(stage, at, writer, [grantMethod.method, grantMethod.path + verb, body]),
    read(stage, pair, reading, time),
  ])
  stage.counts.rightsChanges++
  compare(stage, pair, reply, 'either', `while it is to ${is}`)
  outcomes[reply.status === 200 ? 'shown' : isRefused(reply) ? 'refused' : 'unanswered']++
  compare(stage, pair, await read(stage, pair, reading, time), is === 'grant' ? 'shown' : 'refused', `after ${is}`)
}

async function rename(stage: Stage, pair: Pair, name: string): Promise<void> {
  await sendOk(stage, pair.chance.below(stage.instances), pair.writer, ['PUT', `/tasks/${pair.task}`, { name }])
}

/** Two steps: the right is granted, and revoked; sometimes the task has a secret name until it is granted again. */
async function cycle(stage: Stage, pair: Pair, time: number, outcomes: Outcomes): Promise<void> {
  await changeAndRead(stage, pair, time, 'grant', outcomes)
  await changeAndRead(stage, pair, time + pair.chance.below(2), 'revoke', outcomes)
  if (pair.chance.below(4) > 0) return
  await rename(stage, pair, `${SECRET} ${time}`)
  compare(stage, pair, await read(stage, pair, time, time), 'refused', 'while its name is secret')
  await rename(stage, pair, `open ${++pair.version}`)
}

/** This number of changes of rights, each with a concurrent read; or as many as fit until a time. */
export async function changeRights(
  stage: Stage,
  rounds: number,
  seed: number,
  isOver: () => boolean,
): Promise<Outcomes> {
  const pairs: Pair[] = []
  while (pairs.length < PAIRS) pairs.push(await createPair(stage, pairs.length, seed))
  const outcomes: Outcomes = { shown: 0, refused: 0, unanswered: 0 }
  let begun = 0
  const all = pairs.map(async pair => {
    for (let time = 0; begun < rounds && !isOver(); time++) {
      begun += 2
      await cycle(stage, pair, time, outcomes)
    }
  })
  await Promise.all(all)
  return outcomes
}
