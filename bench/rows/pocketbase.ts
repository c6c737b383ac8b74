/**
 * The same works by PocketBase: 2,000 tasks with five fields in 20 projects, an ordinary user, durable writes on both
 * sides. The comparison is unfair: its record is flat, a tenth in size, and it has no log, stories or streams. It is
 * queried without a total and without a request log, and by two rules: a member of the project, as with us, or any
 * account.
 */
import { type Checkout, serve } from '../checkout.ts'
import { bytes, CONNECTIONS, loaded, rawBytes, WARM_UPS_OF_WRITES } from '../contender.ts'
import { type Peer, type Rule, startPeer } from '../pocketbase/peer.ts'
import { measure, type RowMeasurement } from '../rows.ts'
import type { Shape } from '../stores/content.ts'
import { copyOf, type Seeded, seeded } from '../stores/seed.ts'
import { newTask } from './create.ts'

const shape: Shape = { tasks: 2000, fields: true, people: 50, projects: 20, workspaces: 1, team: 0 }
const FEW = 100
/** The columns of a task and its five fields, as the other's record. */
const COLUMNS = 'name,notes,completed,assignee,due_on,created_at,modified_at,custom_fields'
const RECORDS = '/api/collections/tasks/records'
const name = (turn: number) => ({ name: `A name that was given in turn ${turn}` })

interface Asked {
  work: string
  connections?: number
  /** See `race`. */
  warmUps?: number
  ours(store: Seeded): string[]
  theirs(peer: Peer): string[]
}

/** Each task is written with two values in turn, so that every write changes it. */
const renamed = <Task>(tasks: Task[], request: (task: Task | undefined, turn: number) => string): string[] =>
  Array.from({ length: 2 * FEW }, (_, turn) => request(tasks[1 + (turn % FEW)], turn))

const list = (most: number): Asked => ({
  work: `list of ${most} of one project`,
  ours: ({ hundred, token }) => [bytes('GET', `/tasks?project=${hundred}&limit=${most}&opt_fields=${COLUMNS}`, token)],
  theirs({ project, token }) {
    const filter = encodeURIComponent(`(project='${project}')`)
    return [rawBytes('GET', `${RECORDS}?perPage=${most}&skipTotal=1&filter=${filter}`, token)]
  },
})

const create = (connections: number): Asked => ({
  ...{ work: `create, ${connections} at once`, connections, warmUps: WARM_UPS_OF_WRITES },
  ours: ({ hundred, token }) => [bytes('POST', '/tasks', token, newTask(hundred))],
  theirs({ project, token }) {
    const { projects: _, ...data } = newTask(0)
    return [rawBytes('POST', RECORDS, token, { ...data, project })]
  },
})

const works: Asked[] = [
  {
    work: 'one record',
    ours: ({ tasks, token }) => tasks.slice(1, 1 + FEW).map(task => bytes('GET', `/tasks/${task}`, token)),
    theirs: ({ tasks, token }) => tasks.slice(1, 1 + FEW).map(task => rawBytes('GET', `${RECORDS}/${task}`, token)),
  },
  list(20),
  list(100),
  {
    work: 'update',
    warmUps: WARM_UPS_OF_WRITES,
    ours: ({ tasks, token }) => renamed(tasks, (task, turn) => bytes('PUT', `/tasks/${task}`, token, name(turn))),
    theirs: ({ tasks, token }) =>
      renamed(tasks, (task, turn) => rawBytes('PATCH', `${RECORDS}/${task}`, token, name(turn))),
  },
  create(1),
  create(CONNECTIONS),
]

export const pocketbase: RowMeasurement = async report => {
  for (const { work, connections = CONNECTIONS, warmUps = 1, ours, theirs } of works) {
    const rules: Rule[] = ['project', 'account']
    await measure(report, {
      work: `peer: ${work}`,
      warmUps,
      async by(checkout: Checkout) {
        const { store, remove } = copyOf(await seeded(checkout, shape))
        const contender = await loaded(await serve(checkout, { folder: store.folder }), ours(store), { connections })
        return { ...contender, end: () => contender.end().finally(remove) }
      },
      others: rules.map(rule => ({
        ...{ against: `PocketBase, rights by ${rule}`, target: '≥ 3' },
        async start() {
          const peer = await startPeer(rule)
          return loaded(peer.server, theirs(peer), { connections })
        },
      })),
    })
  }
}
