/** The client of `day.ts` searches, completes names, attaches a file, polls a job, sends a batch, plans a portfolio and exports. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import createClient from 'openapi-fetch'
import type { components, paths } from './api.d.ts'

const { ORIGIN = '', TOKEN = '', SERVICE_TOKEN = '' } = process.env

const clientWith = (token: string) =>
  createClient<paths>({
    baseUrl: `${ORIGIN}/api/1.0`,
    headers: { authorization: `Bearer ${token}` },
    // A list is one parameter with commas; conditions on custom fields are parameters of their own.
    querySerializer: { array: { style: 'form', explode: false }, object: { style: 'form', explode: true } },
  })
const api = clientWith(TOKEN)

/** The data of a response, which must be a success. */
function shown<T>({ data, error }: { data?: { data: T }; error?: components['schemas']['Errors'] }): T {
  assert.equal(error, undefined, String(error?.errors[0]?.message))
  assert.ok(data)
  return data.data
}

const namesIn = (found: { name?: string }[]) => found.map(({ name }) => name).sort()

const MAX_POLLS = 2400

/** Polls an object with a state until `hasEnded` accepts it. */
async function polled<T>(read: () => Promise<T>, hasEnded: (shown: T) => boolean): Promise<T> {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const seen = await read()
    if (hasEnded(seen)) return seen
    await pause(50)
  }
  throw new Error('The object has not reached its last state.')
}

const me = shown(await api.GET('/users/{user_gid}', { params: { path: { user_gid: 'me' } } }))
const workspace = me.workspaces?.[0]?.gid ?? ''
const create = async (name: string) => shown(await api.POST('/projects', { body: { data: { workspace, name } } })).gid
const [orchard, kitchen] = [await create('Orchard'), await create('Kitchen')]

// Search
const field = shown(
  await api.POST('/custom_fields', {
    body: { data: { workspace, name: 'Trees', resource_subtype: 'number', precision: 0 } },
  }),
).gid
shown(
  await api.POST('/projects/{project_gid}/addCustomFieldSetting', {
    params: { path: { project_gid: orchard } },
    body: { data: { custom_field: field } },
  }),
)
const made: string[] = []
for (const [name, trees] of Object.entries({ 'Prune apples': 12, 'Prune pears': 7, 'Sell apples': 12 })) {
  const task = { name, projects: [orchard], custom_fields: { [field]: trees } }
  made.push(shown(await api.POST('/tasks', { body: { data: task } })).gid)
}
const [task = ''] = made
shown(await api.POST('/tasks', { body: { data: { name: 'Cook apples', projects: [kitchen] } } }))
type SearchQuery = NonNullable<paths['/workspaces/{workspace_gid}/tasks/search']['get']['parameters']['query']>
const search = async (query: SearchQuery) =>
  namesIn(
    shown(
      await api.GET('/workspaces/{workspace_gid}/tasks/search', {
        params: { path: { workspace_gid: workspace }, query },
      }),
    ),
  )
const apples = ['Cook apples', 'Prune apples', 'Sell apples']
assert.deepEqual(await search({ text: 'apples' }), apples)
assert.deepEqual(await search({ text: 'apples', 'projects.any': [orchard, kitchen] }), apples)
assert.deepEqual(await search({ custom_fields: { [`custom_fields.${field}.value`]: '7' } }), ['Prune pears'])
const found = await api.GET('/workspaces/{workspace_gid}/projects/search', {
  params: { path: { workspace_gid: workspace }, query: { text: 'orchard' } },
})
assert.deepEqual(namesIn(shown(found)), ['Orchard'])
const completed = await api.GET('/workspaces/{workspace_gid}/typeahead', {
  params: { path: { workspace_gid: workspace }, query: { resource_type: 'task', query: 'pea' } },
})
assert.deepEqual(
  shown(completed).map(one => (one.resource_type === 'task' ? one.name : undefined)),
  ['Prune pears'],
)

// Attachments
const uploaded = shown(
  await api.POST('/attachments', {
    body: { parent: task },
    bodySerializer() {
      const form = new FormData()
      form.append('parent', task)
      form.append('file', new Blob(['Some notes'], { type: 'text/plain' }), 'größe.txt')
      return form
    },
  }),
)
assert.deepEqual([uploaded.name, uploaded.resource_subtype], ['größe.txt', 'asana'])
const listed = shown(await api.GET('/attachments', { params: { query: { parent: task } } }))
assert.deepEqual(namesIn(listed), ['größe.txt'])
const { download_url } = shown(
  await api.GET('/attachments/{attachment_gid}', { params: { path: { attachment_gid: uploaded.gid } } }),
)
assert.equal(await (await fetch(download_url ?? '')).text(), 'Some notes')

// Jobs
const job = shown(
  await api.POST('/tasks/{task_gid}/duplicate', {
    params: { path: { task_gid: task } },
    body: { data: { name: 'Prune plums', include: ['projects', 'assignee'] } },
  }),
)
const done = await polled(
  async () => shown(await api.GET('/jobs/{job_gid}', { params: { path: { job_gid: job.gid } } })),
  ({ status }) => status === 'succeeded' || status === 'failed',
)
assert.deepEqual([done.status, done.new_task?.name], ['succeeded', 'Prune plums'])

// Batch
const actions = [
  { method: 'get', relative_path: '/users/me', options: { fields: ['name'] } },
  { method: 'put', relative_path: `/tasks/${task}`, data: { completed: true } },
  { method: 'get', relative_path: '/tasks/404' },
]
const responses = shown(await api.POST('/batch', { body: { data: { actions } } }))
assert.deepEqual(
  responses.map(({ status_code }) => status_code),
  [200, 200, 404],
)
assert.deepEqual(responses[0]?.body, { data: { gid: me.gid, name: me.name } })

// Portfolios and memberships
const portfolio = shown(await api.POST('/portfolios', { body: { data: { workspace, name: 'Home' } } })).gid
const path = { portfolio_gid: portfolio }
for (const item of [kitchen, orchard])
  shown(await api.POST('/portfolios/{portfolio_gid}/addItem', { params: { path }, body: { data: { item } } }))
const items = shown(await api.GET('/portfolios/{portfolio_gid}/items', { params: { path } }))
assert.deepEqual(
  items.map(({ name }) => name),
  ['Kitchen', 'Orchard'],
)
const members = shown(await api.GET('/portfolio_memberships', { params: { query: { portfolio } } }))
assert.deepEqual(
  members.map(({ user }) => user?.name),
  [me.name],
)
const [membership] = shown(await api.GET('/memberships', { params: { query: { parent: orchard } } }))
assert.equal(membership?.access_level, 'admin')

// An export of the organization
const service = clientWith(SERVICE_TOKEN)
const exporting = { body: { data: { organization: workspace } } }
assert.equal((await api.POST('/organization_exports', exporting)).response.status, 403)
const started = shown(await service.POST('/organization_exports', exporting))
const exported = await polled(
  async () =>
    shown(
      await service.GET('/organization_exports/{organization_export_gid}', {
        params: { path: { organization_export_gid: started.gid } },
      }),
    ),
  ({ state }) => state === 'finished' || state === 'error',
)
assert.equal(exported.state, 'finished')
const file = await (await fetch(exported.download_url ?? '')).arrayBuffer()
assert.match(gunzipSync(file).toString(), /"Prune plums"/)
