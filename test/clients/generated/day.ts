/**
 * A working day of a client that `openapi-typescript` and `openapi-fetch` generate from the OpenAPI document. It is
 * compiled against the generated types before it runs, so each line also states what those types must contain.
 */
import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { components, paths } from './api.d.ts'

const { ORIGIN = '', TOKEN = '' } = process.env

const api = createClient<paths>({
  baseUrl: `${ORIGIN}/api/1.0`,
  headers: { authorization: `Bearer ${TOKEN}` },
})

/** The data of a response, which must be a success. */
function shown<T>({ data, error }: { data?: T; error?: components['schemas']['Errors'] }): T {
  assert.equal(error, undefined, String(error?.errors[0]?.message))
  assert.ok(data)
  return data
}

const me = shown(
  await api.GET('/users/{user_gid}', {
    params: { path: { user_gid: 'me' }, query: { opt_fields: 'name,email,photo,workspaces.name' } },
  }),
).data
assert.equal(me.photo, null)
const workspace = me.workspaces?.[0]?.gid ?? ''

const project = shown(await api.POST('/projects', { body: { data: { workspace, name: 'Move house' } } })).data
const section = shown(
  await api.POST('/projects/{project_gid}/sections', {
    params: { path: { project_gid: project.gid } },
    body: { data: { name: 'Packing' } },
  }),
).data
const field = shown(
  await api.POST('/custom_fields', {
    body: { data: { workspace, name: 'Weight', resource_subtype: 'number', precision: 1 } },
  }),
).data
shown(
  await api.POST('/projects/{project_gid}/addCustomFieldSetting', {
    params: { path: { project_gid: project.gid } },
    body: { data: { custom_field: field.gid } },
  }),
)

const made: string[] = []
for (const name of ['Books', 'Plates', 'Lamps']) {
  const task: components['schemas']['CreateTaskRequest'] = {
    ...{ name, assignee: 'me', resource_subtype: 'milestone', custom_fields: { [field.gid]: 2.5 } },
    memberships: [{ project: project.gid, section: section.gid }],
  }
  made.push(shown(await api.POST('/tasks', { body: { data: task } })).data.gid)
}
const [first = ''] = made

const tasks = shown(
  await api.GET('/tasks', {
    params: { query: { project: project.gid, opt_fields: 'name,completed,assignee.email,memberships.section.name' } },
  }),
).data
for (const task of tasks) {
  const isDone: boolean | undefined = task.completed
  assert.equal(isDone, false)
  assert.equal(task.assignee?.email, me.email)
  assert.equal(task.memberships?.[0]?.section?.name, 'Packing')
}

const seen: string[] = []
let offset: string | undefined
do {
  const query = { limit: 2, opt_fields: 'name', ...(offset === undefined ? {} : { offset }) }
  const page = shown(
    await api.GET('/projects/{project_gid}/tasks', { params: { path: { project_gid: project.gid }, query } }),
  )
  seen.push(...page.data.map(({ gid }) => gid))
  offset = page.next_page?.offset
} while (offset !== undefined)
assert.deepEqual(seen.toSorted(), made.toSorted())

const changed = shown(
  await api.PUT('/tasks/{task_gid}', {
    params: { path: { task_gid: first }, query: { opt_fields: 'completed,custom_fields.number_value' } },
    body: { data: { completed: true, due_on: null } },
  }),
).data
const weight: number | null | undefined = changed.custom_fields?.[0]?.number_value
assert.deepEqual([changed.completed, weight], [true, 2.5])

const story = shown(
  await api.POST('/tasks/{task_gid}/stories', {
    params: { path: { task_gid: first }, query: { opt_fields: 'text,created_by.name' } },
    body: { data: { text: 'Done.' } },
  }),
).data
assert.deepEqual([story.text, story.created_by?.name], ['Done.', me.name])

const events = (sync = '') =>
  api.GET('/tasks/{task_gid}/events', { params: { path: { task_gid: first }, query: { sync } } })
const start = await events()
assert.equal(start.response.status, 412)
const sync = start.error && 'sync' in start.error ? start.error.sync : ''
shown(await api.PUT('/tasks/{task_gid}', { params: { path: { task_gid: first } }, body: { data: { name: 'Novels' } } }))
const changes = shown(await events(sync))
const renamed = changes.data.find(({ change }) => change?.field === 'name')?.resource
assert.equal(renamed?.resource_type === 'task' ? renamed.name : undefined, 'Novels')

const inForm = await api.POST('/tags', {
  body: { workspace, name: 'fragile' },
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
assert.equal(shown(inForm).data.name, 'fragile')
assert.match(inForm.response.headers.get('location') ?? '', /^\/api\/1\.0\/tags\/\d+$/)

const refused = await api.POST('/tasks', { body: { data: { name: 'nowhere' } } })
assert.equal(refused.response.status, 400)
assert.match(refused.error?.errors[0]?.message ?? '', /workspace, parent, projects/)

assert.deepEqual(shown(await api.DELETE('/tasks/{task_gid}', { params: { path: { task_gid: first } } })).data, {})
const deleted = await api.GET('/tasks/{task_gid}', { params: { path: { task_gid: first } } })
assert.deepEqual([deleted.response.status, deleted.error?.errors.length], [404, 1])

/** Never called: statements that must not compile. */
export async function mistakes(): Promise<void> {
  // @ts-expect-error a mistyped field
  const mistyped: components['schemas']['CreateTaskRequest'] = { nme: 'Books' }
  await api.POST('/tasks', { body: { data: mistyped } })
  // @ts-expect-error a value outside the choices
  await api.POST('/tasks', { body: { data: { resource_subtype: 'chore' } } })
  // @ts-expect-error an unknown path
  await api.GET('/task', {})
  // @ts-expect-error a missing body
  await api.POST('/tasks', {})
  const { data } = await api.GET('/tasks', { params: { query: {} } })
  // @ts-expect-error a field that a task does not have
  assert.ok(data?.data[0]?.colour)
}
