import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditor, eventTypes } from '../../../test/harness/auditor.ts'
import { eventText, followObject } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { allPages, gidsOf, makeProject } from '../../../test/harness/work.ts'
import { type Json, world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

/** A private project with a member at each access level. */
async function office(options: Parameters<typeof world>[0] = {}) {
  const home = await world(options)
  const { ann, person } = home
  const [editor, commenter, viewer] = [await person('Edi'), await person('Com'), await person('Vie')]
  const { gid: project } = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [editor, 'editor'],
      [commenter, 'commenter'],
      [viewer, 'viewer'],
    ],
  })
  const post = (more: Json = {}) =>
    ann.create('/status_updates', { parent: project, status_type: 'on_track', text: 'Well', ...more })
  /** The gids of both fields with the current status. */
  const current = async () => {
    const { data } = await ok(ann.get(`/projects/${project}`))
    return [data.current_status?.gid ?? null, data.current_status_update?.gid ?? null]
  }
  return { ...home, editor, commenter, viewer, project, post, current }
}

test('a status update can be created, read and deleted', async () => {
  const { ann, project } = await office()
  const made = await ann.post('/status_updates', {
    ...{ parent: project, title: 'Week 1', text: 'All is well', status_type: 'on_track' },
  })
  assert.equal(made.status, 201)
  const { gid, created_at, modified_at, ...rest } = made.data
  assert.equal(made.headers.location, `/api/1.0/status_updates/${gid}`)
  assert.equal(created_at, modified_at)
  const author = { gid: ann.gid, resource_type: 'user', name: 'Ann' }
  assert.deepEqual(rest, {
    ...{ resource_type: 'status_update', resource_subtype: 'project_status_update', title: 'Week 1' },
    ...{ text: 'All is well', status_type: 'on_track', author, created_by: author },
    ...{ hearted: false, hearts: [], num_hearts: 0, liked: false, likes: [], num_likes: 0, reaction_summary: [] },
    parent: { gid: project, resource_type: 'project', name: 'Project' },
  })
  assert.deepEqual((await ok(ann.get(`/status_updates/${gid}`))).data, made.data)
  const { data } = await ann.get(`/status_updates?parent=${project}`)
  const subtype = { resource_subtype: 'project_status_update' }
  assert.deepEqual(data, [{ gid, resource_type: 'status_update', title: 'Week 1', ...subtype }])
  assert.deepEqual((await ann.delete(`/status_updates/${gid}`)).body, { data: {} })
  const deleted = await ann.get(`/status_updates/${gid}`)
  assert.deepEqual([deleted.status, deleted.message], [404, `status_update: Unknown object: ${gid}`])
  assert.equal((await ann.delete(`/status_updates/${gid}`)).status, 404)
  assert.equal((await ann.put(`/status_updates/${gid}`, { title: 'New' })).status, 404)
})

test('a status update and a project status with the same gid are one object', async () => {
  const { ann, project, post } = await office()
  const colors = { on_track: 'green', at_risk: 'yellow', off_track: 'red', on_hold: 'blue', complete: 'complete' }
  for (const [status_type, color] of Object.entries(colors)) {
    const gid = await post({ status_type })
    assert.equal((await ok(ann.get(`/project_statuses/${gid}`))).data.color, color)
    const older = await ok(ann.post(`/projects/${project}/project_statuses`, { color, text: 'Older' }))
    assert.equal(older.headers.location, `/api/1.0/project_statuses/${older.data.gid}`)
    const { data } = await ok(ann.get(`/status_updates/${older.data.gid}`))
    assert.deepEqual([data.status_type, data.text, data.created_at], [status_type, 'Older', older.data.created_at])
  }
  const { data } = await ok(ann.get(`/project_statuses/${await post({ status_type: 'dropped', title: 'Over' })}`))
  const { gid, created_at, modified_at, author, created_by, ...rest } = data
  assert.deepEqual(rest, { resource_type: 'project_status', title: 'Over', text: 'Well', color: null })
  assert.deepEqual([author.gid, created_by.gid, modified_at], [ann.gid, ann.gid, created_at])
  const lists = [`/projects/${project}/project_statuses`, `/status_updates?parent=${project}`]
  const [older, newer] = [await gidsOf(ann, lists[0] ?? ''), await gidsOf(ann, lists[1] ?? '')]
  assert.deepEqual([older.length, older], [11, newer])
  assert.equal((await ann.delete(`/project_statuses/${gid}`)).status, 200)
  const gone = await Promise.all(['project_statuses', 'status_updates'].map(type => ann.get(`/${type}/${gid}`)))
  assert.deepEqual(
    gone.map(({ message }) => message),
    [`project_status: Unknown object: ${gid}`, `status_update: Unknown object: ${gid}`],
  )
})

