import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditor, eventTypes } from '../../../test/harness/auditor.ts'
import { ok } from '../../../test/harness/sample.ts'
import { capacityOffice, statusesOf } from '../../../test/harness/samples/capacity.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import type { Answer, Json } from '../../../test/harness/world.ts'

async function office() {
  const home = await capacityOffice()
  const { ben, project, workspace, page } = home
  const body = { parent: project, resource: ben.gid, rate: 40 }
  const restore = (gid: string) => page.post(`/organizations/${workspace}/trash/${gid}/restore`)
  return { ...home, body, restore }
}

const refusal = ({ status, message }: Answer) => [status, message]

test('a rate is created, read, updated and deleted', async () => {
  const { ann, ben, project, body } = await office()
  const made = await ann.post('/rates', body)
  assert.equal(made.status, 201)
  const { gid } = made.data
  assert.deepEqual(made.data, {
    ...{ gid, resource_type: 'rate', rate: 40, currency_code: 'USD' },
    parent: { gid: project, resource_type: 'project', name: 'Project' },
    resource: { gid: ben.gid, resource_type: 'user', name: 'Ben' },
    created_by: { gid: ann.gid, resource_type: 'user', name: 'Ann' },
  })
  assert.deepEqual((await ok(ann.get(`/rates/${gid}`))).data, made.data)
  assert.deepEqual((await ok(ann.put(`/rates/${gid}`, { rate: '41.50' }))).data, { ...made.data, rate: 41.5 })
  assert.deepEqual((await ok(ann.put(`/rates/${gid}`, {}))).data.rate, 41.5)
  assert.deepEqual((await ann.delete(`/rates/${gid}`)).body, { data: {} })
  assert.deepEqual(refusal(await ann.get(`/rates/${gid}`)), [404, `rate: Unknown object: ${gid}`])
  assert.equal((await ann.delete(`/rates/${gid}`)).status, 404)
})

test('a rate keeps 20 digits before and after the point, in every form of request and response', async () => {
  const { ann, project, ben, placeholder, sendText } = await office()
  const digits = '12345678901234567890.09876543210987654321'
  const shows = (answer: Answer, rate = digits) => assert.ok(answer.text.includes(`"rate":${rate},`), answer.text)
  const members = `"parent":"${project}","resource":"${ben.gid}"`
  const made = await sendText(ann, 'POST', '/rates', `{"data":{${members},"rate":${digits}}}`)
  shows(made)
  const path = `/rates/${made.data.gid}`
  shows(await ann.get(path))
  shows(await ann.get(`/rates?parent=${project}`))
  const pretty = await ann.get(`${path}?opt_pretty=true`)
  assert.ok(pretty.text.includes(`"rate": ${digits},`), pretty.text)
  shows(await sendText(ann, 'PUT', path, '{"data":{"rate":0.00000000000000000001}}'), '0.00000000000000000001')
  shows(await ann.put(path, { rate: digits }))
  const action = `{"method":"post","relative_path":"/rates","data":{"parent":"${project}","resource":"${placeholder}","rate":${digits}}}`
  shows(await sendText(ann, 'POST', '/batch', `{"data":{"actions":[${action}]}}`))
})

test('an invalid rate is refused', async () => {
  const { ann, body, placeholder, project, person, sendText } = await office()
  const refused = async (more: Json) => refusal(await ann.post('/rates', { ...body, ...more }))
  for (const name of ['parent', 'resource', 'rate']) {
    assert.deepEqual(await refused({ [name]: undefined }), [400, `${name}: Missing input`])
  }
  assert.deepEqual(await refused({ rate: -0.01 }), [400, 'rate: Must not be negative'])
  for (const rate of ['x', '1,5', '', 1e20, '1e20']) {
    assert.deepEqual(await refused({ rate }), [400, `rate: Not a number: ${rate}`])
  }
  const digits = '1'.repeat(200_000)
  const long = await sendText(
    ann,
    'POST',
    '/rates',
    JSON.stringify({ data: body }).replace('"rate":40', `"rate":${digits}`),
  )
  assert.deepEqual(refusal(long), [400, `rate: Not a number: ${digits.slice(0, 100)}`])
  const stranger = await person('Sam', null)
  assert.deepEqual(await refused({ resource: stranger.gid }), [400, `resource: Not a recognized ID: ${stranger.gid}`])
  const gid = await ann.create('/rates', body)
  assert.deepEqual(await refused({}), [400, 'A project can have only one rate of a user or placeholder'])
  await ann.create('/rates', { ...body, resource: placeholder })
  for (const name of ['parent', 'resource']) {
    const answer = await ann.put(`/rates/${gid}`, { [name]: project })
    assert.deepEqual(refusal(answer), [400, `${name}: Cannot write this property`])
  }
  assert.equal((await ann.put(`/rates/${gid}`, { rate: -1 })).status, 400)
  assert.deepEqual(refusal(await ann.get('/rates')), [400, 'You should specify parent'])
})

