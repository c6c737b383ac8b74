/** The files of a project and of a task, as the web app lists them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachFile } from '../../../../test/harness/files/form.ts'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import { watchStatements } from '../../../../test/harness/statements.ts'
import { type Json, world } from '../../../../test/harness/world.ts'

const watch = watchStatements()
const all = await world()
const { ann, ben, workspace } = all
const [visitor, other] = [await signedIn(all, ann), await signedIn(all, ben)]

const project = await ann.create('/projects', { workspace, name: 'Launch', privacy_setting: 'private' })
const task = await ann.create('/tasks', { name: 'Poster', projects: [project] })
const attach = async (parent: string, fileName: string, type?: string): Promise<string> =>
  (await ok(attachFile(all, ann, parent, { fileName, ...(type && { type }) }))).data.gid

const read = async (query = '', of = visitor, gid = project): Promise<Json> =>
  (await ok(of.get(`/projects/${gid}/files${query}`))).data
const namesOf = ({ files }: Json) => files.map(({ name }: Json) => name)

const image = await attach(task, 'poster.png', 'image/png')
await attach(task, 'plan.pdf', 'application/pdf')
await attach(project, 'notes.txt')
await attach(task, 'data.bin')
await ok(
  ann.post('/attachments', { parent: task, resource_subtype: 'external', url: 'https://example.com/', name: 'A page' }),
)

test('the files of a project and of its tasks come with their person, type and place', async () => {
  const found = await read()
  assert.deepEqual(namesOf(found), ['A page', 'data.bin', 'notes.txt', 'plan.pdf', 'poster.png'])
  assert.equal(found.next, null)
  const [link] = found.files
  assert.deepEqual([link.size, link.media_type, link.view_url], [null, null, 'https://example.com/'])
  const file = found.files.at(-1)
  assert.deepEqual(
    [file.gid, file.size, file.media_type, file.parent.gid, file.parent.name, file.created_by.gid],
    [image, 10, 'image/png', task, 'Poster', ann.gid],
  )
  assert.match(file.download_url, /^http/)
})

test('they are filtered by type, person and time', async () => {
  const wanted = {
    ...{ image: ['poster.png'], pdf: ['plan.pdf'], text: ['notes.txt'], other: ['data.bin'], link: ['A page'] },
    ...{ video: [], audio: [] },
  }
  for (const [type, names] of Object.entries(wanted))
    assert.deepEqual(namesOf(await read(`?type=${type}`)), names, type)
  assert.equal((await read(`?person=${ann.gid}`)).files.length, 5)
  assert.deepEqual((await read(`?person=${ben.gid}&type=image`)).files, [])
  const { created_at: at } = (await read('?type=pdf')).files[0]
  assert.deepEqual(namesOf(await read(`?until=${at}`)), ['poster.png'])
  assert.ok(!namesOf(await read(`?since=${at}`)).includes('poster.png'))
})

test('a wrong filter is refused', async () => {
  for (const query of ['type=exe', 'person=me', 'before=x', 'since=yesterday']) {
    assert.equal((await visitor.get(`/projects/${project}/files?${query}`)).status, 400, query)
  }
})

test('a person without access to the project or the task finds neither', async () => {
  assert.equal((await other.get(`/projects/${project}/files`)).status, 404)
  assert.equal((await other.get(`/tasks/${task}/files`)).status, 404)
  assert.equal((await visitor.get('/projects/1/files')).status, 404)
})

test('deleted files and those of deleted tasks are absent', async () => {
  const own = await ann.create('/projects', { workspace, name: 'Short' })
  const short = await ann.create('/tasks', { name: 'Short', projects: [own] })
  const gid = await attach(short, 'a.txt')
  await attach(short, 'b.txt')
  await ok(ann.delete(`/attachments/${gid}`))
  assert.deepEqual(namesOf(await read('', visitor, own)), ['b.txt'])
  await ok(ann.delete(`/tasks/${short}`))
  assert.deepEqual(namesOf(await read('', visitor, own)), [])
})

test('the files of a task are the oldest first', async () => {
  const { files } = (await ok(visitor.get(`/tasks/${task}/files`))).data
  assert.deepEqual(namesOf({ files }), ['poster.png', 'plan.pdf', 'data.bin', 'A page'])
  assert.equal(files[0].created_by.name, 'Ann')
})

test('pages follow each other, and cost the same number of statements', async () => {
  const large = await ann.create('/projects', { workspace, name: 'Large' })
  const full = await ann.create('/tasks', { name: 'Full', projects: [large] })
  const COUNT = 53
  for (let at = 0; at < COUNT; at++) await attach(full, `${at}.txt`)
  // The first request fills the memory cache.
  await read('', visitor, large)
  watch.take()
  const first = await read('', visitor, large)
  const statements = watch.take().length
  assert.deepEqual([first.files.length, first.files[0].name], [50, '52.txt'])
  const rest = await read(`?before=${first.next}`, visitor, large)
  assert.equal(watch.take().length, statements)
  assert.deepEqual(namesOf(rest), ['2.txt', '1.txt', '0.txt'])
  assert.equal(rest.next, null)
})
