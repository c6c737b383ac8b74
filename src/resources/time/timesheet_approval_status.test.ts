import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditor } from '../../../test/harness/auditor.ts'
import { ok } from '../../../test/harness/sample.ts'
import { timeOffice } from '../../../test/harness/samples/time.ts'
import type { Json, Person } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

const path = '/timesheet_approval_statuses'
const week = { start_date: '2026-01-05', end_date: '2026-01-11' }

/** An editor with a timesheet for the week of the tests. */
async function office() {
  const home = await timeOffice()
  const { editor, workspace } = home
  const sheet = `${path}/${await editor.create(path, { user: editor.gid, workspace, ...week })}`
  /** Changes the status as a person; returns the new one, or the HTTP status and the text of the refusal. */
  const become = async (who: Person, approval_status: string, message = 'Why') => {
    const answer = await who.put(sheet, { approval_status, message })
    return answer.status === 200 ? answer.data.approval_status : [answer.status, answer.message]
  }
  return { ...home, sheet, become }
}

test('a timesheet can be created for oneself, and read by its user and administrators only', async () => {
  const { ann, editor, viewer, workspace, person } = await timeOffice()
  const guest = await person('Gil', { is_guest: true })
  const made = await editor.post(path, { user: 'me', workspace, ...week })
  assert.equal(made.status, 201)
  const { gid, created_at } = made.data
  const shown = {
    ...{ gid, resource_type: 'timesheet_approval_status', created_at },
    user: { gid: editor.gid, resource_type: 'user', name: 'Edi' },
    workspace: { gid: workspace, resource_type: 'workspace', name: 'Example' },
    ...{ ...week, approval_status: 'DRAFT' },
  }
  assert.deepEqual(made.data, shown)
  for (const who of [editor, ann]) {
    assert.deepEqual((await ok(who.get(`${path}/${gid}`))).data, shown)
    assert.deepEqual((await ok(who.get(`${path}?workspace=${workspace}`))).data, [shown])
  }
  for (const who of [viewer, guest]) {
    assert.equal((await who.get(`${path}/${gid}`)).status, 404)
    assert.equal((await who.put(`${path}/${gid}`, { approval_status: 'submitted' })).status, 404)
    assert.deepEqual((await ok(who.get(`${path}?workspace=${workspace}`))).data, [])
  }
  assert.deepEqual((await ok(viewer.get(`${path}?workspace=${workspace}&user=${editor.gid}`))).data, [])
  assert.equal((await viewer.post(path, { user: editor.gid, workspace, ...week })).status, 403)
  assert.equal((await ann.post(path, { user: viewer.gid, workspace, ...week })).status, 201)
  assert.equal((await guest.post(path, { user: 'me', workspace, ...week })).status, 201)
  const again = await editor.post(path, { user: 'me', workspace, ...week })
  assert.equal(again.message?.split(' - ')[0], 'This user has a timesheet for the week of 2026-01-05 already')
})

test('a timesheet is for a week from Monday to Sunday', async () => {
  const { ann, workspace } = await timeOffice()
  const answer = async (start_date: unknown, end_date: unknown) =>
    ann.post(path, { user: 'me', workspace, start_date, end_date } as Json)
  for (const [start, end, message] of [
    ['2026-01-04', '2026-01-10', 'start_date: A week begins on Monday, not on 2026-01-04'],
    ['2026-01-06', '2026-01-12', 'start_date: A week begins on Monday, not on 2026-01-06'],
    ['2026-01-05', '2026-01-12', 'end_date: The week that begins on 2026-01-05 ends on 2026-01-11, not on 2026-01-12'],
    ['2026-01-05', '2026-01-04', 'end_date: The week that begins on 2026-01-05 ends on 2026-01-11, not on 2026-01-04'],
    ['9999-12-27', '9999-12-31', 'Dates must lie between the years 1000 and 9999'],
    ['2026-13-01', '2026-01-11', 'start_date: Date must be in ISO-8601 (yyyy-mm-dd) format, not: 2026-13-01'],
  ]) {
    const { status, message: text } = await answer(start, end)
    assert.deepEqual([status, text], [400, message])
  }
  for (const [start, end] of [
    ['1000-01-06', '1000-01-12'],
    ['9999-12-20', '9999-12-26'],
    ['1969-12-29', '1970-01-04'],
    ['2024-02-26', '2024-03-03'],
  ]) {
    assert.equal((await answer(start, end)).status, 201, `${start}`)
  }
})

test('only some statuses follow each other, and only administrators approve, reject and reopen', async () => {
  const { ann, editor, become } = await office()
  const approvers = (was: string, is: string) => [
    403,
    `Only administrators of the workspace can change a timesheet from ${was} to ${is}.`,
  ]
  const never = (was: string, is: string) => [400, `A timesheet that is ${was} cannot become ${is}`]
  assert.deepEqual(await become(ann, 'approved'), never('draft', 'approved'))
  assert.deepEqual(await become(editor, 'draft'), [400, 'This timesheet is draft already'])
  assert.equal(await become(editor, 'submitted'), 'SUBMITTED')
  assert.deepEqual(await become(editor, 'approved'), approvers('submitted', 'approved'))
  assert.deepEqual(await become(editor, 'rejected'), approvers('submitted', 'rejected'))
  assert.equal(await become(editor, 'draft'), 'DRAFT')
  assert.equal(await become(editor, 'submitted'), 'SUBMITTED')
  assert.equal(await become(ann, 'rejected'), 'REJECTED')
  assert.deepEqual(await become(ann, 'approved'), never('rejected', 'approved'))
  assert.equal(await become(editor, 'submitted'), 'SUBMITTED')
  assert.equal(await become(ann, 'approved'), 'APPROVED')
  assert.deepEqual(await become(ann, 'approved'), [400, 'This timesheet is approved already'])
  assert.deepEqual(await become(ann, 'submitted'), never('approved', 'submitted'))
  assert.deepEqual(await become(editor, 'draft'), approvers('approved', 'draft'))
  assert.equal(await become(ann, 'draft'), 'DRAFT')
  assert.equal(((await become(ann, 'APPROVED')) as unknown[])[0], 400)
})

