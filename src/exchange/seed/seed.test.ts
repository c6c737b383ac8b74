/** Seeds: what they load, where their gids come from, and that nothing but the objects is written. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded, seedOf } from '../../../test/harness/emulator/seeded.ts'
import { times } from '../../../test/harness/engine.ts'
import { type World, world } from '../../../test/harness/world.ts'
import { gidOfKey } from './keys.ts'
import { SeedRefused } from './load_seed.ts'
import { BUILT_IN_SEED, loadSeed, parseSeed } from './seed.ts'

const EXAMPLE = `
seed: 1
clock: 2026-01-05T09:00:00.000Z          # the world starts held at this instant; absent: real time
workspace: { key: acme, name: Acme, domains: [acme.test], plan: enterprise }
people:
  ann: { name: Ann Lee, email: ann@acme.test, admin: true, token: ann-token, time_zone: Europe/Berlin }
  ben: { name: Ben Oz, email: ben@acme.test, token: ben-token }
service_accounts: { robot: { token: robot-token, scopes: all } }
applications: { app: { secret: app-secret, redirect_uris: [http://localhost:3000/cb], scopes: [tasks:read] } }
teams: { eng: { name: Engineering, members: [ann, ben] } }
tags: { urgent: { color: red } }
custom_fields: { priority: { type: enum, options: [High, Low] }, points: { type: number, precision: 0 } }
projects:
  launch:
    name: Launch
    team: eng
    custom_fields: [priority, points]
    sections: { todo: To do, done: Done }
    tasks:
      brief: { name: Write the brief, section: todo, assignee: ann, due_on: +3d, tags: [urgent], custom_fields: { priority: High, points: 3 },
               comments: [{ by: ben, text: Which brief? }], depends_on: [plan], subtasks: { outline: { name: Outline } } }
      plan: { name: Plan, completed: true, created_at: -10d }
  bulk: { name: Bulk, generate: { tasks: 50, seed: 7, assignees: [ann, ben] } }
webhooks: { hook: { by: ann, resource: launch, target: http://127.0.0.1:9000/, secret: hook-secret } }   # no handshake
`

/** The numbers of rows that only changes write. */
const recorded = async ({ store }: World) => {
  const tables = ['changes', 'streams', 'audit_log_events'] as const
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const all = await store.read.db
      .selectFrom(table)
      .select(eb => eb.fn.countAll().as('rows'))
      .compile()
    const found = (await store.write(tx => tx.connection.first(all.sql, []))) as { rows: number }
    counts[table] = Number(found.rows)
  }
  return counts
}

test('the example of the design loads, and is read back by key', async () => {
  const at = await world()
  const loaded = await seeded(at, EXAMPLE)
  const ann = loaded.as('ann')
  const brief = (await ann.get(`/tasks/${loaded.gid('launch/brief')}`)).data
  assert.deepEqual(
    [brief.name, brief.due_on, brief.assignee.name, brief.tags[0].name],
    ['Write the brief', '2026-01-08', 'Ann Lee', 'urgent'],
  )
  assert.equal(brief.memberships[0].section.gid, loaded.gid('launch/todo'))
  const shown = Object.fromEntries(
    brief.custom_fields.map((field: { name: string; display_value: string }) => [field.name, field.display_value]),
  )
  assert.deepEqual(shown, { priority: 'High', points: '3' })
  const comments = (await ann.get(`/tasks/${brief.gid}/stories?opt_fields=text,created_by.name,type`)).data
  assert.deepEqual(
    comments.map((one: { text: string; created_by: { name: string } }) => [one.text, one.created_by.name]),
    [['Which brief?', 'Ben Oz']],
  )
  const dependencies = (await ann.get(`/tasks/${brief.gid}/dependencies`)).data
  assert.deepEqual(dependencies[0].gid, loaded.gid('launch/plan'))
  const plan = (await ann.get(`/tasks/${loaded.gid('launch/plan')}`)).data
  assert.equal(plan.created_at.slice(0, 10), '2025-12-26')
  assert.equal((await ann.get(`/tasks/${brief.gid}/subtasks`)).data[0].gid, loaded.gid('launch/brief/outline'))
  assert.equal((await ann.get(`/projects/${loaded.gid('bulk')}/tasks?limit=100`)).data.length, 50)
  const hooks = (await ann.get(`/webhooks?workspace=${loaded.gid('acme')}`)).data
  assert.deepEqual([hooks[0].gid, hooks[0].active], [loaded.gid('hook'), true])
  assert.equal((await loaded.as('robot').get('/users/me')).data.name, 'robot')
})

test('a seed records no change, story, event and audit entry', async () => {
  const at = await world()
  const before = await recorded(at)
  const loaded = await seeded(at, EXAMPLE)
  assert.deepEqual(await recorded(at), before)
  const stories = (await loaded.as('ann').get(`/tasks/${loaded.gid('launch/plan')}/stories`)).data
  assert.deepEqual(stories, [])
  const delivered: string[] = []
  await at.jobs.tick()
  assert.deepEqual(delivered, [])
})

test('changes after a seed are recorded as ever', async () => {
  const at = await world()
  const loaded = await seeded(at, EXAMPLE)
  const [ann, plan] = [loaded.as('ann'), loaded.gid('launch/plan')]
  const { sync } = (await ann.get(`/events?resource=${plan}`)).body
  await ann.put(`/tasks/${plan}`, { name: 'A better plan' })
  const { data } = await ann.get(`/events?resource=${plan}&sync=${sync}`)
  assert.ok(data.some((event: { action: string }) => event.action === 'changed'))
})

