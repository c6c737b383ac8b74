/** Attachments: uploading, showing, downloading and deleting them, with the rights of their parents. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { attachFile, sendForm } from '../../../test/harness/files/form.ts'
import { type MemoryFiles, memoryFiles } from '../../../test/harness/files/memory_files.ts'
import { follow } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { pageHeaders, signedIn } from '../../../test/harness/sign_in/console.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'
import { reserveFile } from '../../store/queries/files/unreferenced.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

const all = await world()
const { ann, ben, workspace } = all

const aProject = (more: Json = {}, person = ann) => person.create('/projects', { workspace, name: 'Project', ...more })
const aTask = (more: Json = {}) => ann.create('/tasks', { workspace, name: 'Task', ...more })

/** The path of an address of this server. */
const pathOf = (address: string) => `${new URL(address).pathname}${new URL(address).search}`

const download = (address: string, headers: Record<string, string> = {}, { app }: World = all) =>
  app.inject({ method: 'GET', url: pathOf(address), headers })

const namesOf = ({ data }: { data: Json }) => data.map(({ name }: Json) => name)

async function fileOf(person: Person, gid: string, fields = 'download_url'): Promise<Json> {
  return (await ok(person.get(`/attachments/${gid}?opt_fields=${fields}`))).data
}

test('an upload answers 200 with the compact form, and no location', async () => {
  const task = await aTask()
  const { status, data, headers } = await attachFile(all, ann, task)
  assert.equal(status, 200)
  assert.deepEqual(data, {
    gid: data.gid,
    resource_type: 'attachment',
    name: 'notes.txt',
    resource_subtype: 'asana',
  })
  assert.equal(headers.location, undefined)
})

test('an attachment shows its file, its parent and its addresses', async () => {
  const task = await aTask({ name: 'With a file' })
  const { gid } = (await attachFile(all, ann, task)).data
  const { data } = await ok(ann.get(`/attachments/${gid}`))
  assert.deepEqual(data, {
    gid,
    resource_type: 'attachment',
    name: 'notes.txt',
    resource_subtype: 'asana',
    created_at: data.created_at,
    download_url: data.download_url,
    host: 'asana',
    parent: { gid: task, resource_type: 'task', name: 'With a file', resource_subtype: 'default_task' },
    permanent_url: `http://localhost:80/-/attachments/${gid}`,
    view_url: data.download_url,
  })
  assert.deepEqual(await fileOf(ann, gid, 'size,connected_to_app'), { gid, size: 10, connected_to_app: false })
})

test('a download link returns the bytes without a token, until it expires', async () => {
  const own = await world()
  own.clock.step = 0
  const task = await own.ann.create('/tasks', { workspace: own.workspace, name: 'Task' })
  const content = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251))
  const { gid } = (await attachFile(own, own.ann, task, { content, fileName: 'data.bin' })).data
  const { download_url: address } = await fileOf(own.ann, gid)
  const { statusCode, rawPayload, headers } = await download(address, {}, own)
  assert.deepEqual([statusCode, rawPayload.equals(content)], [200, true])
  assert.equal(headers['content-length'], '100000')
  own.clock.now += 2 * 60_000 - 1
  assert.equal((await download(address, {}, own)).statusCode, 200)
  own.clock.now += 1001
  const late = await download(address, {}, own)
  assert.equal(late.statusCode, 403)
  assert.match(late.json().errors[0].message, /^This download link has expired/)
})

test('the file may come before the parent', async () => {
  const task = await aTask()
  const { status } = await sendForm(all, ann, [
    { name: 'file', fileName: 'a.txt', content: 'x' },
    { name: 'parent', content: task },
  ])
  assert.equal(status, 200)
  assert.deepEqual(namesOf(await ok(ann.get(`/attachments?parent=${task}`))), ['a.txt'])
})