test('a timesheet that was submitted or approved locks the entries of its week, for everyone', async () => {
  const { ann, editor, become, path: entries, enter, spent } = await office()
  const inside = `/time_tracking_entries/${await enter(editor, { entered_on: '2026-01-11' })}`
  const outside = `/time_tracking_entries/${await enter(editor, { entered_on: '2026-01-12' })}`
  const text = (status: string) =>
    `The timesheet of this week is ${status}: its time tracking entries cannot change until it is a draft again.`
  const statusOf = async () => (await ok(ann.get(inside))).data.approval_status
  for (const [who, status] of [
    [editor, 'submitted'],
    [ann, 'approved'],
  ] as const) {
    await become(who, status)
    assert.equal(await statusOf(), status.toUpperCase())
    for (const answer of [
      await editor.post(entries, { duration_minutes: 1, entered_on: '2026-01-05' }),
      await editor.put(inside, { description: 'x' }),
      await editor.put(inside, { entered_on: '2026-01-12' }),
      await editor.put(outside, { entered_on: '2026-01-05' }),
      await editor.delete(inside),
      await ann.put(inside, { duration_minutes: 1 }),
      await ann.delete(inside),
    ]) {
      assert.deepEqual([answer.status, answer.message], [403, text(status)])
    }
    // Entries of other people and of other weeks are free.
    await enter(ann, { entered_on: '2026-01-05' })
    await ok(editor.put(outside, { duration_minutes: 61 }))
  }
  assert.equal((await ok(ann.get(outside))).data.approval_status, 'DRAFT')
  await become(ann, 'draft')
  await ok(editor.put(inside, { entered_on: '2026-01-12' }))
  await ok(editor.delete(inside))
  assert.equal(await spent(), 61 + 2 * 60)
})

test('lists of timesheets are filtered by user, weeks and statuses', async () => {
  const { ann, editor, workspace, become, sheet } = await office()
  await become(editor, 'submitted')
  await ann.create(path, { user: ann.gid, workspace, start_date: '2026-01-12', end_date: '2026-01-18' })
  const listed = async (query: string, who = ann) =>
    ((await ok(who.get(`${path}?workspace=${workspace}${query}`))).data as Json[]).map(one => one.start_date).join(' ')
  assert.equal(await listed(''), '2026-01-05 2026-01-12')
  assert.equal(await listed('', editor), '2026-01-05')
  assert.equal(await listed(`&user=${editor.gid}`), '2026-01-05')
  assert.equal(await listed('&from_date=2026-01-11'), '2026-01-05 2026-01-12')
  assert.equal(await listed('&from_date=2026-01-12'), '2026-01-12')
  assert.equal(await listed('&to_date=2026-01-11'), '2026-01-05')
  assert.equal(await listed('&to_date=2026-01-04'), '')
  assert.equal(await listed('&from_date=1000-01-01&to_date=9999-12-31'), '2026-01-05 2026-01-12')
  assert.equal(await listed('&approval_statuses=submitted'), '2026-01-05')
  assert.equal(await listed('&approval_statuses=draft,submitted'), '2026-01-05 2026-01-12')
  assert.equal((await ann.get(`${path}?workspace=${workspace}&approval_statuses=DRAFT`)).status, 400)
  assert.equal((await ann.get(path)).status, 400)
  assert.equal((await ok(ann.get(`${path}?workspace=${workspace}&limit=1`))).body.next_page.offset !== null, true)
  assert.equal((await ann.delete(sheet)).status, 404)
})

test('a change of a status is in the audit log with its message, and needs the plan business', async () => {
  const home = await office()
  const { ann, editor, workspace, store, become, sheet } = home
  const audit = await auditor(home)
  await become(editor, 'submitted', 'Please')
  const [line, ...rest] = await audit.newEntries()
  assert.deepEqual([rest, line?.event_type, line?.actor.gid], [[], 'timesheet_approval_status_changed', editor.gid])
  assert.deepEqual(line?.details, { old_value: 'DRAFT', new_value: 'SUBMITTED', message: 'Please' })
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan: 'premium' }))
  assert.deepEqual(await become(ann, 'approved'), [402, 'Timesheets are not available on your current plan.'])
  assert.equal((await ann.post(path, { user: 'me', workspace, ...week })).status, 402)
  assert.equal((await ok(ann.get(sheet))).data.approval_status, 'SUBMITTED')
})

test('the timesheet of a user who left stays, and no new one can be created for them', async () => {
  const { ann, editor, workspace, sheet, become } = await office()
  await become(editor, 'submitted')
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: editor.gid }))
  assert.equal((await editor.get(sheet)).status, 401)
  assert.equal(await become(ann, 'approved'), 'APPROVED')
  const next = { start_date: '2026-01-12', end_date: '2026-01-18' }
  const refused = await ann.post(path, { user: editor.gid, workspace, ...next })
  assert.deepEqual([refused.status, refused.message], [400, `user: Not a recognized ID: ${editor.gid}`])
})
