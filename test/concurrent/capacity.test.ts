/** Concurrent writes of budgets and rates: a project has at most one budget, and one rate of each person. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce, countByStatus, instances } from '../harness/instances.ts'
import { ok } from '../harness/sample.ts'
import { signedIn } from '../harness/sign_in/console.ts'
import { makeProject } from '../harness/work.ts'
import type { Json } from '../harness/world.ts'

/** A project of two admins, and a person to whom they give a rate. */
async function office() {
  const all = await instances()
  const { ann, ben, person, workspace } = all
  const { gid: parent } = await makeProject(all, {
    members: [
      [ann, 'admin'],
      [ben, 'admin'],
    ],
  })
  const page = await signedIn(all, ann)
  const restore = (gid: string) => page.post(`/organizations/${workspace}/trash/${gid}/restore`)
  return { ...all, parent, resource: (await person('Eva')).gid, restore }
}

test('a project for which many callers create a budget at once has one', async () => {
  const { ann, ben, parent } = await office()
  const answers = await atOnce(one => (one % 2 ? ann : ben).post('/budgets', { parent, budget_type: 'time' }))
  assert.deepEqual(countByStatus(answers), { 201: 1, 400: 19 })
  assert.equal((await ok(ann.get(`/budgets?parent=${parent}`))).data.length, 1)
})

test('a person for whom many callers create a rate at once has one', async () => {
  const { ann, ben, parent, resource } = await office()
  const answers = await atOnce(one => (one % 2 ? ann : ben).post('/rates', { parent, resource, rate: one }))
  assert.deepEqual(countByStatus(answers), { 201: 1, 400: 19 })
  assert.equal((await ok(ann.get(`/rates?parent=${parent}`))).data.length, 1)
})

test('a project has one budget and one rate when callers restore one and create another at once', async () => {
  const { ann, parent, resource, restore } = await office()
  const types: [string, Json][] = [
    ['budgets', { parent, budget_type: 'cost' }],
    ['rates', { parent, resource, rate: 1 }],
  ]
  for (const [path, body] of types) {
    const gid = await ann.create(`/${path}`, body)
    await ok(ann.delete(`/${path}/${gid}`))
    const answers = await atOnce(one => (one % 2 ? restore(gid) : ann.post(`/${path}`, body)))
    assert.equal(answers.filter(({ status }) => status < 300).length, 1)
    assert.equal((await ok(ann.get(`/${path}?parent=${parent}`))).data.length, 1)
  }
})

test('a budget keeps the parts that callers change at once', async () => {
  const { ann, ben, parent } = await office()
  const gid = await ann.create('/budgets', { parent, budget_type: 'time' })
  const [first, second] = [{ total: { enabled: true, value: 60 } }, { actual: { billable_status_filter: 'any' } }]
  const answers = await atOnce(one => (one % 2 ? ann : ben).put(`/budgets/${gid}`, one % 2 ? first : second))
  assert.deepEqual(countByStatus(answers), { 200: 20 })
  const { total, actual } = (await ok(ann.get(`/budgets/${gid}`))).data
  assert.deepEqual([total.value, actual.billable_status_filter], [60, 'any'])
})

test('an allocation ends not before it begins when callers change both days at once', async () => {
  const { ann, ben, parent, resource: assignee } = await office()
  const days = { start_date: '2026-01-05', end_date: '2026-01-20' }
  const gid = await ann.create('/allocations', { parent, assignee, ...days })
  const [late, early] = [{ start_date: '2026-01-15' }, { end_date: '2026-01-10' }]
  const answers = await atOnce(one => (one % 2 ? ann : ben).put(`/allocations/${gid}`, one % 2 ? late : early))
  assert.deepEqual(countByStatus(answers), { 200: 10, 400: 10 })
  const { start_date, end_date } = (await ok(ann.get(`/allocations/${gid}`))).data
  assert.ok(start_date <= end_date, `${start_date} ${end_date}`)
})
