/** Access of an application with limited scopes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { scopeFor } from '../../src/catalog/scopes.ts'
import { mayRead } from '../../src/identity/scopes.ts'
import { serviceAccount } from '../harness/sign_in/console.ts'
import { application, throughApplication, tokensFor } from '../harness/sign_in/oauth.ts'
import { apiClient, type Json, type Person, world } from '../harness/world.ts'

/** A task of Ann that refers to everything else, and Ann through an application with these scopes. */
async function garden() {
  const it = await world()
  const { ann, ben, workspace } = it
  const project = await ann.create('/projects', { workspace, name: 'Garden' })
  const tag = await ann.create('/tags', { workspace, name: 'Urgent' })
  const field = await ann.create('/custom_fields', { workspace, name: 'Helpers', resource_subtype: 'people' })
  await ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: field })
  const task = await ann.create('/tasks', {
    ...{ name: 'Water', projects: [project], tags: [tag], assignee: ben.gid, custom_fields: { [field]: [ben.gid] } },
    html_notes: `<body>See <a data-asana-gid="${project}"/></body>`,
  })
  await ann.post(`/tasks/${task}/stories`, { text: 'Today' })
  const app = await application(it)
  return { it, project, tag, field, task, appWith: (scopes: string) => throughApplication(it, ann, app, scopes) }
}

const lacks = (scope: string) => `The following scopes must be present to fulfill this request: ${scope}`

test('an operation requires its scope, and names it', async () => {
  const { it, project, tag, task, appWith } = await garden()
  const app = await appWith('tasks:read')
  const { workspace, ben } = it
  const tries: [Promise<{ status: number; message: string | undefined }>, string][] = [
    [app.get(`/projects/${project}`), 'projects:read'],
    [app.get(`/workspaces/${workspace}/tags`), 'tags:read'],
    [app.put(`/tasks/${task}`, { name: 'Rain' }), 'tasks:write'],
    [app.delete(`/tasks/${task}`), 'tasks:delete'],
    [app.get(`/tasks/${task}/stories`), 'stories:read'],
    [app.get('/users/me'), 'users:read'],
    [app.get(`/organizations/${workspace}/teams`), 'teams:read'],
    [app.post(`/workspaces/${workspace}/tasks`, { name: 'x' }), 'tasks:write'],
    // These have no scope of their own.
    [app.post(`/projects/${project}/addMembers`, { members: ben.gid }), 'default'],
    [app.get(`/projects/${project}/sections`), 'default'],
    [app.put(`/workspaces/${workspace}`, { name: 'Mine' }), 'default'],
    [app.delete(`/tags/${tag}`), 'default'],
  ]
  for (const [answer, scope] of tries) {
    const { status, message } = await answer
    assert.deepEqual([status, message], [403, lacks(scope)])
  }
  assert.equal((await app.get(`/tasks/${task}`)).status, 200)
  assert.equal((await it.ann.get(`/tasks/${task}`)).data.name, 'Water')
})

test('the scope is checked before the object, so that the error reveals nothing of it', async () => {
  const { project, appWith } = await garden()
  const app = await appWith('tasks:read')
  for (const gid of [project, '12', 'x'])
    assert.equal((await app.get(`/projects/${gid}`)).message, lacks('projects:read'))
  assert.equal((await app.get('/nothing')).status, 404)
})

test('an object outside the scopes shows its gid and its type, and nothing else', async () => {
  const { it, project, tag, field, task, appWith } = await garden()
  const app = await appWith('tasks:read')
  const { data } = await app.get(`/tasks/${task}`)
  const only = (resource_type: string, gid: string) => ({ gid, resource_type })
  assert.deepEqual(data.assignee, only('user', it.ben.gid))
  assert.deepEqual(data.projects, [only('project', project)])
  assert.deepEqual(data.tags, [only('tag', tag)])
  assert.deepEqual(data.workspace, only('workspace', it.workspace))
  assert.deepEqual(data.custom_fields, [only('custom_field', field)])
  assert.deepEqual(data.memberships[0].project, only('project', project))
  assert.deepEqual(Object.keys(data.memberships[0].section), ['gid', 'resource_type'])
  assert.equal(data.name, 'Water')
})