test('older clients attach to and list the attachments of a task', async () => {
  const task = await aTask()
  const parts = [{ name: 'file', fileName: 'old.txt', content: 'x' }]
  const { status, data } = await sendForm(all, ann, parts, `/tasks/${task}/attachments`)
  assert.deepEqual([status, data.name], [200, 'old.txt'])
  assert.deepEqual(namesOf(await ok(ann.get(`/tasks/${task}/attachments`))), ['old.txt'])
})

test('projects and project briefs have attachments, of people who can edit them', async () => {
  const project = await aProject()
  const brief = await ann.create(`/projects/${project}/project_briefs`, { text: 'Text' })
  for (const [parent, type] of [
    [project, 'project'],
    [brief, 'project_brief'],
  ] as const) {
    const { gid } = (await ok(attachFile(all, ann, parent))).data
    assert.equal((await fileOf(ann, gid, 'parent.resource_type')).parent.resource_type, type)
    assert.deepEqual(namesOf(await ok(ann.get(`/attachments?parent=${parent}`))), ['notes.txt'])
  }
})

test('a link is an external attachment, from JSON, a form or multipart', async () => {
  const task = await aTask()
  const link = { parent: task, resource_subtype: 'external', name: 'Design', url: 'https://example.com/design' }
  const { status, data } = await ann.post('/attachments', link)
  assert.deepEqual([status, data.resource_subtype], [200, 'external'])
  const shown = (await ok(ann.get(`/attachments/${data.gid}`))).data
  assert.deepEqual(
    [shown.host, shown.view_url, shown.download_url, shown.permanent_url],
    ['external', link.url, null, null],
  )
  const parts = Object.entries(link).map(([name, content]) => ({ name, content }))
  assert.equal((await sendForm(all, ann, parts)).status, 200)
  for (const [wrong, message] of [
    [{ name: undefined }, 'name: Missing input'],
    [{ url: undefined }, 'url: Missing input'],
    [{ url: 'javascript:alert(1)' }, 'url: Not a valid URL: javascript:alert(1)'],
    [{ resource_subtype: 'dropbox' }, 'resource_subtype: Not a recognized value: dropbox'],
    [{ resource_subtype: 'asana' }, 'file: Missing input'],
    [{ connect_to_app: true }, 'connect_to_app: Only an application can connect an attachment'],
    [{ file: { key: 'x' } }, 'file: Not a file: send it as a part of multipart/form-data'],
  ] as [Json, string][]) {
    const answer = await ann.post('/attachments', { ...link, ...wrong })
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
})

test('people attach where they can comment on a task or edit a project, and delete their own', async () => {
  const project = await aProject({ privacy_setting: 'private' })
  const task = await ann.create('/tasks', { name: 'Task', projects: [project] })
  const refused = await attachFile(all, ben, task)
  assert.deepEqual([refused.status, refused.message], [400, `parent: Not a recognized ID: ${task}`])
  const share = (access_level: string) =>
    ok(ann.post('/memberships', { parent: project, member: ben.gid, access_level })).catch(() => undefined)
  assert.ok(share)
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [ben.gid] }))
  const { gid } = (await ok(attachFile(all, ben, task))).data
  assert.equal((await ben.delete(`/attachments/${gid}`)).status, 200)
})

test('a person without access to the parent sees neither the attachment nor its file', async () => {
  const project = await aProject({ privacy_setting: 'private' })
  const task = await ann.create('/tasks', { name: 'Task', projects: [project] })
  const { gid } = (await ok(attachFile(all, ann, task))).data
  assert.equal((await ben.get(`/attachments/${gid}`)).status, 404)
  assert.equal((await ben.delete(`/attachments/${gid}`)).status, 404)
  assert.equal((await ben.get(`/attachments?parent=${task}`)).status, 400)
  assert.equal((await ben.get(`/tasks/${task}/attachments`)).status, 404)
})

