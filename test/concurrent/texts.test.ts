/** Several people write the same rich text at once, at any instance: one of them has edited the current text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce, instances } from '../harness/instances.ts'
import { signedIn } from '../harness/sign_in/console.ts'

const body = (text: string) => `<body>${text}</body>`

test('of texts with the same base that are written at once, one is stored, and the others get it', async () => {
  const all = await instances()
  const { ann, workspace } = all
  const task = await ann.create('/tasks', { workspace, html_notes: body('One') })
  const page = await signedIn(all, ann)
  const write = (n: number) =>
    page.put(`/texts/${task}`, { field: 'html_notes', base: body('One'), value: body(`Text ${n}`) })
  const answers = await atOnce(write)
  const written = answers.filter(({ status }) => status === 200)
  assert.equal(written.length, 1)
  const stored = (await ann.get(`/tasks/${task}?opt_fields=html_notes`)).data.html_notes
  assert.equal(written[0]?.data.value, stored)
  for (const { status, data } of answers.filter(one => one !== written[0]))
    assert.deepEqual([status, data], [409, { value: stored }])
})

test('a text that the API writes meanwhile is not overwritten', async () => {
  const all = await instances()
  const { ann, workspace } = all
  const page = await signedIn(all, ann)
  for (let round = 0; round < 10; round++) {
    const task = await ann.create('/tasks', { workspace, html_notes: body('One') })
    const input = { field: 'html_notes', base: body('One'), value: body('Mine') }
    const [mine] = await Promise.all([
      page.put(`/texts/${task}`, input),
      ann.put(`/tasks/${task}`, { html_notes: body('Theirs') }),
    ])
    const stored = (await ann.get(`/tasks/${task}?opt_fields=html_notes`)).data.html_notes
    assert.equal(stored, body('Theirs'), 'it was written last, or the page was refused')
    assert.ok(mine.status === 200 || mine.status === 409)
  }
})
