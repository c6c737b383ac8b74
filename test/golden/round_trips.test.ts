/**
 * What PostgreSQL is asked before a request is answered, and in how many journeys there and back, with the limiters
 * counting there: typical requests, checked in. What comes behind the answer keeps nobody waiting, and is told apart.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { asked } from '../harness/asked.ts'
import { isPostgres } from '../harness/engine.ts'
import { golden } from '../harness/golden.ts'
import { makeProject } from '../harness/work.ts'
import { type Answer, world } from '../harness/world.ts'

const skip = isPostgres ? false : 'only PostgreSQL is asked by the network'

/** A connection that listens, of whatever store, looks now and then whether somebody is at the other end. */
const isProbe = (text: string) => text === 'select 1'

/** What copies tell each other goes behind the commit. */
const isNews = (text: string) => text.startsWith('select pg_notify')

/** Who enters waits until that is counted; that somebody has left is counted while the answer is on its way. */
const isCount = (text: string) => text.startsWith('insert into shared_counters')

/** With the one of who enters, and the one by which a copy hears what others have committed. */
const MOST_OF_A_WRITE = 9

const nested = 'name,completed,due_on,assignee.name,projects.name,memberships.section.name,tags.name,followers.name'

test('a request makes as many round trips to the database as the golden file states', { skip }, async () => {
  const take = asked()
  const home = await world({ checksShown: false, limits: { minute: 10_000, reads: 50, writes: 15, cost: 1_000_000 } })
  const { ann, clock } = home
  const project = await makeProject(home, { members: [[ann, 'admin']] })
  const tasks: string[] = []
  for (let count = 0; count < 100; count++) {
    tasks.push(await ann.makes('/tasks', { projects: [project.gid], name: `Task ${count}` }))
  }
  // What is kept near must not run out on the way.
  clock.step = 0
  const requests: [string, () => Promise<Answer>][] = [
    ['a task', () => ann.get(`/tasks/${tasks[0]}`)],
    ['a list of 100 tasks', () => ann.get(`/projects/${project.gid}/tasks?limit=100`)],
    ['a list of 100 tasks, nested', () => ann.get(`/projects/${project.gid}/tasks?limit=100&opt_fields=${nested}`)],
    ['me', () => ann.get('/users/me')],
    ['a new task in a project', () => ann.post('/tasks', { projects: [project.gid], name: 'New' })],
    ['a task is completed', () => ann.put(`/tasks/${tasks[1]}`, { completed: true })],
    ['a task is renamed', () => ann.put(`/tasks/${tasks[2]}`, { name: `Task ${++names}` })],
    ['a comment', () => ann.post(`/tasks/${tasks[3]}/stories`, { text: 'Well done' })],
  ]
  const found = new Map<string, number>()
  let names = 100
  const lines = []
  for (const [name, request] of requests) {
    // With the first ones, what is shown comes near.
    for (let count = 0; count < 3; count++) await request()
    await pause(50)
    take()
    const { status } = await request()
    assert.ok(status < 300, name)
    const all = take().filter(({ text }) => !isProbe(text) && !isNews(text))
    const counts = all.filter(({ text }) => isCount(text))
    for (let tries = 0; counts.length < 2 && tries < 400; tries++) {
      await pause(5)
      counts.push(...take().filter(({ text }) => isCount(text)))
    }
    const before = all.filter(one => !counts.slice(1).includes(one))
    const journeys = new Set(before.map(({ journey }) => journey)).size
    found.set(name, journeys)
    lines.push(`${name}: ${before.length} in ${journeys} journeys before the answer, ${counts.length - 1} behind it\n`)
  }
  golden('test/golden/postgres/round_trips.txt', lines.join(''))
  assert.ok((found.get('a task') ?? 9) <= 2, 'a task in two')
  for (const name of ['a new task in a project', 'a task is renamed', 'a comment']) {
    assert.ok((found.get(name) ?? 99) <= MOST_OF_A_WRITE, `${name} in ${MOST_OF_A_WRITE}`)
  }
  assert.ok((found.get('a list of 100 tasks') ?? 9) <= 5, 'a list of a hundred in five')
})
