/** Custom fields for tests, created and applied through the API; custom types, created as the console does. */
import assert from 'node:assert/strict'
import { createCustomType, type customTypeInput } from '../../src/resources/fields/rules/custom_types.ts'
import { statusOptionsOf } from '../../src/store/queries/types/custom_types.ts'
import type { Values } from '../../src/vocabulary/field.ts'
import { makeProject, type Project } from './work.ts'
import { type Answer, type Json, type Person, type World, world } from './world.ts'

export const assertBadRequest = (answer: Answer, message: string | RegExp, what = '') => {
  assert.equal(answer.status, 400, `${what} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  if (typeof message === 'string') assert.equal(answer.message, message, what)
  else assert.match(answer.message ?? '', message, what)
}

export const notOn = (gid: string) => `Custom field with ID ${gid} is not on given object`

/** The entry of a field in the record of a task; undefined if the task does not show it. */
export const entryOf = (task: Json, field: string): Json | undefined =>
  task.custom_fields.find(({ gid }: Json) => gid === field)

export async function makeField({ ann, workspace }: World, subtype: string, more: Json = {}): Promise<string> {
  return ann.create('/custom_fields', { workspace, name: `A ${subtype}`, resource_subtype: subtype, ...more })
}

export async function applyField(person: Person, project: string, field: string): Promise<void> {
  const answer = await person.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: field })
  assert.equal(answer.status, 200, String(answer.message))
}

export async function removeField(person: Person, project: string, field: string): Promise<void> {
  const answer = await person.post(`/projects/${project}/removeCustomFieldSetting`, { custom_field: field })
  assert.equal(answer.status, 200, String(answer.message))
}

const fieldDefinitions: Record<string, Json> = {
  text: {},
  number: { precision: 2 },
  enum: { enum_options: [{ name: 'Low' }, { name: 'High' }, { name: 'Gone', enabled: false }] },
  multi_enum: { enum_options: [{ name: 'Red' }, { name: 'Green' }, { name: 'Gone', enabled: false }] },
  date: {},
  people: {},
  reference: { input_restrictions: ['task', 'project'] },
}

export interface FieldWorld extends World {
  project: Project
  task: string
  /** The gid of one field of each type, all applied to the project. */
  fields: Record<string, string>
  /** The gid of an option by its name, `enum.Low` or `multi_enum.Red`. */
  option(name: string): string
  /** Writes one value of the task. */
  put(type: string, value: unknown): Promise<Answer>
  /** The entry of a field on the task. */
  entry(type: string): Promise<Json>
}

/** A project that has a field of each type, and a task in it. */
export async function fieldWorld(): Promise<FieldWorld> {
  const home = await world()
  const { ann, ben } = home
  const project = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [ben, 'editor'],
    ],
  })
  const fields: Record<string, string> = {}
  const options = new Map<string, string>()
  for (const [type, definition] of Object.entries(fieldDefinitions)) {
    const gid = await makeField(home, type, definition)
    fields[type] = gid
    await applyField(ann, project.gid, gid)
    const { enum_options = [] } = (await ann.get(`/custom_fields/${gid}`)).data
    for (const { gid: option, name } of enum_options) options.set(`${type}.${name}`, option)
  }
  const task = await ann.create('/tasks', { name: 'Task', projects: [project.gid] })
  const of = (type: string) => fields[type] ?? assert.fail(`no field of the type ${type}`)
  return {
    ...home,
    project,
    task,
    fields,
    option: name => options.get(name) ?? assert.fail(`no option ${name}`),
    put: (type, value) => ann.put(`/tasks/${task}`, { custom_fields: { [of(type)]: value } }),
    entry: async type => entryOf((await ann.get(`/tasks/${task}`)).data, of(type)) ?? assert.fail(`no ${type}`),
  }
}

type TypeInput = Partial<Values<typeof customTypeInput>>

/** Creates a custom type of a project; returns its gid, and those of its statuses in their order. */
export const makeCustomType = (
  { store }: Pick<World, 'store'>,
  person: Person,
  project: string,
  given: TypeInput = {},
): Promise<{ type: string; statuses: string[] }> =>
  store.write(async tx => {
    const type = await createCustomType(tx, Number(person.gid), { project, name: 'Bug', ...given })
    return { type: String(type), statuses: (await statusOptionsOf(tx, type)).map(({ gid }) => String(gid)) }
  })
