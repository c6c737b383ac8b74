/** A small store of its own: one project whose 100 tasks have a value of each of its 20 custom fields. */
import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../src/app.ts'
import { createToken } from '../src/identity/tokens.ts'
import { systemClock } from '../src/lib/clock.ts'
import { createUser, createWorkspace, join } from '../src/resources/people/rules/join.ts'
import { openSqlite } from '../src/store/sqlite.ts'
import { off } from './program.ts'

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

export interface FieldsStore {
  token: string
  project: string
}

/** Makes the store in an empty folder, by requests, as people would. */
export async function fillFields(folder: string): Promise<FieldsStore> {
  const store = await openSqlite({ folder, clock: systemClock })
  const alone = { publicUrl: null, trustedProxies: [], web: 'none', log: () => {}, limits: off }
  const app = await createApp({ store, clock: systemClock, key: 'bench', ...alone })
  const { workspace, people, token } = await store.write(async tx => {
    const workspace = await createWorkspace(tx, { name: 'Example', domains: ['example.com'], plan: 'enterprise' })
    const people: number[] = []
    for (let index = 0; index < PEOPLE; index++) {
      const user = await createUser(tx, { name: `Person ${index}`, email: `person${index}@example.com` })
      await join(tx, user, workspace, {})
      people.push(user)
    }
    return { workspace: String(workspace), people, token: await createToken(tx, people[0] ?? 0, 'bench') }
  })
  const post = poster(app, token)
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
  await app.close()
  await store.close()
  return { token, project }
}

const poster = (app: FastifyInstance, token: string) => async (path: string, data: Json) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const payload = JSON.stringify({ data })
  const answer = await app.inject({ method: 'POST', url: `/api/1.0${path}`, headers, payload })
  assert.ok(answer.statusCode < 300, `POST ${path} answered ${answer.statusCode}: ${answer.payload}`)
  return (answer.json() as { data: Made }).data
}

function definition(workspace: string, type: Type, index: number): Json {
  const plain = { workspace, name: `${type} ${index}`, resource_subtype: type, description: 'What it is good for.' }
  if (type === 'number') return { ...plain, ...numbers[index] }
  return type === 'enum' || type === 'multi_enum' ? { ...plain, enum_options: CHOICES.map(name => ({ name })) } : plain
}

function givenValue({ type, enum_options: options = [] }: Defined, index: number, people: number[]): unknown {
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