test('a refused upload leaves no file', async () => {
  const own = await world({ files: memoryFiles() })
  const stored = (own.files as MemoryFiles).stored
  const hidden = await own.ann.create('/projects', { workspace: own.workspace, name: 'P', privacy_setting: 'private' })
  const file = { name: 'file', fileName: 'a.txt', content: 'x' }
  const parent = { name: 'parent', content: hidden }
  for (const parts of [
    [parent, file],
    [file, parent],
    [file],
    [file, file, parent],
    [{ ...file, name: 'upload' }, parent],
    [file, parent, { name: 'resource_subtype', content: 'external' }],
  ]) {
    const { status } = await sendForm(own, own.ben, parts)
    assert.equal(status, 400)
    assert.deepEqual([...stored.keys()], [])
  }
  const rest = await own.store.read.db.selectFrom('unreferenced_files').selectAll().execute()
  assert.deepEqual(rest, [])
})

test('a deleted attachment is in the trash, and restoring it brings its file back', async () => {
  const own = await world()
  const task = await own.ann.create('/tasks', { workspace: own.workspace, name: 'Task' })
  const { gid } = (await ok(attachFile(own, own.ann, task))).data
  await ok(own.ann.delete(`/attachments/${gid}`))
  assert.deepEqual((await own.ann.get(`/attachments/${gid}`)).message, `attachment: Unknown object: ${gid}`)
  assert.deepEqual(namesOf(await ok(own.ann.get(`/attachments?parent=${task}`))), [])
  const at = await signedIn(own, own.ann)
  await ok(at.post(`/organizations/${own.workspace}/trash/${gid}/restore`))
  const { download_url: address } = await fileOf(own.ann, gid)
  assert.equal((await download(address, {}, own)).payload, 'Some notes')
})

test('a purged attachment releases its file and its space, and a job removes the file a day later', async () => {
  const own = await world({ files: memoryFiles() })
  const stored = (own.files as MemoryFiles).stored
  const task = await own.ann.create('/tasks', { workspace: own.workspace, name: 'Task' })
  const kept = await own.ann.create('/tasks', { workspace: own.workspace, name: 'Kept' })
  await ok(attachFile(own, own.ann, task))
  await ok(attachFile(own, own.ann, kept, { content: 'abc' }))
  assert.equal(stored.size, 2)
  await ok(own.ann.delete(`/tasks/${task}`))
  own.clock.now += 31 * DAY
  await own.jobs.tick()
  const usage = await own.store.read.db.selectFrom('file_usage').selectAll().execute()
  assert.deepEqual(
    usage.map(({ bytes }) => bytes),
    [3],
  )
  assert.equal(stored.size, 2)
  own.clock.now += DAY + HOUR
  await own.jobs.tick()
  assert.deepEqual(
    [...stored.values()].map(({ content }) => String(content)),
    ['abc'],
  )
})

test('an upload whose process died is removed a day later', async () => {
  const own = await world({ files: memoryFiles() })
  const stored = (own.files as MemoryFiles).stored
  await own.store.write(tx => reserveFile(tx, 'aa/lost'))
  await own.files.put('aa/lost', Readable.from([Buffer.from('x')]), { type: 'text/plain', size: 1 })
  await own.jobs.tick()
  assert.equal(stored.size, 1)
  own.clock.now += DAY + HOUR
  await own.jobs.tick()
  assert.equal(stored.size, 0)
})

test('a new attachment of a task is a story, which names the file', async () => {
  const task = await aTask()
  const { gid } = (await ok(attachFile(all, ann, task))).data
  const stories = (await ok(ann.get(`/tasks/${task}/stories?opt_fields=resource_subtype,text,type`))).data
  const [story] = stories.filter((one: Json) => one.resource_subtype === 'attachment_added')
  assert.deepEqual([story.type, story.text], ['system', 'Ann attached "notes.txt"'])
  await ok(ann.put(`/stories/${story.gid}`, { is_pinned: true }))
  const { modified_at: before } = (await ok(ann.get(`/tasks/${task}`))).data
  await ok(ann.delete(`/attachments/${gid}`))
  assert.notEqual((await ok(ann.get(`/tasks/${task}`))).data.modified_at, before)
})