test('only admins of a project see its rates, and nobody else learns that one exists', async () => {
  const { ann, ben, editor, viewer, person, body, project } = await office()
  const gid = await ann.create('/rates', body)
  const people = [editor, viewer, ben, await person('Sam', null)]
  const missing = '1'.repeat(16)
  for (const who of people) {
    const [there, none] = [await who.get(`/rates/${gid}`), await who.get(`/rates/${missing}`)]
    assert.deepEqual(refusal(there), [404, none.message?.replace(missing, gid)])
  }
  assert.deepEqual(await statusesOf(people, who => who.put(`/rates/${gid}`, { rate: 1 })), [404, 404, 404, 404])
  assert.deepEqual(await statusesOf(people, who => who.delete(`/rates/${gid}`)), [404, 404, 404, 404])
  assert.deepEqual(await statusesOf(people, who => who.get(`/rates?parent=${project}`)), [403, 403, 400, 400])
  const own = (who: { gid: string }) => ({ ...body, resource: who.gid })
  assert.deepEqual(await statusesOf(people, who => who.post('/rates', own(who))), [403, 403, 400, 400])
  const { data: memberships } = await ann.get(`/projects/${project}/project_memberships?opt_fields=member`)
  const membership = (memberships as Json[]).find(({ member }) => member.gid === editor.gid)
  await ok(ann.put(`/memberships/${membership?.gid}`, { access_level: 'admin' }))
  assert.equal((await editor.get(`/rates/${gid}`)).status, 200)
  await ok(ann.put(`/memberships/${membership?.gid}`, { access_level: 'viewer' }))
  assert.equal((await editor.get(`/rates/${gid}`)).status, 404)
})

test('rates are listed by project, optionally by user or placeholder', async () => {
  const { ann, ben, body, placeholder, project, workspace } = await office()
  const first = await ann.create('/rates', body)
  const second = await ann.create('/rates', { ...body, resource: placeholder })
  const other = await ann.create('/projects', { workspace, name: 'Other', privacy_setting: 'private' })
  await ann.create('/rates', { ...body, parent: other })
  const listed = async (query: string) => ((await ok(ann.get(`/rates?${query}`))).data as Json[]).map(({ gid }) => gid)
  assert.deepEqual(await listed(`parent=${project}`), [first, second])
  assert.deepEqual(await listed(`parent=${project}&resource=${placeholder}`), [second])
  assert.deepEqual(await listed(`parent=${project}&resource=${ben.gid}`), [first])
  await ok(ann.delete(`/rates/${first}`))
  assert.deepEqual(await listed(`parent=${project}`), [second])
})

test('a plan without rates answers 402 to each operation, and one below enterprise to rates of placeholders', async () => {
  const { ann, body, project, setPlan, placeholder } = await office()
  const gid = await ann.create('/rates', body)
  const ofPlaceholder = await ann.create('/rates', { ...body, resource: placeholder })
  await setPlan('free')
  const answers = [
    await ann.get(`/rates?parent=${project}`),
    await ann.get(`/rates/${gid}`),
    await ann.post('/rates', body),
    await ann.put(`/rates/${gid}`, { rate: 1 }),
    await ann.delete(`/rates/${gid}`),
  ]
  for (const answer of answers) {
    assert.deepEqual(refusal(answer), [402, 'Rates are not available on your current plan.'])
  }
  await setPlan('business')
  assert.equal((await ann.put(`/rates/${gid}`, { rate: 1 })).status, 200)
  const text = 'Rates of placeholders are not available on your current plan.'
  assert.deepEqual(refusal(await ann.put(`/rates/${ofPlaceholder}`, { rate: 1 })), [402, text])
  assert.deepEqual(refusal(await ann.post('/rates', { ...body, resource: placeholder })), [402, text])
})

test('rates are in the currency of the organization, which its administrators set', async () => {
  const home = await office()
  const { ann, ben, body, page, workspace, person } = home
  const stranger = await person('Sam', null)
  const gid = await ann.create('/rates', body)
  const path = `/organizations/${workspace}`
  assert.equal((await ok(page.get(path))).data.currency_code, 'USD')
  assert.equal((await ok(page.put(path, { currency_code: 'EUR' }))).data.currency_code, 'EUR')
  const { rate, currency_code } = (await ok(ann.get(`/rates/${gid}`))).data
  assert.deepEqual([rate, currency_code], [40, 'EUR'], 'the amount stays')
  for (const code of ['eur', 'XYZ', '']) {
    const answer = await page.put(path, { currency_code: code })
    assert.deepEqual(refusal(answer), [400, `currency_code: Not an ISO 4217 code: ${code}`])
  }
  assert.equal((await (await signedIn(home, ben)).put(path, { currency_code: 'EUR' })).status, 403)
  assert.equal((await (await signedIn(home, stranger)).put(path, { currency_code: 'EUR' })).status, 404)
})

test('a deleted rate is restored unless there is another one by then, and both are in the audit log', async () => {
  const home = await office()
  const { ann, body, restore, project } = home
  const { newEntries } = await auditor(home)
  const gid = await ann.create('/rates', body)
  await ok(ann.delete(`/rates/${gid}`))
  const other = await ann.create('/rates', body)
  const text = 'The project has another rate of the same person now: delete that one, then restore this one.'
  assert.deepEqual(refusal(await restore(gid)), [400, text])
  await ok(ann.delete(`/rates/${other}`))
  await ok(restore(gid))
  assert.equal((await ok(ann.get(`/rates/${gid}`))).data.rate, 40)
  assert.deepEqual(eventTypes(await newEntries()), ['rate_deleted', 'rate_deleted', 'rate_undeleted'])
  await ok(ann.delete(`/projects/${project}`))
  assert.equal((await ann.get(`/rates/${gid}`)).status, 404)
})
