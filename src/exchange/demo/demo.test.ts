/** The demo: it loads on any day, is the same at the same time, and shows every kind of object. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { seeded } from '../../../test/harness/emulator/seeded.ts'
import { assertGrantsMatch, openStore } from '../../../test/harness/engine.ts'
import { memoryFiles } from '../../../test/harness/files/memory_files.ts'
import { type Json, world } from '../../../test/harness/world.ts'
import { changeCapture } from '../../events/change_capture.ts'
import { rulesOf } from '../../store/queries/automation/rules.ts'
import { inboxOf } from '../../store/queries/inbox/notifications.ts'
import { favoritesOf } from '../../store/queries/personal/favorites.ts'
import { calendarAt } from './dates.ts'
import { DEMO_EMAIL, demoSeed, loadDemo } from './demo.ts'
import { demoDocument } from './document.ts'
import { swatchPicture } from './files.ts'

const NOW_MS = Date.UTC(2026, 0, 5, 9)
const NEWEST = { at: Number.MAX_SAFE_INTEGER, gid: Number.MAX_SAFE_INTEGER }
/** The causes in the inbox of the first person. */
const EVERY_CAUSE = new Set(['mentioned', 'commented', 'assigned', 'approval_requested', 'status_update'])

/** The demo with a token for each person. */
function withTokens(now: number): string {
  const document = JSON.parse(demoDocument(now)) as Json
  for (const person of Object.values(document.people as Json)) person.token = true
  return JSON.stringify(document)
}

test('the demo is the same at the same time, and valid on every day', () => {
  assert.equal(demoDocument(NOW_MS), demoDocument(NOW_MS))
  const days = ['2024-02-29', '2026-01-01', '2026-07-04', '2026-12-31', '2027-03-07']
  for (const day of days) {
    const { objects } = demoSeed(Date.parse(`${day}T23:30:00Z`))
    const count = (type: string) => objects.filter(one => one.type === type).length
    assert.deepEqual([count('user'), count('team'), count('project'), count('portfolio')], [12, 4, 8, 2])
    assert.ok(count('task') > 220)
  }
})

test('no date of the demo is on a weekend', () => {
  const document = JSON.parse(demoDocument(NOW_MS)) as Json
  const tasks = Object.values(document.projects as Json).flatMap(project => Object.values(project.tasks as Json))
  const dates = tasks.flatMap(({ due_on, start_on }) => [due_on, start_on]).filter(date => date !== undefined)
  assert.ok(dates.length > 100)
  for (const date of dates) assert.ok([1, 2, 3, 4, 5].includes(new Date(date).getUTCDay()), date)
  const saturday = calendarAt(Date.UTC(2026, 0, 10, 12))
  assert.deepEqual([saturday.day(0), saturday.day(-1), saturday.day(-7)], ['2026-01-12', '2026-01-09', '2026-01-02'])
  assert.deepEqual([saturday.quarter, saturday.year], ['Q1 FY26', 'FY26'])
})

