/** Features that each plan refuses, over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../../test/harness/sample.ts'
import { type Answer, type Person, world } from '../../../../test/harness/world.ts'
import { update } from '../../../store/change.ts'

const { ann, ben, workspace, store, person } = await world()
const gil = await person('Gil', { is_guest: true })

const setPlan = (plan: string) => store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan }))

const definition = { workspace, resource_subtype: 'enum', enum_options: [{ name: 'One' }, { name: 'Two' }] }
const field = await ann.create('/custom_fields', { ...definition, name: 'Field' })
const project = await ann.create('/projects', { workspace, name: 'Project', privacy_setting: 'public_to_workspace' })
const setting = (await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: field }))).data
const [option, other] = (await ok(ann.get(`/custom_fields/${field}`))).data.enum_options
const [task = '', first = ''] = await Promise.all([1, 2].map(() => ann.create('/tasks', { projects: [project] })))
await ok(ann.put(`/tasks/${task}`, { custom_fields: { [field]: option.gid } }))

let count = 0
const name = () => `Field ${++count}`

const FIELDS = 'Custom Fields are not available for free users or guests.'
const SETTINGS = 'Custom Field Settings are not available for free users.'
const DEPENDENCIES = 'Task Dependencies are not available for free users.'

/** Features that a free domain lacks: the error text, and a request that needs it. */
const needs: Record<string, [text: string, call: (who: Person) => Promise<Answer>]> = {
  'a definition': [FIELDS, who => who.post('/custom_fields', { ...definition, name: name() })],
  'a change of a definition': [FIELDS, who => who.put(`/custom_fields/${field}`, { description: 'x' })],
  'a new option': [FIELDS, who => who.post(`/custom_fields/${field}/enum_options`, { name: 'Three' })],
  'a change of an option': [FIELDS, who => who.put(`/enum_options/${option.gid}`, { color: 'red' })],
  'the order of options': [
    FIELDS,
    who =>
      who.post(`/custom_fields/${field}/enum_options/insert`, {
        enum_option: option.gid,
        after_enum_option: other.gid,
      }),
  ],
  'a value': [FIELDS, who => who.put(`/tasks/${task}`, { custom_fields: { [field]: option.gid } })],
  'a value of a new task': [
    FIELDS,
    who => who.post('/tasks', { projects: [project], custom_fields: { [field]: option.gid } }),
  ],
  'a value that is cleared': [FIELDS, who => who.put(`/tasks/${task}`, { custom_fields: { [field]: null } })],
  'a setting with a new field': [
    SETTINGS,
    who =>
      who.post(`/projects/${project}/addCustomFieldSetting`, {
        custom_field: { resource_subtype: 'text', name: name() },
      }),
  ],
  'a new dependency': [DEPENDENCIES, who => who.post(`/tasks/${task}/addDependencies`, { dependencies: [first] })],
  'an end of a dependency': [
    DEPENDENCIES,
    who => who.post(`/tasks/${task}/removeDependencies`, { dependencies: [first] }),
  ],
  'a new dependent': [DEPENDENCIES, who => who.post(`/tasks/${first}/addDependents`, { dependents: [task] })],
  'an end of a dependent': [DEPENDENCIES, who => who.post(`/tasks/${first}/removeDependents`, { dependents: [task] })],
}

for (const [title, [text, call]] of Object.entries(needs)) {
  test(`${title} needs more than the plan free`, async () => {
    for (const plan of ['free', 'premium', 'business', 'enterprise']) {
      await setPlan(plan)
      const { status, message } = await call(ann)
      if (plan === 'free') assert.deepEqual([status, message], [402, text], plan)
      else assert.ok(status < 300, `${plan} answers ${status}: ${message}`)
    }
  })
}

test('a free domain can read and delete what it has', async () => {
  await setPlan('free')
  const { data } = await ok(ben.get(`/projects/${project}/custom_field_settings`))
  assert.ok(data.some(({ gid }: { gid: string }) => gid === setting.gid))
  assert.equal((await ok(ben.get(`/custom_fields/${field}`))).data.name, 'Field')
  await ok(ben.get(`/tasks/${task}/dependencies`))
  await ok(ann.post(`/projects/${project}/removeCustomFieldSetting`, { custom_field: field }))
  await ok(ann.delete(`/custom_fields/${field}`))
})

test('a task without custom field values can be created in a free domain', async () => {
  await setPlan('free')
  for (const custom_fields of [{}, undefined]) {
    const { data } = await ok(ben.post('/tasks', { workspace, ...(custom_fields && { custom_fields }) }))
    assert.deepEqual(data.custom_fields, [])
  }
})

test('a caller without rights gets 403 before 402', async () => {
  await setPlan('free')
  const made = { ...definition, name: name() }
  assert.equal((await gil.post('/custom_fields', made)).status, 403)
  assert.equal((await (await person('Sam', null)).post('/custom_fields', made)).status, 400)
})