test('searches find what a seed loaded', async () => {
  const at = await world()
  const loaded = await seeded(at, EXAMPLE)
  const ann = loaded.as('ann')
  const found = (await ann.get(`/workspaces/${loaded.gid('acme')}/tasks/search?text=brief`)).data
  assert.ok(found.some((task: { gid: string }) => task.gid === loaded.gid('launch/brief')))
  const typed = (await ann.get(`/workspaces/${loaded.gid('acme')}/typeahead?resource_type=project&query=Laun`)).data
  assert.equal(typed[0].gid, loaded.gid('launch'))
})

test('the gid of a key follows from its type and path alone', () => {
  const { gids } = seedOf(EXAMPLE)
  assert.equal(gids['launch/brief'], String(gidOfKey('task', 'launch/brief')))
  assert.equal(gids['launch/brief'], '1015179550089495')
  for (const gid of Object.values(gids)) assert.match(gid, /^10\d{14}$/)
  assert.equal(gids['priority/High'], String(gidOfKey('enum_option', 'priority/High')))
})

test('the built-in seed has people with tokens, and five tasks in three sections', async () => {
  const at = await world()
  const { gids, tokens } = await loadSeed(at.store, BUILT_IN_SEED, () => at.clock.now)
  assert.deepEqual(tokens, { ann: 'ann-token', ben: 'ben-token', robot: 'robot-token' })
  assert.equal(Object.keys(gids).filter(key => key.startsWith('launch/')).length, 8)
})

test('a further seed adds to the objects of the first, and refers to them', async () => {
  const at = await world()
  const first = await seeded(at, EXAMPLE)
  const more = await seeded(
    at,
    `
seed: 1
workspace: { key: acme }
projects:
  next: { team: eng, by: ann, tasks: { start: { assignee: ben, projects: [launch], tags: [urgent] } } }
`,
    first.gids,
  )
  const task = (await first.as('ann').get(`/tasks/${more.gid('next/start')}`)).data
  assert.deepEqual(task.projects.map(({ name }: { name: string }) => name).toSorted(), ['Launch', 'next'])
  assert.equal(task.assignee.gid, first.gid('ben'))
})

test('a seed whose objects contradict each other or the store changes nothing', async () => {
  const at = await world()
  const start =
    'seed: 1\nworkspace: { key: acme }\npeople: { ann: { token: ann-token } }\ncustom_fields: { size: { type: text } }\n'
  for (const [rest, message] of [
    [
      'projects: { a: { tasks: { t: { assignee: "1234567890123" } } } }',
      /^5:42: .*assignee: there is no object 1234567890123$/,
    ],
    ['projects: { a: { custom_fields: [size, size] } }', /^5:40: .*: Is there already$/],
    [
      'projects: { a: { tasks: { t: { custom_fields: { size: x } } } } }',
      /size is not a field of any of its projects$/,
    ],
    [
      'projects: { a: { tasks: { t: { section: b/s } } }, b: { sections: { s: S } } }',
      /section: Is not one of its project$/,
    ],
    [
      'projects: { a: { tasks: { t: { depends_on: [u] }, u: { depends_on: [t] } } } }',
      /A task cannot depend on itself$/,
    ],
    ['portfolios: { p: { items: [q] }, q: { items: [p] } }', /A portfolio cannot contain itself$/],
    ['goals: { g: { supported_by: [g] } }', /A goal cannot support itself$/],
  ] as const) {
    const parsed = parseSeed(start + rest, 'yaml')
    if ('errors' in parsed) {
      assert.match(parsed.errors[0]?.message ?? '', message)
      continue
    }
    await assert.rejects(
      loadSeed(at.store, parsed.seed, () => at.clock.now),
      (error: unknown) => error instanceof SeedRefused && message.test(error.errors[0]?.message ?? ''),
      rest,
    )
    const me = { method: 'GET', url: '/api/1.0/users/me', headers: { authorization: 'Bearer ann-token' } }
    assert.equal((await at.send(me)).status, 401)
  }
})

test('a seed with an object that is there already changes nothing', async () => {
  const at = await world()
  await seeded(at, EXAMPLE)
  const again = seeded(at, 'seed: 1\nworkspace: { key: acme }\npeople: { cy: { token: cy-token-1 }, ann: {} }')
  await assert.rejects(again, (error: SeedRefused) => {
    assert.ok(error instanceof SeedRefused)
    assert.deepEqual(
      error.errors.map(({ message }) => message),
      [`3:38: people.ann: ann is there already, with the gid ${gidOfKey('user', 'ann')}`],
    )
    return true
  })
  const cy = await at.send({ method: 'GET', url: '/api/1.0/users/me', headers: { authorization: 'Bearer cy-token-1' } })
  assert.equal(cy.status, 401)
})

test('a seed of 50,000 tasks loads in one transaction, without a gap in what is derived', async () => {
  const tasks = times(50_000)
  const at = await world()
  const loaded = await seeded(
    at,
    `
seed: 1
workspace: { key: acme }
people: { ann: { admin: true, token: ann-token }, ben: {} }
projects: { bulk: { sections: { a: A, b: B }, generate: { tasks: ${tasks}, assignees: [ann, ben], sections: [a, b] } } }
`,
  )
  const ann = loaded.as('ann')
  const counts = (await ann.get(`/projects/${loaded.gid('bulk')}/task_counts?opt_fields=num_tasks`)).data
  assert.equal(counts.num_tasks, tasks)
})
