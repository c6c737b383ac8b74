/** Roles, time, capacity, custom types and requests of a seed are those that the API creates from the same input. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordAt } from '../../../test/harness/emulator/records.ts'
import { seeded } from '../../../test/harness/emulator/seeded.ts'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { world } from '../../../test/harness/world.ts'
import type { Name } from '../../names.ts'

const SEED = `
seed: 1
workspace: { key: example, name: Example, domains: [example.org] }
roles:
  contractor: { name: Contractor, description: From outside, base_role_type: member, permissions: { create_team: false } }
people:
  ann:
    name: Ann
    email: ann@example.org
    admin: true
    token: ann-token
    ooo_entries: [{ start_date: 2026-02-02, end_date: 2026-02-06 }]
    timesheet_approval_statuses: [{ start_date: 2026-01-12, end_date: 2026-01-18, approval_status: submitted }]
  ben: { name: Ben, email: ben@example.org, token: ben-token }
placeholders: { designer: Designer }
time_tracking_categories: { design: { name: Design, color: blue } }
projects:
  launch:
    name: Launch
    privacy_setting: private
    custom_types:
      bug:
        name: Bug
        status_options:
          - { name: Open, completion_state: Incomplete, color: red }
          - { name: Fixed, completion_state: Complete, color: green }
    allocations: [{ assignee: designer, start_date: 2026-01-05, end_date: 2026-01-09, effort: { type: hours, value: 4 } }]
    budget: { budget_type: time, total: { enabled: true, value: 600 }, actual: { billable_status_filter: any } }
    rates: [{ resource: designer, rate: 100 }]
    access_requests: [{ by: ben, message: Please }]
    tasks:
      crash:
        name: Crash
        time_tracking_entries: [{ duration_minutes: 30, categories: [design], entered_on: 2026-01-06 }]
        comments: [{ text: Done, reactions: [🎉] }]
`

/** The same objects, made by calls of clients. Returns their gids by the keys of the seed. */
async function made(at: Awaited<ReturnType<typeof world>>): Promise<Record<string, string>> {
  const { ann, ben, workspace } = at
  const page = await signedIn(at, ann)
  const contractor = await ann.create('/roles', {
    ...{ workspace, name: 'Contractor', description: 'From outside', base_role_type: 'member' },
    permissions: { create_team: false },
  })
  const ooo = { workspace, user: ann.gid, start_date: '2026-02-02', end_date: '2026-02-06' }
  await ann.create('/ooo_entries', ooo)
  const days = { start_date: '2026-01-12', end_date: '2026-01-18' }
  const sheet = await ann.create('/timesheet_approval_statuses', { workspace, user: ann.gid, ...days })
  await ok(ann.put(`/timesheet_approval_statuses/${sheet}`, { approval_status: 'submitted' }))
  const placeholder = await ok(page.post(`/organizations/${workspace}/placeholders`, { name: 'Designer' }))
  const designer = placeholder.data.gid
  const design = await ann.create('/time_tracking_categories', { workspace, name: 'Design', color: 'blue' })
  const launch = await ann.create('/projects', { workspace, name: 'Launch', privacy_setting: 'private' })
  const bug = (await ok(page.post('/custom_types', { project: launch, name: 'Bug', status_options: STATUS_OPTIONS })))
    .data.gid
  const week = { start_date: '2026-01-05', end_date: '2026-01-09' }
  const effort = { type: 'hours', value: 4 }
  await ann.create('/allocations', { parent: launch, assignee: designer, ...week, effort })
  const budget = {
    budget_type: 'time',
    total: { enabled: true, value: 600 },
    actual: { billable_status_filter: 'any' },
  }
  await ann.create('/budgets', { parent: launch, ...budget })
  await ann.create('/rates', { parent: launch, resource: designer, rate: 100 })
  await ben.create('/access_requests', { target: launch, message: 'Please' })
  const crash = await ann.create('/tasks', { projects: [launch], name: 'Crash' })
  const entry = { duration_minutes: 30, categories: [design], entered_on: '2026-01-06' }
  await ann.create(`/tasks/${crash}/time_tracking_entries`, entry)
  const target = await ann.create(`/tasks/${crash}/stories`, { text: 'Done' })
  await ok(page.post('/reactions', { target, emoji: '🎉' }))
  return { contractor, designer, design, launch, 'launch/bug': bug, 'launch/crash': crash, ann: ann.gid, workspace }
}

const STATUS_OPTIONS = [
  { name: 'Open', completion_state: 'Incomplete', color: 'red' },
  { name: 'Fixed', completion_state: 'Complete', color: 'green' },
]

/** The last object of a list: a seed creates no stories of the system, which come first. */
const last = (records: unknown): unknown => (Array.isArray(records) ? records.at(-1) : records)

/** Where the objects of each type are read, by the gids of their keys. */
const PATHS: readonly (readonly [Name, (gid: (key: string) => string) => string])[] = [
  ['role', gid => `/roles/${gid('contractor')}`],
  ['ooo_entry', gid => `/ooo_entries?user=${gid('ann')}&workspace=${gid('workspace')}`],
  ['timesheet_approval_status', gid => `/timesheet_approval_statuses?user=${gid('ann')}&workspace=${gid('workspace')}`],
  ['time_tracking_category', gid => `/time_tracking_categories/${gid('design')}`],
  ['custom_type', gid => `/custom_types/${gid('launch/bug')}`],
  ['allocation', gid => `/allocations?parent=${gid('launch')}`],
  ['budget', gid => `/budgets?parent=${gid('launch')}`],
  ['rate', gid => `/rates?parent=${gid('launch')}`],
  ['access_request', gid => `/access_requests?target=${gid('launch')}`],
  ['time_tracking_entry', gid => `/tasks/${gid('launch/crash')}/time_tracking_entries`],
  ['task', gid => `/tasks/${gid('launch/crash')}`],
  ['story', gid => `/tasks/${gid('launch/crash')}/stories`],
]

test('objects of these types equal those that the API created from the same input', async () => {
  const [other, at] = [await world(), await world()]
  const loaded = await seeded(at, SEED)
  const gids = await made(other)
  const theirs = (key: string) => (key === 'workspace' ? loaded.gid('example') : loaded.gid(key))
  const ours = (key: string) => gids[key] ?? assert.fail(`nothing was made for ${key}`)
  for (const [type, pathOf] of PATHS) {
    const [seed, api] = [
      await recordAt(loaded.as('ann'), type, pathOf(theirs)),
      await recordAt(other.ann, type, pathOf(ours)),
    ].map(last)
    assert.ok(api, `${type} is not empty`)
    assert.deepEqual(seed, api, type)
  }
})
