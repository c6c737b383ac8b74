import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBadRequest, makeField } from '../../../../test/harness/fields.ts'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn, type Visitor } from '../../../../test/harness/sign_in/console.ts'
import { watchStatements } from '../../../../test/harness/statements.ts'
import { type Json, world } from '../../../../test/harness/world.ts'

const watch = watchStatements()
const home = await world()
const { ann, ben, workspace, person } = home
const [visitor, other] = [await signedIn(home, ann), await signedIn(home, ben)]

const find = async (q: string, more = '', who: Visitor = visitor): Promise<Json[]> =>
  (await ok(who.get(`/find?workspace=${workspace}&q=${encodeURIComponent(q)}${more}`))).data as unknown as Json[]

const found = async (q: string, more = '', who: Visitor = visitor) =>
  (await find(q, more, who)).map(({ resource_type, name }) => `${resource_type} ${name}`)

test('several types are found at once, each as the typeahead finds it', async () => {
  const project = await ann.create('/projects', { workspace, name: 'Harbour office', privacy_setting: 'private' })
  const task = await ann.create('/tasks', { projects: [project], name: 'Paint the harbour' })
  await ann.create('/tags', { workspace, name: 'harbour' })
  const team = await ann.create('/teams', { organization: workspace, name: 'Harbour masters' })
  await ann.create('/portfolios', { workspace, name: 'All harbours' })
  await ann.create('/goals', { workspace, name: 'A bigger harbour' })
  await person('Harbour Hal')
  assert.deepEqual(await found('harb'), [
    ...['task Paint the harbour', 'project Harbour office', 'user Harbour Hal', 'tag harbour'],
    ...['team Harbour masters', 'portfolio All harbours', 'goal A bigger harbour'],
  ])
  assert.deepEqual(await found('HARB off', '&types=projects,people'), ['project Harbour office'])
  assert.deepEqual((await find('paint'))[0], {
    ...{ gid: task, resource_type: 'task', name: 'Paint the harbour', completed: false },
    resource_subtype: 'default_task',
    memberships: [{ project: { gid: project, name: 'Harbour office' } }],
  })
  // Ben sees neither the private project nor what is in it.
  assert.deepEqual(await found('harb', '&types=tasks,projects,portfolios', other), [])
  const open = ['user Harbour Hal', 'tag harbour', 'team Harbour masters']
  assert.deepEqual(await found('harb', '&types=tags,teams,people', other), open)
  assert.equal((await find('harb', '&types=teams'))[0]?.gid, team)
})

test('the ID of a task, a gid and an address find their object directly, if it is visible and in the workspace', async () => {
  const field = await makeField(home, 'text', { name: 'Number', id_prefix: 'BUG' })
  const project = await ann.create('/projects', { workspace, name: 'Crashes', privacy_setting: 'private' })
  await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: field }))
  const task = await ann.create('/tasks', { projects: [project], name: 'It crashes' })
  const elsewhere = await ann.create('/tasks', { projects: [project], name: 'It does not' })
  const addresses = [
    ...['BUG-1', ' BUG-1 ', task, `/0/${project}/${task}`, `/0/${project}/${task}/f`, `/0/0/${task}`],
    ...[`https://app.example.com/0/${project}/${task}`, `http://localhost:8000/1/${workspace}/task/${task}`],
    ...[`/1/${workspace}/project/${project}/list/task/${task}?show=all#x`, `/1/${workspace}/home/task/${task}`],
  ]
  for (const text of addresses) {
    const [first, ...rest] = await find(text)
    assert.deepEqual([first?.gid, first?.is_exact, rest], [task, true, []], text)
    assert.deepEqual(await find(text, '', other), [], text)
    assert.deepEqual(await find(text, '&types=projects'), [], text)
  }
  assert.equal((await find(`/0/${project}/list`))[0]?.gid, project)
  assert.equal((await find(`/1/${workspace}/person/${ben.gid}`))[0]?.gid, ben.gid)
  for (const text of ['BUG-3', 'BUG-', '-1', `/1/${workspace}/search`, workspace, `${elsewhere}0`]) {
    assert.deepEqual(await find(text), [], text)
  }
})

test('hostile texts find nothing or are refused, and never fail', async () => {
  const texts = [
    ...[`' or 1=1 --`, '"', '""', '" OR *', 'NEAR(a b)', 'title:x', '*', '^a', 'a AND NOT b', '{x}', '%', '_', '\\'],
    ...['🦊', 'ａ', "o'clock", '\u202e', ';drop table tasks', '-'.repeat(900), `${'9'.repeat(900)}`, '/'.repeat(900)],
  ]
  for (const text of texts) await find(text)
  for (const text of ['x'.repeat(10_000), 'a\0b', '\ud800']) {
    const query = text === '\ud800' ? '%ED%A0%80' : encodeURIComponent(text)
    const answer = await visitor.get(`/find?workspace=${workspace}&q=${query}`)
    assert.ok([200, 400].includes(answer.status), text.slice(0, 10))
    if (text !== '\ud800') assertBadRequest(answer, /^q: Text/)
  }
  for (const [query, message] of [
    ['types=cats', /types/],
    ['count=0', /count: Must be between/],
    ['count=x', /count/],
    ['count=51', /count: Must be between/],
  ] as const) {
    assertBadRequest(await visitor.get(`/find?workspace=${workspace}&q=a&${query}`), message, query)
  }
  assertBadRequest(await visitor.get('/find?q=a'), /workspace/)
})

test('a stranger finds nothing, and a request without the header of the pages is refused', async () => {
  const stranger = await signedIn(home, await person('Sam', null))
  assertBadRequest(await stranger.get(`/find?workspace=${workspace}&q=a`), /workspace/)
  assert.equal((await home.send({ method: 'GET', url: `/-/find?workspace=${workspace}&q=a` })).status, 401)
})

test('the number of statements does not depend on what is found', async () => {
  const count = async (q: string) => {
    await find(q)
    watch.take()
    await find(q)
    return watch.take().length
  }
  for (let at = 0; at < 8; at++) await ann.create('/tags', { workspace, name: `stone ${at}` })
  await ann.create('/tags', { workspace, name: 'pebble' })
  assert.equal(await count('stone'), await count('pebble'))
})
