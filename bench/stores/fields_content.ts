/** A small store: one project whose 100 tasks have a value of each of its 20 custom fields. */

import { caller } from '../call.ts'
import { type Checkout, serve } from '../checkout.ts'
import { copyOf, type Seeded, seeded, usual } from './seed.ts'

const TASKS = 100
const PEOPLE = 4
const CHOICES = ['Low', 'Middle', 'High', 'Highest']
const mix = { text: 5, number: 5, enum: 4, multi_enum: 2, date: 2, people: 2 }
const numbers = [
  { format: 'none', precision: 2 },
  { format: 'currency', precision: 2, currency_code: 'EUR' },
  { format: 'percentage', precision: 1 },
  { format: 'custom', precision: 0, custom_label: 'boxes' },
  { format: 'duration', precision: 0 },
]

type Type = keyof typeof mix
type Json = Record<string, unknown>

interface Made {
  gid: string
  enum_options?: { gid: string }[]
}

interface Defined extends Made {
  type: Type
}

export interface FieldsStore extends Seeded {
  project: string
  remove(): void
}

/** Creates the project in a small store of a checkout, by API requests. */
export async function fillFields(checkout: Checkout): Promise<FieldsStore> {
  const { store, remove } = copyOf(
    await seeded(checkout, { ...usual(false), tasks: TASKS, people: PEOPLE, projects: 4 }),
  )
  const server = await serve(checkout, { folder: store.folder })
  const call = caller(server.ready.port, store.token)
  const workspace = String(store.workspace)
  const people = ((await call('GET', `/users?workspace=${workspace}`)) as Made[]).map(({ gid }) => gid)
  const post = async (path: string, sent: Json) => (await call('POST', path, sent)) as Made
  const { gid: project } = await post('/projects', { workspace, name: 'Everything' })
  const fields: Defined[] = []
  for (const [type, count] of Object.entries(mix) as [Type, number][]) {
    for (let index = 0; index < count; index++) {
      const made = await post('/custom_fields', definition(workspace, type, index))
      await post(`/projects/${project}/addCustomFieldSetting`, { custom_field: made.gid })
      fields.push({ ...made, type })
    }
  }
  for (let index = 0; index < TASKS; index++) {
    const values = fields.map((field, place) => [field.gid, givenValue(field, index + place, people)])
    const custom_fields = Object.fromEntries(values)
    await post('/tasks', { name: `Task ${index}`, projects: [project], custom_fields })
  }
  await server.end()
  return { ...store, project, remove }
}

function definition(workspace: string, type: Type, index: number): Json {
  const plain = { workspace, name: `${type} ${index}`, resource_subtype: type, description: 'What it is good for.' }
  if (type === 'number') return { ...plain, ...numbers[index] }
  return type === 'enum' || type === 'multi_enum' ? { ...plain, enum_options: CHOICES.map(name => ({ name })) } : plain
}

function givenValue({ type, enum_options: options = [] }: Defined, index: number, people: string[]): unknown {
  const option = (place: number) => options[place % options.length]?.gid
  switch (type) {
    case 'text':
      return `What is to be said of ${index}, in a few words`
    case 'number':
      return index + 0.25
    case 'enum':
      return option(index)
    case 'multi_enum':
      return [option(index), option(index + 1)]
    case 'date':
      return index % 2 === 0 ? { date: '2026-06-30' } : { date_time: '2026-06-30T12:00:00.000Z' }
    case 'people':
      return [people[index % PEOPLE], people[(index + 1) % PEOPLE]]
  }
}
