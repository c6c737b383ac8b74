/** Rich texts that several people edit: written if unchanged, with the rights and effects of the operations of the API. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import { makeProject } from '../../../../test/harness/work.ts'
import { type Json, world } from '../../../../test/harness/world.ts'

const body = (text: string) => `<body>${text}</body>`

/** A private project with an editor and a viewer, each in a browser, and a task. */
async function office() {
  const all = await world()
  const { ann, ben, person } = all
  const viewer = await person('Vie')
  const project = await makeProject(all, {
    members: [
      [ann, 'admin'],
      [viewer, 'viewer'],
    ],
  })
  const task = await ann.create('/tasks', { name: 'T', projects: [project.gid], html_notes: body('One') })
  const [editor, reader, stranger] = [await signedIn(all, ann), await signedIn(all, viewer), await signedIn(all, ben)]
  return { ...all, viewer, project: project.gid, task, editor, reader, stranger }
}

const notes = (base: string, value: string): Json => ({ field: 'html_notes', base, value })

test('a text that is still the one that the page has edited is written', async () => {
  const { ann, editor, task } = await office()
  const { data } = await ok(editor.put(`/texts/${task}`, notes(body('One'), body('<em>Two</em>'))))
  assert.deepEqual(data, { value: body('<em>Two</em>') })
  const shown = await ann.get(`/tasks/${task}?opt_fields=html_notes,notes`)
  assert.deepEqual([shown.data.html_notes, shown.data.notes], [body('<em>Two</em>'), 'Two'])
})

test('a text that has changed since is not written, and the response has the current one', async () => {
  const { ann, editor, task } = await office()
  await ann.put(`/tasks/${task}`, { html_notes: body('Other') })
  const answer = await editor.put(`/texts/${task}`, notes(body('One'), body('Two')))
  assert.equal(answer.status, 409)
  const message = 'The text has changed: merge your text with the current one, and send that as base'
  assert.deepEqual(answer.body, { errors: [{ message }], data: { value: body('Other') } })
  assert.equal((await ann.get(`/tasks/${task}?opt_fields=html_notes`)).data.html_notes, body('Other'))
  assert.equal((await editor.put(`/texts/${task}`, notes(answer.data.value, body('Both')))).status, 200)
})

test('the base is compared in its canonical form, without the names that links show', async () => {
  const { ann, ben, editor, task } = await office()
  const link = body(`Ask <a data-asana-gid="${ben.gid}"/>`)
  await ok(editor.put(`/texts/${task}`, notes(body('One'), link)))
  const { html_notes: shown } = (await ann.get(`/tasks/${task}?opt_fields=html_notes`)).data
  assert.match(shown, /@Ben/)
  const { data } = await ok(editor.put(`/texts/${task}`, notes(shown, shown.replace('Ask', 'Call'))))
  assert.equal(data.value, shown.replace('Ask', 'Call'))
  assert.equal((await editor.put(`/texts/${task}`, notes(link.replace('Ask', 'Call'), link))).status, 200)
})

test('a text that was written as plain text, and an empty one, can be the base', async () => {
  const { ann, editor, task } = await office()
  await ann.put(`/tasks/${task}`, { notes: 'a < b & "c"\nd' })
  const { html_notes: shown } = (await ann.get(`/tasks/${task}?opt_fields=html_notes`)).data
  await ok(editor.put(`/texts/${task}`, notes(shown, body(''))))
  await ok(editor.put(`/texts/${task}`, notes('', body('Two'))))
})