test('the text of a status update is plain or rich, and the title has the day if it is missing', async () => {
  const { ann, post, clock } = await office()
  clock.now = Date.parse('2026-11-22T10:00:00Z')
  const html_text = '<body>Look, <strong>here</strong></body>'
  const gid = await post({ text: undefined, html_text })
  for (const type of ['status_updates', 'project_statuses']) {
    const { data } = await ann.get(`/${type}/${gid}?opt_fields=title,text,html_text`)
    assert.deepEqual(data, { gid, title: 'Status update - Nov 22', text: 'Look, here', html_text })
    assert.ok(!('html_text' in (await ann.get(`/${type}/${gid}`)).data))
  }
  assert.equal(
    (await ok(ann.get(`/status_updates/${await post({ title: ' ' })}`))).data.title,
    'Status update - Nov 22',
  )
})

test('an invalid status update is refused', async () => {
  const { ann, project, current } = await office()
  const valid = { parent: project, status_type: 'on_track', text: 'Well' }
  const refused = async (path: string, body: Json) => {
    const { status, message } = await ann.post(path, body)
    assert.equal(status, 400)
    return message
  }
  const newer = (body: Json) => refused('/status_updates', { ...valid, ...body })
  assert.equal(await newer({ status_type: 'achieved' }), 'status_type: Not a recognized value: achieved')
  assert.equal(await newer({ status_type: undefined }), 'status_type: Missing input')
  assert.equal(await newer({ parent: undefined }), 'parent: Missing input')
  assert.equal(await newer({ parent: '1' }), 'parent: Not a recognized ID: 1')
  assert.equal(await newer({ text: undefined }), 'text: Missing input')
  assert.equal(await newer({ text: ' ' }), 'text: Missing input')
  assert.equal(await newer({ text: undefined, html_text: '<body></body>' }), 'html_text: Missing input')
  assert.equal(await newer({ html_text: '<body>Well</body>' }), 'html_text: Cannot be given together with text')
  const older = (body: Json) => refused(`/projects/${project}/project_statuses`, { text: 'Well', ...body })
  assert.equal(await older({ color: 'orange' }), 'color: Not a recognized value: orange')
  assert.equal(await older({}), 'color: Missing input')
  assert.equal((await ann.get('/status_updates')).message, 'parent: Missing input')
  assert.deepEqual(await current(), [null, null])
})

test('the status updates of a project are paged without loss, and filtered by their time', async () => {
  const { ann, project, post } = await office()
  const gids: string[] = []
  for (let index = 0; index < 5; index++) gids.push(await post())
  assert.deepEqual(await allPages(ann, `/status_updates?parent=${project}&limit=2`), gids)
  assert.deepEqual(await allPages(ann, `/projects/${project}/project_statuses?limit=2`), gids)
  const { created_at } = (await ok(ann.get(`/status_updates/${gids[2]}`))).data
  const since = `/status_updates?parent=${project}&created_since=${created_at}`
  assert.deepEqual(await gidsOf(ann, since), gids.slice(2))
  assert.deepEqual(await allPages(ann, `${since}&limit=1`), gids.slice(2))
  const { gid: other } = (await ok(ann.post('/projects', { workspace: (await ann.get('/workspaces')).data[0].gid })))
    .data
  assert.deepEqual(await gidsOf(ann, `/status_updates?parent=${other}`), [])
})

test('the current status of a project is the latest one that is not deleted', async () => {
  const { ann, project, post, current } = await office()
  const [first, second, third] = [await post({ title: 'One' }), await post({ title: 'Two' }), await post()]
  assert.deepEqual(await current(), [third, third])
  await ok(ann.delete(`/status_updates/${second}`))
  assert.deepEqual(await current(), [third, third])
  await ok(ann.delete(`/project_statuses/${third}`))
  assert.deepEqual(await current(), [first, first])
  const fields = ['text', 'color', 'author.name'].map(name => `current_status.${name}`)
  const path = `/projects?workspace=${(await ann.get('/workspaces')).data[0].gid}`
  const { data } = await ann.get(`${path}&opt_fields=current_status_update.title,${fields}`)
  assert.deepEqual(data, [
    {
      gid: project,
      current_status: { gid: first, text: 'Well', color: 'green', author: { gid: ann.gid, name: 'Ann' } },
      current_status_update: { gid: first, title: 'One' },
    },
  ])
  await ok(ann.delete(`/status_updates/${first}`))
  assert.deepEqual(await current(), [null, null])
})

test('a status update of the type complete completes its project, until a later one does not', async () => {
  const { ann, project, post } = await office()
  const completed = async () => {
    const names = 'completed,completed_at,completed_by'
    const { data } = await ok(ann.get(`/projects/${project}?opt_fields=${names}`))
    return [data.completed, data.completed_at, data.completed_by?.gid ?? null]
  }
  const gid = await post({ status_type: 'complete' })
  const { created_at } = (await ok(ann.get(`/status_updates/${gid}`))).data
  assert.deepEqual(await completed(), [true, created_at, ann.gid])
  const later = await post({ status_type: 'on_track' })
  assert.deepEqual(await completed(), [false, null, null])
  await ok(ann.delete(`/status_updates/${later}`))
  assert.deepEqual(await completed(), [true, created_at, ann.gid])
})