test('no selection of fields bypasses the scopes', async () => {
  const { project, task, appWith } = await garden()
  const app = await appWith('tasks:read')
  const paths = [
    'assignee.name,assignee.email,projects.name,projects.owner.name,tags.name,workspace.name',
    'followers.workspaces.name,memberships.(project|section).name,likes.user.email,parent.assignee.name',
    'custom_fields.name,custom_fields.people_value.name,custom_fields.display_value,(assignee|projects).(name|notes)',
  ]
  const words = /Garden|Ben|Urgent|Example|Helpers|Ann/
  for (const fields of paths) {
    const { status, body } = await app.get(`/tasks/${task}?opt_fields=${encodeURIComponent(fields)}`)
    assert.equal(status, 200)
    assert.doesNotMatch(JSON.stringify(body), words, fields)
  }
  const expanded = await app.get(`/tasks/${task}?opt_expand=projects,assignee,custom_fields,memberships,workspace`)
  assert.doesNotMatch(JSON.stringify(expanded.data), words)
  assert.equal(expanded.data.notes, 'See Private Link')
  const listed = await app.get(`/tasks?project=${project}&opt_fields=assignee.name,projects.name`)
  assert.doesNotMatch(JSON.stringify(listed.body), words)
  const linked = await app.get(`/tasks/${task}?opt_fields=html_notes`)
  assert.match(linked.data.html_notes, /data-asana-accessible="false".*>Private Link</)
})

test('an application cannot read a name by writing a link to its object', async () => {
  const { project, task, appWith } = await garden()
  const app = await appWith('tasks:read tasks:write')
  const html_notes = `<body>At <a data-asana-gid="${project}"/></body>`
  const { data } = await app.put(`/tasks/${task}?opt_fields=notes,html_notes`, { html_notes })
  assert.equal(data.notes, 'At Private Link')
  assert.match(data.html_notes, />Private Link</)
})

test('each scope opens its own type', async () => {
  const { it, task, appWith } = await garden()
  const app = await appWith('custom_fields:read projects:read tasks:read')
  const path = `/tasks/${task}?opt_fields=projects.name,assignee.name,custom_fields.name,custom_fields.people_value.name,custom_fields.display_value,html_notes`
  const { data } = await app.get(path)
  assert.equal(data.projects[0].name, 'Garden')
  assert.deepEqual(data.assignee, { gid: it.ben.gid, resource_type: 'user' })
  const [value] = data.custom_fields
  assert.deepEqual([value.name, value.display_value], ['Helpers', ''])
  assert.deepEqual(value.people_value, [{ gid: it.ben.gid, resource_type: 'user' }])
  assert.match(data.html_notes, />Garden</)
})

test('an object in a reference field shows no name without the scope of its type', async () => {
  const { it, project, appWith } = await garden()
  const { ann, workspace } = it
  const field = await ann.create('/custom_fields', {
    ...{ workspace, name: 'See', resource_subtype: 'reference', input_restrictions: ['project'] },
  })
  await ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: field })
  const gid = await ann.create('/tasks', { name: 'Dig', projects: [project], custom_fields: { [field]: [project] } })
  const seen = async (scopes: string) => {
    const { data } = await (await appWith(scopes)).get(`/tasks/${gid}?opt_fields=custom_fields.reference_value`)
    return data.custom_fields.find((one: Json) => one.gid === field).reference_value
  }
  const reference = { gid: project, resource_type: 'project' }
  assert.deepEqual(await seen('custom_fields:read tasks:read'), [reference])
  assert.deepEqual(await seen('custom_fields:read projects:read tasks:read'), [{ ...reference, name: 'Garden' }])
})

test('callers with different scopes never share a cached response', async () => {
  const { it, task, appWith } = await garden()
  const [few, more] = [await appWith('tasks:read'), await appWith('projects:read tasks:read')]
  const path = `/tasks/${task}?opt_fields=projects.name`
  const seen = async (who: Person) => (await who.get(path)).data.projects[0].name
  for (const _ of [1, 2]) {
    assert.deepEqual([await seen(it.ann), await seen(few), await seen(more)], ['Garden', undefined, 'Garden'])
  }
})

test('an application that may write but not read gets a response with gid and type only', async () => {
  const { it, appWith } = await garden()
  const app = await appWith('tasks:write')
  const made = await app.post('/tasks?opt_fields=name,notes', { workspace: it.workspace, name: 'Secret' })
  assert.deepEqual([made.status, made.data], [201, { gid: made.data.gid, resource_type: 'task' }])
  const changed = await app.put(`/tasks/${made.data.gid}`, { notes: 'n' })
  assert.deepEqual(changed.data, made.data)
})