test('events have the deletion of an attachment, and its arrival as a story', async () => {
  const task = await aTask()
  const events = await follow(ann, `/events?resource=${task}`)
  const { gid } = (await ok(attachFile(all, ann, task))).data
  const arrived = (await events.poll()).map(({ action, resource }) => [action, resource.resource_type])
  assert.deepEqual(arrived, [['added', 'story']])
  await ok(ann.delete(`/attachments/${gid}`))
  const [{ action, resource }] = (await events.poll()) as [Json]
  assert.deepEqual([action, resource], ['deleted', { gid, resource_type: 'attachment', resource_subtype: 'asana' }])
})

test('uploading and deleting are in the audit log', async () => {
  const own = await world()
  const bot = await own.service('Bot')
  const task = await own.ann.create('/tasks', { workspace: own.workspace, name: 'Task' })
  const { gid } = (await ok(attachFile(own, own.ann, task))).data
  await ok(own.ann.delete(`/attachments/${gid}`))
  const { data } = await ok(bot.get(`/workspaces/${own.workspace}/audit_log_events?resource_gid=${gid}`))
  assert.deepEqual(
    data.map((one: Json) => [one.event_type, one.event_category, one.resource.name]),
    [
      ['attachment_uploaded', 'creation', 'notes.txt'],
      ['attachment_deleted', 'deletion', 'notes.txt'],
    ],
  )
})

const notesWith = (gid: string) => `<body>See <img data-asana-gid="${gid}"/></body>`

test('an image in a description shows its attachment for a while, to people who can see it', async () => {
  const project = await aProject({ privacy_setting: 'private' })
  const [hidden, task] = [
    await ann.create('/tasks', { name: 'A', projects: [project] }),
    await aTask({ followers: [ben.gid] }),
  ]
  const { gid } = (await ok(attachFile(all, ann, hidden, { fileName: 'a.png', content: 'PNG' }))).data
  await ok(ann.put(`/tasks/${task}`, { html_notes: notesWith(gid) }))
  const htmlFor = async (person: Person) =>
    (await ok(person.get(`/tasks/${task}?opt_fields=html_notes`))).data.html_notes
  const shown = await htmlFor(ann)
  const [, src = ''] = /src="([^"]*)"/.exec(shown) ?? []
  assert.match(shown, /data-asana-type="attachment" alt="a\.png"\/><\/body>$/)
  assert.equal((await download(src.replaceAll('&amp;', '&'))).payload, 'PNG')
  assert.equal(await htmlFor(ben), notesWith(gid))
})

test('an image must be a file that the writer can see, but may stay after it was deleted', async () => {
  const project = await aProject({ privacy_setting: 'private' })
  const [hidden, task] = [
    await ann.create('/tasks', { name: 'A', projects: [project] }),
    await aTask({ followers: [ben.gid] }),
  ]
  const { gid } = (await ok(attachFile(all, ann, hidden))).data
  for (const image of [gid, '123', task]) {
    const { status, message } = await ben.put(`/tasks/${task}`, { html_notes: notesWith(image) })
    assert.deepEqual([status, message], [400, `data-asana-gid: Not a recognized ID: ${image}`])
  }
  await ok(ann.put(`/tasks/${task}`, { html_notes: notesWith(gid) }))
  await ok(ann.delete(`/attachments/${gid}`))
  await ok(ben.put(`/tasks/${task}`, { html_notes: notesWith(gid) }))
  assert.equal((await ann.post('/tasks', { workspace, html_notes: notesWith(gid) })).status, 400)
})

test('the permanent address redirects people who may see the file, and others to sign in', async () => {
  const project = await aProject({ privacy_setting: 'private' })
  const task = await ann.create('/tasks', { name: 'Task', projects: [project] })
  const { gid } = (await ok(attachFile(all, ann, task))).data
  const { permanent_url: address } = await fileOf(ann, gid, 'permanent_url')
  const open = async (person: Person | null) => {
    const cookie = person ? pageHeaders((await signedIn(all, person)).session) : {}
    return download(address, { ...cookie, 'sec-fetch-dest': 'document' })
  }
  const found = await open(ann)
  assert.equal(found.statusCode, 302)
  assert.equal((await download(`http://localhost${found.headers.location}`)).payload, 'Some notes')
  assert.equal((await open(ben)).statusCode, 404)
  assert.equal((await open(null)).headers.location, `/sign_in?return_to=${encodeURIComponent(pathOf(address))}`)
})