test('viewers read status updates, editors create them, authors and editors delete them', async () => {
  const { ann, ben, editor, commenter, viewer, project, post, person, store } = await office()
  const gid = await post()
  const body = { parent: project, status_type: 'on_hold', text: 'Mine' }
  const older = { color: 'blue', text: 'Mine' }
  for (const who of [commenter, viewer]) {
    assert.equal((await who.get(`/status_updates/${gid}`)).data.text, 'Well')
    assert.deepEqual(await gidsOf(who, `/status_updates?parent=${project}`), [gid])
    const refused = [
      await who.post('/status_updates', body),
      await who.post(`/projects/${project}/project_statuses`, older),
      await who.delete(`/status_updates/${gid}`),
      await who.delete(`/project_statuses/${gid}`),
    ]
    assert.deepEqual(
      refused.map(({ status }) => status),
      [403, 403, 403, 403],
    )
  }
  const sam = await person('Sam', null)
  for (const who of [ben, sam]) {
    const refused = [
      await who.get(`/status_updates/${gid}`),
      await who.delete(`/project_statuses/${gid}`),
      await who.get(`/projects/${project}/project_statuses`),
      await who.get(`/status_updates?parent=${project}`),
      await who.post('/status_updates', body),
    ]
    assert.deepEqual(
      refused.map(({ status }) => status),
      [404, 404, 404, 400, 400],
    )
  }
  const own = await editor.create('/status_updates', body)
  assert.equal((await ok(ann.get(`/status_updates/${own}`))).data.author.gid, editor.gid)
  const membership = (await ok(ann.get(`/projects/${project}/project_memberships?user=${editor.gid}`))).data[0].gid
  await store.write(tx => update(tx, 'project_memberships', { gid: Number(membership) }, { access_level: 'commenter' }))
  assert.equal((await editor.delete(`/status_updates/${gid}`)).status, 403)
  assert.equal((await editor.delete(`/status_updates/${own}`)).status, 200)
  assert.equal((await ann.delete(`/status_updates/${gid}`)).status, 200)
})

test('a webhook on a project delivers its status updates, by their type and subtype', async () => {
  const delivered: Json[] = []
  const { ann, project, post, jobs } = await office({
    post: async (_target, headers, body) => {
      delivered.push(...(JSON.parse(body).events ?? []))
      return { status: 200, secret: headers['X-Hook-Secret'] ?? null, text: '', error: null, isRefused: false }
    },
  })
  const filters = [{ resource_type: 'status_update', resource_subtype: 'project_status_update' }]
  await ok(ann.post('/webhooks', { resource: project, target: 'https://example.com/hook', filters }))
  const gid = await post({ status_type: 'complete' })
  await ok(ann.delete(`/project_statuses/${gid}`))
  await jobs.tick()
  const resource = { gid, resource_type: 'status_update', resource_subtype: 'project_status_update' }
  const parent = { gid: project, resource_type: 'project' }
  assert.deepEqual(
    delivered.map(({ action, resource, parent }) => ({ action, resource, parent })),
    [
      { action: 'added', resource, parent },
      { action: 'deleted', resource, parent: null },
    ],
  )
})

test('a status update is in the trash, and restoring it restores the current status', async () => {
  const all = await office()
  const { ann, workspace, project, post, current } = all
  const admin = await signedIn(all, ann)
  const { newEntries } = await auditor(all)
  const restore = (gid: string) => admin.post(`/organizations/${workspace}/trash/${gid}/restore`)
  const events = await followObject(ann, project)
  const [first, second] = [await post({ title: 'One' }), await post({ title: 'Two' })]
  await ok(ann.delete(`/project_statuses/${second}`))
  const listed = (await ok(admin.get(`/organizations/${workspace}/trash`))).data
  assert.deepEqual(
    listed.map(({ gid, resource_type, name }: Json) => [gid, resource_type, name]),
    [[second, 'status_update', 'Two']],
  )
  assert.deepEqual(await current(), [first, first])
  await ok(restore(second))
  assert.deepEqual(await current(), [second, second])
  assert.deepEqual(eventTypes(await newEntries()), ['status_update_deleted', 'status_update_undeleted'])
  const seen = (await events.poll()).filter(({ resource }) => resource.resource_type === 'status_update')
  assert.deepEqual(
    seen.map(event => [event.resource.gid, eventText(event)]),
    [
      [first, 'added status_update < project'],
      [second, 'added status_update < project'],
      [second, 'deleted status_update'],
      [second, 'undeleted status_update'],
    ],
  )
  await ok(ann.delete(`/status_updates/${first}`))
  await ok(ann.delete(`/projects/${project}`))
  const early = await restore(first)
  const text = `The project of this status update is in the trash too: restore the project ${project} first.`
  assert.deepEqual([early.status, early.message], [400, text])
  await ok(restore(project))
  await ok(restore(first))
  assert.deepEqual(await current(), [second, second])
})
