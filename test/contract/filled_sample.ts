/** The sample world with a value in the fields that are empty there, and with a story of each type. */
import { react } from '../../src/resources/sharing/rules/react.ts'
import { insert, update } from '../../src/store/change.ts'
import { ok, type Sample, sample } from '../harness/sample.ts'
import type { Json } from '../harness/world.ts'

const filter = { resource_type: 'task', resource_subtype: 'milestone', action: 'changed', fields: ['name'] }
const option = { enum_options: [{ name: 'Red' }, { name: 'Green' }] }
const unit = { format: 'custom', custom_label: 'pieces', custom_label_position: 'suffix' }

/** The definition of a custom field of each type. */
const definitions: Record<string, Json> = {
  text: {},
  number: { precision: 2, ...unit },
  enum: option,
  multi_enum: option,
  date: {},
  people: {},
  reference: { input_restrictions: ['task'] },
  money: { resource_subtype: 'number', precision: 2, format: 'currency', currency_code: 'EUR' },
  number_of_task: { resource_subtype: 'text', id_prefix: 'FILLED' },
}

export async function filledSample(): Promise<Sample> {
  const all = await sample()
  const { ann, the } = all
  await fillFields(all)
  await fillStories(all)
  await fillPlans(all)
  const day = { start_on: '2026-01-06', due_on: '2026-03-31' }
  const color = 'dark-pink'
  await ok(ann.put(`/portfolios/${the.portfolio}`, { color, ...day }))
  await ok(ann.put(`/projects/${the.project}`, { color, ...day }))
  await ok(ann.put(`/tags/${the.tag}`, { color }))
  const complete = { status_type: 'complete', text: 'Done' }
  for (const parent of [the.project, the.portfolio]) await ann.create('/status_updates', { parent, ...complete })
  await fillColumns(all)
  return all
}

/** Columns that no operation of the sample writes. */
async function fillColumns({ store, the, ann }: Sample): Promise<void> {
  const photo = { key: 'photos/0123456789abcdef0123456789abcdef', type: 'image/png', size: 1024 }
  await store.write(async tx => {
    const at = tx.now
    await update(tx, 'users', { gid: Number(ann.gid) }, { photo: JSON.stringify(photo) })
    await update(tx, 'users', { gid: Number(the.agent) }, { photo: JSON.stringify(photo) })
    await update(tx, 'project_templates', { gid: Number(the.project_template) }, { color: 'dark-pink' })
    const failure = { last_failure_at: at, last_failure_content: 'Down', next_attempt_after: at }
    const hook = { ...failure, failure_deletion_timestamp: at, last_success_at: at }
    await update(tx, 'webhooks', { gid: Number(the.webhook) }, hook)
    const favorite = { resource_type: 'project', resource: Number(the.project), rank: 'a' }
    await insert(tx, 'favorites', { user: Number(ann.gid), workspace: Number(the.workspace), ...favorite })
    await react(tx, Number(ann.gid), { target: the.status_update, emoji: '👍🏽' })
  })
}

/** A custom field of each type on the project and its portfolio, with values on the task, the project, a portfolio. */
async function fillFields({ ann, ben, the, workspace }: Sample): Promise<void> {
  const [first, second]: [Json, Json] = [{}, {}]
  const { data: containers } = await ok(ann.get(`/portfolios?workspace=${workspace}&owner=me`))
  for (const [type, definition] of Object.entries(definitions)) {
    const body = { workspace, name: `Filled ${type}`, resource_subtype: type, ...definition }
    const made = (await ok(ann.post('/custom_fields', body))).data
    const custom_field = made.gid
    const [one, other] = (made.enum_options ?? []).map(({ gid }: Json) => gid)
    const values: Record<string, [unknown, unknown]> = {
      ...{ text: ['a', 'b'], number: [1, 2.5], enum: [one, other], multi_enum: [[one], [one, other]] },
      ...{ date: ['2026-01-06', { date_time: '2026-01-07T10:00:00.000Z' }], people: [[ann.gid], [ben.gid]] },
      reference: [[the.task], [the.task]],
    }
    const [before, after] = values[type] ?? []
    if (before) Object.assign(first, { [custom_field]: before })
    if (after) Object.assign(second, { [custom_field]: after })
    for (const path of [`/projects/${the.project}`, ...containers.map(({ gid }: Json) => `/portfolios/${gid}`)])
      await ok(ann.post(`${path}/addCustomFieldSetting`, { custom_field }))
  }
  for (const custom_fields of [first, second]) await ok(ann.put(`/tasks/${the.task}`, { custom_fields }))
  for (const path of [`/projects/${the.project}`, `/portfolios/${the.portfolio}`])
    await ok(ann.put(path, { custom_fields: second }))
}

/** A story of each type on the task, and a task of a custom type. */
async function fillStories({ ann, the, also, workspace, newMember, jobs }: Sample): Promise<void> {
  const { task, project } = the
  const post = (path: string, body: Json) => ok(ann.post(path, body))
  await ok(ann.put(`/tasks/${task}`, { name: 'Renamed', approval_status: 'changes_requested' }))
  await ok(ann.put(`/tasks/${task}`, { start_at: '2026-01-06T10:00:00.000Z', due_at: '2026-01-08T10:00:00.000Z' }))
  await post(`/tasks/${task}/addFollowers`, { followers: [(await newMember()).gid] })
  await post(`/tasks/${task}/addTag`, { tag: await ann.create('/tags', { workspace, name: 'More' }) })
  await post(`/tasks/${also.mine}/addTag`, { tag: the.tag })
  await post(`/sections/${also.section}/addTask`, { task })
  const typed = { projects: [project], resource_subtype: 'custom', custom_type: the.custom_type }
  await ann.create('/tasks', { name: 'Typed', ...typed })
  await ok(ann.put(`/tasks/${also.subtask}`, { resource_subtype: 'milestone' }))
  for (const resource_subtype of ['default_task', 'approval']) await ok(ann.put(`/tasks/${task}`, { resource_subtype }))
  await ok(ann.put(`/webhooks/${the.webhook}`, { filters: [filter] }))
  await jobs.tick()
}

/** A goal with a parent and a metric in a currency, and a budget that is enabled. */
async function fillPlans({ ann, the, workspace }: Sample): Promise<void> {
  const parent = await ann.create('/goals', { workspace, name: 'Parent' })
  await ok(ann.post(`/goals/${parent}/addSupportingRelationship`, { supporting_resource: the.goal }))
  const metric = { unit: 'currency', currency_code: 'EUR', progress_source: 'external' }
  await ok(ann.post(`/goals/${the.goal}/setMetric`, { ...metric, target_number_value: 10 }))
  const estimate = { enabled: true, source: 'tasks' }
  await ok(ann.put(`/budgets/${the.budget}`, { estimate, total: { enabled: true, value: 100 } }))
}

/** Adds to a list that is empty in the sample world, once its request was made. */
export const ADD: Record<string, (all: Sample) => Promise<unknown>> = {
  async getAccessRequests({ the, newMember }) {
    await (await newMember()).create('/access_requests', { target: the.project, message: 'Please' })
  },
  getWorkspaceEvents: ({ ann, the }) => ok(ann.put(`/tasks/${the.task}`, { name: 'Renamed once more' })),
  async getEvents({ ann, ben, the, also }) {
    await ok(ann.put(`/tasks/${the.task}`, { assignee: ben.gid }))
    for (const verb of ['removeTag', 'addTag']) await ok(ann.post(`/tasks/${also.mine}/${verb}`, { tag: the.tag }))
  },
}
