import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditor, eventTypes } from '../../../test/harness/auditor.ts'
import { eventText, followObject } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { makeProject } from '../../../test/harness/work.ts'
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
  const path = `/projects/${project}/project_briefs`
  /** The gid of the brief that the project shows. */
  const current = async () =>
    (await ok(ann.get(`/projects/${project}?opt_fields=project_brief`))).data.project_brief?.gid ?? null
  return { ...home, editor, commenter, viewer, project, path, current }
}

test('a project brief can be created, read, updated and deleted', async () => {
  const { ann, project, path, workspace, current } = await office()
  const html_text = '<body><h1>Why</h1>Because of <strong>this</strong></body>'
  const made = await ann.post(path, { title: 'Launch', html_text })
  assert.equal(made.status, 201)
  const { gid } = made.data
  assert.equal(made.headers.location, `/api/1.0/project_briefs/${gid}`)
  assert.deepEqual(made.data, {
    ...{ gid, resource_type: 'project_brief', title: 'Launch', html_text },
    permalink_url: `http://localhost:80/1/${workspace}/project/${project}`,
    project: { gid: project, resource_type: 'project', name: 'Project' },
  })
  assert.deepEqual((await ok(ann.get(`/project_briefs/${gid}`))).data, made.data)
  assert.equal(await current(), gid)
  const renamed = await ok(ann.put(`/project_briefs/${gid}`, { title: 'Start' }))
  assert.deepEqual(renamed.data, { ...made.data, title: 'Start' })
  const plain = await ok(ann.put(`/project_briefs/${gid}?opt_fields=title,text,html_text`, { text: 'a < b' }))
  assert.deepEqual(plain.data, { gid, title: 'Start', text: 'a < b', html_text: '<body>a &lt; b</body>' })
  assert.deepEqual((await ok(ann.put(`/project_briefs/${gid}`, {}))).data.title, 'Start')
  assert.deepEqual((await ann.delete(`/project_briefs/${gid}`)).body, { data: {} })
  assert.equal((await ann.get(`/project_briefs/${gid}`)).message, `project_brief: Unknown object: ${gid}`)
  assert.equal((await ann.put(`/project_briefs/${gid}`, { title: 'New' })).status, 404)
  assert.equal((await ann.delete(`/project_briefs/${gid}`)).status, 404)
  assert.equal(await current(), null)
})

test('a project shows its brief only if the field is selected', async () => {
  const { ann, ben, project, path, current, workspace } = await office()
  assert.ok(!('project_brief' in (await ok(ann.get(`/projects/${project}`))).data))
  assert.equal(await current(), null)
  const gid = await ann.create(path, { title: 'Launch' })
  const listed = await ok(ann.get(`/projects?workspace=${workspace}&opt_fields=project_brief.(title|project)`))
  const brief = { gid, title: 'Launch', project: { gid: project, resource_type: 'project' } }
  assert.deepEqual(listed.data, [{ gid: project, project_brief: brief }])
  const task = await ann.create('/tasks', { projects: [project], followers: [ben.gid] })
  const edge = `/tasks/${task}?opt_fields=projects.project_brief.title`
  assert.deepEqual((await ok(ann.get(edge))).data.projects, [{ gid: project, project_brief: { gid, title: 'Launch' } }])
  assert.deepEqual((await ok(ben.get(edge))).data.projects, [])
  await ok(ann.delete(`/project_briefs/${gid}`))
  assert.deepEqual((await ok(ann.get(edge))).data.projects, [{ gid: project, project_brief: null }])
})

test('a project has at most one brief', async () => {
  const { ann, path, current } = await office()
  const first = await ann.create(path, {})
  const second = await ann.post(path, { title: 'Second' })
  assert.deepEqual([second.status, second.message], [400, 'A project can have only one project brief'])
  await ok(ann.delete(`/project_briefs/${first}`))
  const third = await ann.create(path, { title: 'Third' })
  assert.equal(await current(), third)
})