test('a list of several types shows of each object what its scope opens', async () => {
  const { it, appWith } = await garden()
  const [app, tasks] = [await appWith('users:read'), await appWith('tasks:read users:read')]
  const path = `/users/me/favorites?workspace=${it.workspace}&resource_type=task`
  assert.deepEqual([(await app.get(path)).status, (await tasks.get(path)).status], [200, 200])
  const all = await app.get(`/workspaces/${it.workspace}/users?opt_fields=name,workspaces.name`)
  assert.deepEqual(all.data[0].name, 'Ann')
  assert.deepEqual(all.data[0].workspaces, [{ gid: it.workspace, resource_type: 'workspace' }])
})

test('an application with full permission has the access of the person', async () => {
  const { project, task, appWith } = await garden()
  for (const scopes of ['default', 'default email openid']) {
    const app = await appWith(scopes)
    const { data } = await app.get(`/tasks/${task}`)
    assert.equal(data.projects[0].name, 'Garden')
    assert.equal((await app.get(`/projects/${project}/sections`)).status, 200)
  }
})

test('a token has the scopes of its consent, not those of the application', async () => {
  const { it, project, task } = await garden()
  const app = await application(it, { scopes: ['tasks:read', 'projects:read'] })
  const statuses = async (more: Json) => {
    const { access_token: token } = await tokensFor(it, app, it.ann, more)
    const ann = apiClient(it.send, { ...it.ann, token })
    return [(await ann.get(`/tasks/${task}`)).status, (await ann.get(`/projects/${project}`)).status]
  }
  assert.deepEqual(await statuses({ scope: 'projects:read' }), [403, 200])
  assert.deepEqual(await statuses({}), [200, 200])
  assert.deepEqual(await statuses({ scope: 'tasks:read' }), [200, 403])
})

test('a service account with SCIM scopes gets nothing from the API', async () => {
  const { it } = await garden()
  const scim = await serviceAccount(it, { scopes: 'users:read users:write teams:read teams:write' })
  const { workspace } = it
  for (const path of ['/users/me', `/workspaces/${workspace}/users`, `/workspaces/${workspace}/teams`, '/workspaces']) {
    const { status, message } = await scim.get(path)
    assert.deepEqual([status, message], [403, lacks('all')])
  }
  const whole = await serviceAccount(it, { name: 'Whole' })
  assert.equal((await whole.get('/users/me')).status, 200)
})

test('the text of a story names nothing that the scopes do not open', async () => {
  const { it, task, project, tag, field, appWith } = await garden()
  const { ann, ben } = it
  const section = await ann.create(`/projects/${project}/sections`, { name: 'Garden beds' })
  await ann.post(`/sections/${section}/addTask`, { task })
  await ann.post(`/tasks/${task}/removeTag`, { tag })
  await ann.put(`/tasks/${task}`, { custom_fields: { [field]: [ann.gid] }, assignee: ann.gid })
  await ann.post(`/tasks/${task}/addFollowers`, { followers: [ben.gid] })
  await ann.post(`/tasks/${task}/stories`, { html_text: `<body><a data-asana-gid="${project}"/></body>` })
  const paths = `/tasks/${task}/stories?opt_fields=text,html_text,project.name,created_by.name,new_people_value`
  const app = await (await appWith('stories:read')).get(paths)
  assert.equal(app.status, 200)
  assert.doesNotMatch(JSON.stringify(app.body), /Garden|Ben|Ann|Urgent|Helpers/)
  const open = await (await appWith('stories:read projects:read')).get(paths)
  assert.match(JSON.stringify(open.body), /Added this task to \\"Garden\\"/)
  assert.doesNotMatch(JSON.stringify(open.body), /Ben|Ann|Urgent|Helpers/)
})

test('the scope of an operation that reads one object shows that object', () => {
  const catalog = createCatalog()
  const bare = catalog.operations.flatMap(({ id, method, answers, type }) => {
    const scope = scopeFor(id)
    return method === 'GET' && answers === 'record' && !mayRead({ scopes: [scope] }, type) ? [`${id} ${type}`] : []
  })
  assert.deepEqual(bare, [])
})

test('roles and absences are shown to applications with their scopes', async () => {
  const { it, appWith } = await garden()
  const { ann, workspace } = it
  const dates = { start_date: '2026-01-05', end_date: '2026-01-09' }
  const entry = await ann.create('/ooo_entries', { workspace, user: ann.gid, ...dates })
  const app = await appWith('roles:read ooo_entries:read')
  const { data } = await app.get(`/roles?workspace=${workspace}`)
  assert.equal(data[0].name, 'Guest')
  assert.equal((await app.get(`/ooo_entries/${entry}`)).data.start_date, dates.start_date)
})