test('people find projects, goals and tasks of every kind', async () => {
  const at = await world()
  const loaded = await seeded(at, withTokens(at.clock.now))
  const [maya, sam] = [loaded.as('maya'), loaded.as('sam')]
  const workspace = loaded.gid('larkmoor')
  const { data: projects } = await maya.get(
    `/projects?workspace=${workspace}&opt_fields=name,archived,current_status_update.status_type`,
  )
  const states = projects.map(({ name, archived, current_status_update: status }: Json) => [
    ...[name, status?.status_type, ...(archived ? ['archived'] : [])],
  ])
  assert.deepEqual(states.sort(), [
    ['Customer support', 'on_track'],
    ['Editorial calendar', 'on_track'],
    ['Hiring', 'on_track'],
    ['Ridge 40 backpack', 'at_risk'],
    ['Trade fair', 'complete', 'archived'],
    ['Trailhead tent launch', 'at_risk'],
    ['Warehouse move', 'off_track'],
    ['Webshop relaunch', 'on_track'],
  ])
  assert.equal((await sam.get(`/projects/${loaded.gid('hiring')}`)).status, 404)
  const shoot = `/tasks/${loaded.gid('launch/shoot-the-product-photos')}`
  const { data: task } = await sam.get(
    `${shoot}?opt_fields=actual_time_minutes,num_subtasks,tags.name,custom_fields.display_value`,
  )
  assert.deepEqual([task.actual_time_minutes, task.num_subtasks, task.tags[0].name], [330, 3, 'urgent'])
  assert.ok(task.custom_fields.some(({ display_value }: Json) => display_value === 'High'))
  assert.equal((await sam.get(`${shoot}/dependents`)).data.length, 1)
  assert.equal((await sam.get(`/attachments?parent=${loaded.gid('launch')}`)).data.length, 2)
  const { data: approval } = await maya.get(`/tasks/${loaded.gid('launch/legal-check-of-the-claims')}`)
  assert.deepEqual([approval.resource_subtype, approval.approval_status], ['approval', 'pending'])
  const { data: goal } = await maya.get(
    `/goals/${loaded.gid('countries')}?opt_fields=metric.current_number_value,status`,
  )
  assert.equal(goal.metric.current_number_value, 0.25)
  assert.equal(goal.status, 'green')
  await assertGrantsMatch(at.store)
})

test('an empty store gets the demo with favorites, inboxes and rules, and another one nothing', async () => {
  const store = await openStore({ clock: () => NOW_MS, capture: changeCapture })
  after(() => store.close())
  const parts = { clock: () => NOW_MS, files: memoryFiles() }
  const demo = await loadDemo(store, parts, async (_tx, made) => made)
  assert.ok(demo)
  assert.deepEqual([demo.people, demo.projects, DEMO_EMAIL], [12, 8, 'maya@larkmoor.example'])
  const favorites = await favoritesOf(store.read, demo.user, demo.workspace)
  assert.deepEqual(
    favorites.map(({ name }) => name),
    ['Trailhead tent launch', 'Warehouse move', 'Company projects', 'Webshop relaunch'],
  )
  const inbox = await inboxOf(store.read, { me: demo.user, workspace: demo.workspace, filter: 'all' }, NEWEST, 100)
  assert.deepEqual(new Set(inbox.map(({ cause }) => cause)), EVERY_CAUSE)
  assert.equal(inbox[0]?.cause, 'mentioned')
  assert.ok(inbox.some(({ read_at }) => read_at === null) && inbox.some(({ read_at }) => read_at !== null))
  assert.ok(inbox.every(({ actor, created_at }) => actor !== demo.user && created_at < NOW_MS))
  const { gids } = demoSeed(NOW_MS)
  const [rule] = await rulesOf(store.read, Number(gids.webshop))
  assert.deepEqual([rule?.name, rule?.active, rule?.owner_name], ['Move completed tasks to Done', 1, 'Aiko Tanabe'])
  assert.equal(JSON.parse(rule?.definition ?? '').actions[0].section, gids['webshop/done'])
  await assertGrantsMatch(store)
  assert.equal(await loadDemo(store, parts, async () => assert.fail('nothing is loaded')), undefined)
})

test('a load that fails at its end leaves the store empty', async () => {
  const store = await openStore({ clock: () => NOW_MS, capture: changeCapture })
  after(() => store.close())
  const parts = { clock: () => NOW_MS, files: memoryFiles() }
  const failing = loadDemo(store, parts, async () => {
    throw new Error('no link')
  })
  await assert.rejects(failing, /no link/)
  assert.ok(await loadDemo(store, parts, async (_tx, made) => made))
})

test('a picture of swatches is a PNG of that size', () => {
  const bytes = swatchPicture(['#ff0000', '#00ff00'])
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG')
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [192, 96])
})
