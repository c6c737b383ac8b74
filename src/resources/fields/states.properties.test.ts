/** A task and its subtask have the fields of a small model, after any changes of projects and settings. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../../test/harness/engine.ts'
import { makeField } from '../../../test/harness/fields.ts'
import { makeProject } from '../../../test/harness/work.ts'
import { type Json, world } from '../../../test/harness/world.ts'

const at = fc.nat({ max: 1 })
const step = fc.oneof(
  fc.record({ does: fc.constantFrom('join', 'leave'), task: at, project: at }),
  fc.record({ does: fc.constantFrom('apply', 'withdraw'), field: at, project: at }),
  fc.record({ does: fc.constant('write'), task: at, field: at, value: fc.constantFrom('a', 'b', null) }),
)

type ModelStep = { does: string; task?: number; project?: number; field?: number; value?: string | null }

/** The model: projects of tasks, fields of projects, and written values. Task 1 is a subtask of task 0. */
class FieldModel {
  readonly inside = new Set<string>()
  readonly settings = new Set<string>()
  readonly values = new Map<string, string>()

  enabled = (task: number, field: number): boolean =>
    [0, 1].some(
      project =>
        this.settings.has(`${project} ${field}`) &&
        (this.inside.has(`${task} ${project}`) || this.inside.has(`0 ${project}`)),
    )

  shown = (task: number, field: number): [boolean, string | null] | undefined => {
    const [enabled, value = null] = [this.enabled(task, field), this.values.get(`${task} ${field}`)]
    return enabled || value !== null ? [enabled, value] : undefined
  }

  /** Whether the step is allowed. */
  run({ does, task = 0, project = 0, field = 0, value = null }: ModelStep): boolean {
    const [member, setting, key] = [`${task} ${project}`, `${project} ${field}`, `${task} ${field}`]
    if (does === 'join') this.inside.add(member)
    if (does === 'leave') this.inside.delete(member)
    if (does === 'apply') return this.settings.size < this.settings.add(setting).size
    if (does === 'withdraw') return this.settings.delete(setting)
    if (does !== 'write') return true
    if (value !== null && this.enabled(task, field)) this.values.set(key, value)
    else if (value !== null || !this.shown(task, field)) return false
    else this.values.delete(key)
    return true
  }
}

test('tasks have the fields of the model after any steps', async () => {
  const home = await world()
  const { ann, workspace } = home
  let run = 0
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async steps => {
    run++
    const members: [typeof ann, 'admin'][] = [[ann, 'admin']]
    const projects = [(await makeProject(home, { members })).gid, (await makeProject(home, { members })).gid]
    const fields = [
      await makeField(home, 'text', { name: `A ${run}` }),
      await makeField(home, 'text', { name: `B ${run}` }),
    ]
    const top = await ann.create('/tasks', { workspace })
    const tasks = [top, await ann.create(`/tasks/${top}/subtasks`, { name: 'Below' })]
    const model = new FieldModel()
    const send = (one: ModelStep) => {
      const [task, project] = [`/tasks/${tasks[one.task ?? 0]}`, projects[one.project ?? 0]]
      const custom_field = fields[one.field ?? 0]
      if (one.does === 'write') return ann.put(task, { custom_fields: { [String(custom_field)]: one.value } })
      if (one.does === 'join') return ann.post(`${task}/addProject`, { project })
      if (one.does === 'leave') return ann.post(`${task}/removeProject`, { project })
      const verb = one.does === 'apply' ? 'addCustomFieldSetting' : 'removeCustomFieldSetting'
      return ann.post(`/projects/${project}/${verb}`, { custom_field })
    }
    for (const one of steps) {
      const expected = model.run(one)
      const { status, message } = await send(one)
      assert.equal(status, expected ? 200 : 400, `${JSON.stringify(one)}: ${message}`)
      for (const [task, gid] of tasks.entries()) {
        const shown = (await ann.get(`/tasks/${gid}`)).data.custom_fields as Json[]
        const entries = fields.map(field => shown.find(entry => entry.gid === field))
        const seen = entries.map(entry => entry && [entry.enabled, entry.text_value])
        const expected = fields.map((_, field) => model.shown(task, field))
        assert.deepEqual(seen, expected, `task ${task} after ${JSON.stringify(one)}`)
        assert.equal(shown.length, expected.filter(Boolean).length)
      }
    }
  })
  await fc.assert(property, { numRuns: times(40) })
})
