/** A page whose storage and requests a test holds, and the server behind it: for tests of the outbox. */
import { createActs } from './acts.ts'
import type { Cache } from './cache.ts'
import { type Answer, type Call, createOutbox, type OutboxItem } from './outbox.ts'
import { createRecords, type Gid } from './records.ts'
import { setMembers } from './tasks.ts'

type Members = Record<string, unknown>

/** How a request ends: `lost` is executed without a response. */
export type Outcome = 'ok' | 'lost' | 'unreachable' | 'limited' | 'broken' | 'refused'

const FAILURES: Partial<Record<Outcome, number>> = { unreachable: 0, limited: 429, broken: 500 }

/** A server with tasks whose members are set by PUT, whose tags by POST, and that refuses the name "bad". */
function fakeServer(count: number) {
  const tasks = new Map<Gid, Members>()
  const keys = new Map<string, Answer>()
  let created = 0
  for (let index = 0; index < count; index++) tasks.set(`${index}`, { name: 'old', due_on: null, tags: [] })
  const refused = (message: string): Answer => ({ status: 400, message })
  const ok = (data: unknown): Answer => ({ status: 200, message: '', data })
  const run = ({ method, path, data = {} }: Call, key: string): Answer => {
    const known = keys.get(key)
    if (method === 'POST' && known) return known
    const [, , , type, gid = '', verb] = path.split('/')
    if (type === 'batch') {
      const actions = data.actions as { method: string; relative_path: string; data: Members }[]
      const answers = actions.map(action => {
        const call = { method: action.method.toUpperCase() as Call['method'], path: `/api/1.0${action.relative_path}` }
        const { status, message, data: body } = run({ ...call, data: action.data }, '')
        return { status_code: status, body: status < 300 ? { data: body } : { errors: [{ message }] } }
      })
      return ok(answers)
    }
    if (method === 'POST' && !gid) {
      const made = `new${created++}`
      tasks.set(made, { name: '', due_on: null, tags: [], ...data })
      const answer = ok({ gid: made, ...tasks.get(made) })
      keys.set(key, answer)
      return answer
    }
    const task = tasks.get(gid)
    if (!task) return { status: 404, message: 'Not found' }
    if (method === 'DELETE') {
      tasks.delete(gid)
      return ok({})
    }
    if (data.name === 'bad') return refused('name: bad')
    if (verb) {
      const tags = (task.tags as Gid[]).filter(tag => tag !== data.tag)
      tasks.set(gid, { ...task, tags: verb === 'addTag' ? [...tags, data.tag] : tags })
      return ok({})
    }
    tasks.set(gid, { ...task, ...data })
    return ok({ gid, ...tasks.get(gid) })
  }
  return { tasks, run }
}

/** A moment of today: numbers of this size have few digits for fractions. */
const START_MS = Date.parse('2026-12-08T10:00:00Z')

/** What a killed page leaves: the server, and the writes of its storage that were executed. */
interface Killed {
  server: ReturnType<typeof fakeServer>
  left: readonly Write[]
}

/** A write of the storage: an item, or the id of one that was deleted. */
type Write = OutboxItem | string

/** A page with a cache of the tasks of a fake server, whose requests wait until a test answers them. */
export function page(count: number, { server, left }: Killed = { server: fakeServer(count), left: [] }) {
  const records = createRecords()
  const waiting: { call: Call; key: string; answer(answer: Answer): void }[] = []
  const timers: (() => void)[] = []
  const stored = new Map<string, OutboxItem>()
  const writes: Write[] = []
  const write = (one: Write) => {
    writes.push(one)
    if (typeof one === 'string') stored.delete(one)
    else stored.set(one.id, one)
  }
  left.forEach(write)
  const rejected: string[] = []
  const read = (gid: Gid) => {
    const task = server.tasks.get(gid)
    records.confirm([{ gid, members: task ? { resource_type: 'task', ...task } : null }])
  }
  for (const gid of server.tasks.keys()) read(gid)
  const clock = { now: START_MS, isReachable: true, kept: Promise.resolve() }
  const conflicts: string[] = []
  const outbox = createOutbox({
    records,
    page: 'page',
    afterPage: async (_page, run) => run(),
    storage: {
      put: async item => write(item),
      delete: async id => write(id),
      // A database returns items by their ids, which are random.
      all: async () => [...stored.values()].toReversed(),
    },
    send: (call, key) => new Promise(answer => waiting.push({ call, key, answer })),
    read: async gid => {
      const data = server.tasks.get(gid)
      return clock.isReachable ? { status: 200, message: '', data } : { status: 0, message: '' }
    },
    now: () => clock.now,
    delay: run => void timers.push(run),
    onConfirmed: (item, data) => {
      const { gid } = (data ?? {}) as { gid?: Gid }
      read(gid ?? item.subject)
    },
    onRejected: ({ title }, { message }) => {
      rejected.push(`${title}: ${message}`)
      return clock.kept
    },
    onConflict: ({ title }) => void conflicts.push(title),
    onSessionEnded: () => {},
    onRenamed: () => {},
  })
  let ids = left.length
  const acts = createActs({ records, outbox, now: () => clock.now, newId: () => `id${ids++}` })
  const cache = { records, user: '0', workspace: '1' } as unknown as Cache
  const settle = () => new Promise<void>(resolve => setImmediate(resolve))
  const respond = async (outcome: Outcome = 'ok') => {
    const request = waiting.shift()
    if (!request) return
    const { call, key, answer } = request
    const failure = FAILURES[outcome]
    if (failure !== undefined) answer({ status: failure, message: '' })
    else if (outcome === 'refused') answer({ status: 403, message: 'refused' })
    else {
      const result = server.run(call, key)
      answer(outcome === 'lost' ? { status: 0, message: '' } : result)
    }
    await settle()
  }
  const elapse = async () => {
    for (const run of timers.splice(0)) run()
    await settle()
  }
  const finish = async () => {
    for (let round = 0; round < 500 && outbox.state().unsent > 0; round++) {
      await respond()
      await elapse()
    }
  }
  const rename = (gid: Gid, name: string) =>
    acts.act({ title: `name ${name}`, steps: [setMembers(cache, gid, { name })] })
  return {
    ...{ server, records, outbox, acts, cache, waiting, rejected, conflicts, stored, writes, clock },
    ...{ read, respond, elapse, finish, settle, rename },
  }
}
