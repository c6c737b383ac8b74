/**
 * How often a request goes to PostgreSQL and back before it is answered, with the limiters counting there: six typical
 * requests, checked in. What comes behind the answer keeps nobody waiting, and is told apart.
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

/** Who enters waits until that is counted; that somebody has left is counted while the answer is on its way. */
const isCount = (text: string) => text.startsWith('insert into shelf')

const nested = 'name,completed,due_on,assignee.name,projects.name,memberships.section.name,tags.name,followers.name'

test('a request goes to the database as often as is checked in', { skip }, async () => {
  const take = asked()
  const home = await world({ limits: { minute: 10_000, reads: 50, writes: 15, cost: 1_000_000 } })
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
  ]
  const found = new Map<string, number>()
  const lines = []
  for (const [name, request] of requests) {
    await request()
    await pause(50)
    take()
    const { status } = await request()
    await pause(50)
    assert.ok(status < 300, name)
    const texts = take().filter(text => !isProbe(text))
    const behind = texts.filter(isCount).length - 1
    found.set(name, texts.length - behind)
    lines.push(`${name}: ${texts.length - behind} before the answer, ${behind} behind it\n`)
  }
  golden('test/golden/postgres/round_trips.txt', lines.join(''))
  assert.ok((found.get('a task') ?? 9) <= 2, 'a task in two')
  assert.ok((found.get('a list of 100 tasks') ?? 9) <= 5, 'a list of a hundred in five')
})
