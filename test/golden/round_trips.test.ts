/**
 * The statements and round trips to PostgreSQL before typical requests are answered, with the limiters counting there.
 * Work after the response delays no client and is listed separately.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CapturedStatement, captureSql } from '../harness/captured_sql.ts'
import { isPostgres } from '../harness/engine.ts'
import { golden } from '../harness/golden.ts'
import { until } from '../harness/until.ts'
import { makeProject } from '../harness/work.ts'
import { type Answer, world } from '../harness/world.ts'

const skip = isPostgres ? false : 'only PostgreSQL has round trips'

/** The LISTEN connection of a store polls now and then whether the server responds. */
const isProbe = (text: string) => text === 'select 1'

/** Notifications of other instances are sent after the commit. */
const isNotification = (text: string) => text.startsWith('select pg_notify')

/** A request waits until its permit is counted; its release is counted while the response is on its way. */
const isPermitCount = (text: string) => text.startsWith('insert into shared_counters')

/** Includes the statement of the permit, and the one by which an instance reads the commits of others. */
const MAX_STATEMENTS_OF_WRITE = 9

/** Requests that fill the cache before the one that counts. */
const FIRST_REQUESTS = 3

/** The statements that count the permit of one request: when it is acquired, and when it is released. */
const PERMIT_COUNTS = 2

/** Adds the statements that count permits to those found, until `wanted` are found. */
async function untilCounted(
  take: () => CapturedStatement[],
  wanted: number,
  found: CapturedStatement[] = [],
): Promise<void> {
  const isFound = () => {
    found.push(...take().filter(({ text }) => isPermitCount(text)))
    return found.length >= wanted
  }
  await until(isFound, 'a permit is not counted')
}

const nested = 'name,completed,due_on,assignee.name,projects.name,memberships.section.name,tags.name,followers.name'

test('a request makes as many round trips to the database as the golden file states', { skip }, async () => {
  const take = captureSql()
  const home = await world({ verifiesCache: false, limits: { minute: 10_000, reads: 50, writes: 15, cost: 1_000_000 } })
  const { ann, clock } = home
  const project = await makeProject(home, { members: [[ann, 'admin']] })
  const tasks: string[] = []
  for (let count = 0; count < 100; count++) {
    tasks.push(await ann.create('/tasks', { projects: [project.gid], name: `Task ${count}` }))
  }
  // The memory cache must not expire in between.
  clock.step = 0
  // The permit of the last task may still be released.
  await untilCounted(take, tasks.length * PERMIT_COUNTS)
  const requests: [string, () => Promise<Answer>][] = [
    ['a task', () => ann.get(`/tasks/${tasks[0]}`)],
    ['a list of 100 tasks', () => ann.get(`/projects/${project.gid}/tasks?limit=100`)],
    ['a list of 100 tasks, nested', () => ann.get(`/projects/${project.gid}/tasks?limit=100&opt_fields=${nested}`)],
    ['me', () => ann.get('/users/me')],
    ['a new task in a project', () => ann.post('/tasks', { projects: [project.gid], name: 'New' })],
    ['a task is completed', () => ann.put(`/tasks/${tasks[1]}`, { completed: ++completions % 2 === 0 })],
    ['a task is renamed', () => ann.put(`/tasks/${tasks[2]}`, { name: `Task ${++names}` })],
    ['a comment', () => ann.post(`/tasks/${tasks[3]}/stories`, { text: 'Well done' })],
  ]
  const found = new Map<string, number>()
  let names = 100
  let completions = 0
  const lines = []
  for (const [name, request] of requests) {
    // The first requests fill the cache.
    for (let count = 0; count < FIRST_REQUESTS; count++) await request()
    await untilCounted(take, FIRST_REQUESTS * PERMIT_COUNTS)
    clock.now++
    const { status } = await request()
    assert.ok(status < 300, name)
    const all = take().filter(({ text }) => !isProbe(text) && !isNotification(text))
    const counts = all.filter(({ text }) => isPermitCount(text))
    await untilCounted(take, PERMIT_COUNTS, counts)
    const before = all.filter(one => !counts.slice(1).includes(one))
    const trips = new Set(before.map(({ roundTrip }) => roundTrip)).size
    found.set(name, trips)
    lines.push(
      `${name}: ${before.length} statements in ${trips} round trips before the response, ${counts.length - 1} after it\n`,
    )
  }
  golden('test/golden/postgres/round_trips.txt', lines.join(''))
  assert.ok((found.get('a task') ?? 9) <= 2, 'a task in two')
  for (const name of ['a new task in a project', 'a task is renamed', 'a comment']) {
    assert.ok((found.get(name) ?? 99) <= MAX_STATEMENTS_OF_WRITE, `${name} in ${MAX_STATEMENTS_OF_WRITE}`)
  }
  assert.ok((found.get('a list of 100 tasks') ?? 9) <= 3, 'a list of a hundred in three')
})