test('the texts of projects, goals, comments and project briefs are written in the same way', async () => {
  const { ann, editor, project, task, workspace } = await office()
  const goal = await ann.create('/goals', { workspace, name: 'G', html_notes: body('One') })
  const brief = await ann.create(`/projects/${project}/project_briefs`, { title: 'B', html_text: body('One') })
  const comment = await ann.create(`/tasks/${task}/stories`, { html_text: body('One') })
  await ann.put(`/projects/${project}`, { html_notes: body('One') })
  for (const [field, gid] of [
    ...([['html_notes', project] as const, ['html_notes', goal] as const] as const),
    ...([['html_text', brief] as const, ['html_text', comment] as const] as const),
  ]) {
    const { data } = await ok(editor.put(`/texts/${gid}`, { field, base: body('One'), value: body('Two') }))
    assert.deepEqual(data, { value: body('Two') })
    const late = await editor.put(`/texts/${gid}`, { field, base: body('One'), value: body('Three') })
    assert.deepEqual([late.status, late.data], [409, { value: body('Two') }])
    const other = field === 'html_text' ? 'html_notes' : 'html_text'
    const wrong = await editor.put(`/texts/${gid}`, { field: other, base: '', value: body('Two') })
    assert.equal(wrong.status, 404, 'it has no such text')
  }
})

test('a viewer cannot write, a stranger finds nothing, and neither learns whether the text has changed', async () => {
  const { ann, editor, reader, stranger, task } = await office()
  for (const base of [body('One'), body('Zero'), '<not xml']) {
    const refused = await reader.put(`/texts/${task}`, notes(base, body('Two')))
    assert.deepEqual([refused.status, refused.message], [403, 'You do not have access to this task.'])
    const hidden = await stranger.put(`/texts/${task}`, notes(base, body('Two')))
    const absent = await stranger.put('/texts/99', notes(base, body('Two')))
    assert.deepEqual([hidden.status, hidden.message], [404, `object: Not a recognized ID: ${task}`])
    assert.equal(hidden.message?.replace(task, '99'), absent.message)
  }
  await ann.delete(`/tasks/${task}`)
  const deleted = await editor.put(`/texts/${task}`, notes(body('One'), body('Two')))
  assert.deepEqual([deleted.status, deleted.message], [404, `object: Not a recognized ID: ${task}`])
})

test('only the author writes a comment', async () => {
  const { ann, editor, task, person, project, store: _, ...all } = await office()
  const eva = await person('Eva')
  await ann.post(`/projects/${project}/addMembers`, { members: eva.gid })
  const comment = await eva.create(`/tasks/${task}/stories`, { text: 'Mine' })
  const input = { field: 'html_text', base: body('Mine'), value: body('Yours') }
  const { status } = await editor.put(`/texts/${comment}`, input)
  const api = await ann.put(`/stories/${comment}`, { html_text: body('Yours') })
  assert.deepEqual([status, all.logged], [api.status, []])
  assert.equal(status, 403)
})

test('invalid input is refused as by the API, with its texts', async () => {
  const { ann, editor, task } = await office()
  const value = body('<script>x</script>')
  const refused = await editor.put(`/texts/${task}`, notes(body('One'), value))
  const api = await ann.put(`/tasks/${task}`, { html_notes: value })
  assert.deepEqual([refused.status, refused.message], [400, api.message])
  assert.equal((await editor.put(`/texts/${task}`, notes('<not xml', body('Two')))).status, 400)
  for (const missing of ['field', 'base', 'value'])
    assert.equal((await editor.put(`/texts/${task}`, { ...notes('', ''), [missing]: undefined })).status, 400)
  assert.equal((await ann.get(`/tasks/${task}?opt_fields=html_notes`)).data.html_notes, body('One'))
})

test('a written text has the events and stories of an update', async () => {
  const { ann, editor, task } = await office()
  const { sync } = (await ann.get(`/events?resource=${task}`)).body
  await ok(editor.put(`/texts/${task}`, notes(body('One'), body('Two'))))
  await editor.put(`/texts/${task}`, notes(body('One'), body('Three')))
  const { data } = await ann.get(`/events?resource=${task}&sync=${sync}`)
  const fields = data.flatMap(({ change }: Json) => change?.field ?? [])
  assert.deepEqual(fields, ['notes'])
  const { data: stories } = await ann.get(`/tasks/${task}/stories?opt_fields=resource_subtype`)
  assert.ok(stories.some(({ resource_subtype }: Json) => resource_subtype === 'notes_changed'))
})