test('an invalid project brief is refused', async () => {
  const { ann, path, current } = await office()
  const refused = async (body: Json) => {
    const { status, message } = await ann.post(path, body)
    assert.equal(status, 400)
    return message ?? ''
  }
  const both = { text: 'Why', html_text: '<body>Why</body>' }
  assert.equal(await refused(both), 'html_text: Cannot be given together with text')
  assert.match(await refused({ html_text: '<body><p>Why</p></body>' }), /XML/)
  assert.match(await refused({ title: 'x'.repeat(1025) }), /^title: /)
  assert.equal(await refused({ title: 7 }), 'title: Not a text: number')
  assert.equal(await current(), null)
  const gid = await ann.create(path, {})
  assert.equal((await ann.put(`/project_briefs/${gid}`, both)).status, 400)
})

test('viewers read the brief of a project, and editors write it', async () => {
  const { ann, ben, editor, commenter, viewer, path, person } = await office()
  const gid = await ann.create(path, { title: 'Launch' })
  const brief = `/project_briefs/${gid}`
  const statuses = async (who: typeof ann) => {
    const answers = [
      await who.get(brief),
      await who.put(brief, { title: 'Mine' }),
      await who.post(path, { title: 'Mine' }),
      await who.delete(brief),
    ]
    return answers.map(({ status }) => status)
  }
  for (const who of [commenter, viewer]) assert.deepEqual(await statuses(who), [200, 403, 403, 403])
  for (const who of [ben, await person('Sam', null)]) assert.deepEqual(await statuses(who), [404, 404, 404, 404])
  assert.deepEqual(await statuses(editor), [200, 200, 400, 200])
  assert.equal((await editor.post(path, { title: 'Mine' })).status, 201)
})

test('a free domain has no project briefs', async () => {
  const { ann, path, store, workspace } = await office()
  const gid = await ann.create(path, { title: 'Launch' })
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan: 'free' }))
  for (const answer of [await ann.get(`/project_briefs/${gid}`), await ann.post(path, { title: 'New' })]) {
    assert.deepEqual([answer.status, answer.message], [402, 'Project Briefs are not available for free users.'])
  }
  assert.equal((await ann.put(`/project_briefs/${gid}?opt_fields=title`, { title: 'New' })).data.title, 'New')
  assert.equal((await ann.delete(`/project_briefs/${gid}`)).status, 200)
})

test('the stream of a project has the changes of its brief', async () => {
  const { ann, project, path } = await office()
  const events = await followObject(ann, project)
  const gid = await ann.create(path, { title: 'Launch', text: 'Why' })
  await ok(ann.put(`/project_briefs/${gid}`, { title: 'Start', html_text: '<body><em>How</em></body>' }))
  await ok(ann.delete(`/project_briefs/${gid}`))
  const seen = await events.poll()
  assert.deepEqual(
    seen.map(event => [event.resource.gid, eventText(event)]),
    [
      [gid, 'added project_brief < project'],
      [gid, 'changed project_brief title'],
      [gid, 'changed project_brief text'],
      [gid, 'deleted project_brief'],
    ],
  )
})

test('a brief in the trash is restored unless its project has another one, or is in the trash too', async () => {
  const all = await office()
  const { ann, workspace, project, path, current } = all
  const admin = await signedIn(all, ann)
  const { newEntries } = await auditor(all)
  const restore = (gid: string) => admin.post(`/organizations/${workspace}/trash/${gid}/restore`)
  const first = await ann.create(path, { title: 'First' })
  await ok(ann.delete(`/project_briefs/${first}`))
  const second = await ann.create(path, { title: 'Second' })
  const taken = await restore(first)
  const text = 'The project has another brief now: delete that one, then restore this one.'
  assert.deepEqual([taken.status, taken.message], [400, text])
  await ok(ann.delete(`/project_briefs/${second}`))
  await ok(restore(first))
  assert.equal(await current(), first)
  const [deleted, undeleted] = ['project_brief_deleted', 'project_brief_undeleted']
  assert.deepEqual(eventTypes(await newEntries()), [deleted, deleted, undeleted])
  await ok(ann.delete(`/project_briefs/${first}`))
  await ok(ann.delete(`/projects/${project}`))
  const early = await restore(first)
  const hint = `The project of this brief is in the trash too: restore the project ${project} first.`
  assert.deepEqual([early.status, early.message], [400, hint])
  await ok(restore(project))
  await ok(restore(first))
  assert.equal(await current(), first)
})
