/** The previous major version, npm `asana` 1.0.5, unmodified, with the value of a custom field. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listeningWorld } from '../harness/clients/listening.ts'
import { packages } from '../harness/packages.ts'

const { skip, load } = await packages('test/clients/asana')
const asana = load('asana-v1')

test('asana 1.0.5 finds a custom field in the settings of a project, reads its value and sets another', {
  skip,
}, async () => {
  const { origin, ann, workspace } = await listeningWorld()
  const anonymous = asana.Client.create({ asanaBaseUrl: `${origin}/`, logAsanaChangeWarnings: false })
  const client = anonymous.useAccessToken(ann.token)
  const project = await client.projects.createProject({ workspace, name: 'Garden' })
  const enum_options = [{ name: 'Seed' }, { name: 'Bloom' }]
  const made = await client.customfields.createCustomField({
    workspace,
    name: 'Stage',
    resource_subtype: 'enum',
    enum_options,
  })
  await client.projects.addCustomFieldSettingForProject(project.gid, { custom_field: made.gid, is_important: true })

  const [setting] = (await client.customfieldsettings.getCustomFieldSettingsForProject(project.gid, {})).data
  assert.equal(setting.is_important, true)
  const { gid, enum_options: options } = setting.custom_field
  const [seed, bloom] = options
  assert.deepEqual([seed.name, bloom.name], ['Seed', 'Bloom'])

  const task = await client.tasks.createTask({
    name: 'Tulip',
    projects: [project.gid],
    custom_fields: { [gid]: seed.gid },
  })
  const [before] = task.custom_fields
  assert.equal(before.gid, gid)
  assert.equal(before.enum_value.name, 'Seed')
  const [after] = (await client.tasks.updateTask(task.gid, { custom_fields: { [gid]: bloom.gid } })).custom_fields
  assert.equal(after.enum_value.gid, bloom.gid)
  assert.equal(after.display_value, 'Bloom')
  assert.equal((await client.tasks.getTask(task.gid)).custom_fields[0].display_value, 'Bloom')
})
