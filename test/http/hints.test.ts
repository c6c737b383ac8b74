/** Unknown names are ignored by default. A developer of a client can enable hints about them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from '../../src/lib/nearest.ts'
import { world } from '../harness/world.ts'

const HEADER = 'x-workloom-warning'

async function start(hints = true) {
  const home = await world({ hints })
  const lines = () => home.logged.map(({ message }) => message)
  return { ...home, lines }
}

test('a mistyped field is reported in a header and in the log, and changes nothing', async () => {
  const { ann, workspace, lines } = await start()
  const { status, data, headers } = await ann.post('/tasks', { workspace, nme: 'Water the plants' })
  assert.deepEqual([status, data.name], [201, ''])
  const text = 'Request body has an unknown field `nme`: did you mean `name`?'
  assert.deepEqual([headers[HEADER]].flat(), [text])
  assert.deepEqual(lines(), [text])
})

test('a mistyped query parameter is reported, and an option and an array index are known', async () => {
  const { ann, workspace, lines } = await start()
  const { headers } = await ann.get(`/tags?worspace=${workspace}&limt=5`)
  assert.deepEqual(headers[HEADER] as unknown, [
    'Request has an unknown query parameter `worspace`: did you mean `workspace`?',
    'Request has an unknown query parameter `limt`: did you mean `limit`?',
  ])
  assert.equal(lines().length, 2)
  const known = `/tags?workspace=${workspace}&limit=5&opt_fields[0]=name&opt_pretty&opt_expand=`
  assert.equal((await ann.get(known)).headers[HEADER], undefined)
  const refused = await ann.put('/tasks/7', { nme: 'A' })
  assert.deepEqual([refused.status, refused.headers[HEADER] !== undefined], [404, true])
})

test('a read-only field that a client sends back is known and ignored, with a hint', async () => {
  const { ann, workspace, lines } = await start()
  const read = await ann.post('/tasks', { workspace, name: 'A', completed_at: null })
  const text = 'Request has `completed_at`, which changes nothing here.'
  assert.deepEqual([read.status, [read.headers[HEADER]].flat()], [201, [text]])
  assert.deepEqual(lines(), [text])
})

test('no hint is given when hints are off', async () => {
  const { ann, workspace, lines } = await start(false)
  const { headers } = await ann.post('/tasks', { workspace, nme: 'A' })
  assert.equal(headers[HEADER], undefined)
  assert.deepEqual(lines(), [])
})

test('hints are bounded, and contain neither values nor invalid names', async () => {
  const { ann, workspace, lines } = await start()
  const odd = { [ann.token]: 1, 'a\r\nb': 1, é: 1, ['x'.repeat(101)]: 1, __proto__: 1 }
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}`, 'secret value']))
  const { status, headers } = await ann.post('/tags', { workspace, name: 'A', ...odd, ...many })
  assert.equal(status, 201)
  const warnings = headers[HEADER] as unknown as string[]
  assert.equal(warnings.length, 10)
  assert.deepEqual(warnings, lines())
  assert.equal(warnings.filter(text => text.endsWith('whose name is not shown here.')).length, 4)
  assert.doesNotMatch(warnings.join(), /secret|xxx|\n/)
  assert.ok(!warnings.join().includes(ann.token))
})

test('the nearest name differs by a few typing mistakes, and an invalid name has no nearest name', () => {
  const known = ['name', 'notes', 'workspace', 'due_on', 'due_at', 'assignee']
  const cases: [string, string | undefined][] = [
    ['nme', 'name'],
    ['naem', 'name'],
    ['Name', 'name'],
    ['dueon', 'due_on'],
    ['asignee', 'assignee'],
    ['work_space', 'workspace'],
    ['colour', undefined],
    ['x', undefined],
    ['x'.repeat(1000), undefined],
  ]
  for (const [name, expected] of cases) assert.equal(nearest(name, known), expected, name)
})