test('a browser never runs a file, with any type that it was uploaded with', async () => {
  const task = await aTask()
  for (const [fileName, type, served, disposition] of [
    ['page.html', 'text/html', 'application/octet-stream', 'attachment'],
    ['image.svg', 'image/svg+xml', 'application/octet-stream', 'attachment'],
    ['script.js', 'text/javascript', 'application/octet-stream', 'attachment'],
    ['page.png', 'text/html; charset=utf-8', 'application/octet-stream', 'attachment'],
    ['odd.bin', 'image/png\x00', 'application/octet-stream', 'attachment'],
    ['image.png', 'image/png', 'image/png', 'inline'],
    ['notes.txt', undefined, 'text/plain; charset=utf-8', 'inline'],
    ['paper.pdf', 'application/octet-stream', 'application/pdf', 'inline'],
  ] as const) {
    const { gid } = (await ok(attachFile(all, ann, task, { fileName, type, content: '<script>1</script>' }))).data
    const { headers } = await download((await fileOf(ann, gid)).download_url)
    assert.equal(headers['content-type'], served, fileName)
    assert.ok(String(headers['content-disposition']).startsWith(`${disposition}; filename="${fileName}"`), fileName)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers['content-security-policy']), /default-src 'none';.*sandbox/)
  }
})

test('a download returns the requested part', async () => {
  const { gid } = (await ok(attachFile(all, ann, await aTask(), { content: '0123456789' }))).data
  const { download_url: address } = await fileOf(ann, gid)
  const { headers: whole } = await download(address)
  for (const [range, content, part] of [
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
  ] as const) {
    const { statusCode, payload, headers } = await download(address, { range })
    assert.deepEqual([statusCode, payload, headers['content-range']], [206, content, part])
    assert.equal(headers['content-length'], String(content.length))
  }
  for (const range of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=-', 'bytes=a-b']) {
    assert.deepEqual([(await download(address, { range })).statusCode, range], [200, range])
  }
  assert.equal((await download(address, { range: 'bytes=10-' })).statusCode, 416)
  assert.equal((await download(address, { range: 'bytes=2-4', 'if-range': '"other"' })).statusCode, 200)
  for (const tags of [`${whole.etag}`, `W/${whole.etag}`, `"other", ${whole.etag}`, '*'])
    assert.equal((await download(address, { 'if-none-match': tags })).statusCode, 304, tags)
  const { headers, payload } = await all.app.inject({ method: 'HEAD', url: pathOf(address) })
  assert.deepEqual([headers['content-length'], payload], ['10', ''])
})

test('a changed link is refused', async () => {
  const { gid } = (await ok(attachFile(all, ann, await aTask()))).data
  const { download_url: address } = await fileOf(ann, gid)
  for (const wrong of [
    address.replace('notes.txt', 'other.txt'),
    address.replace(/e=\d+/, 'e=9999999999'),
    address.replace(/t=./, 't=_'),
    address.replace(/&t=.*/, ''),
    address.replace(/\/files\/../, '/files/zz'),
  ]) {
    assert.equal((await download(wrong)).statusCode, 403, wrong)
  }
})

test('the files of an organization take at most the quota, and deleted files count until they are purged', async () => {
  const own = await world({ filesQuota: 25 })
  const task = await own.ann.create('/tasks', { workspace: own.workspace, name: 'Task' })
  const attach = () => attachFile(own, own.ann, task)
  const [first] = [await ok(attach()), await ok(attach())]
  const refused = await attach()
  assert.equal(refused.status, 403)
  assert.match(refused.message ?? '', /^The files of this organization may take /)
  await ok(own.ann.delete(`/attachments/${first?.data.gid}`))
  assert.equal((await attach()).status, 403)
  own.clock.now += 31 * DAY
  await own.jobs.tick()
  await ok(attach())
})
