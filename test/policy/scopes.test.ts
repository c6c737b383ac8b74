/**
 * Access of each scope of an application: the names that its token can read anywhere in the API, also in texts, and the
 * other surfaces of the server. Each object of the world has a unique name.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopeFor, scopes } from '../../src/catalog/scopes.ts'
import { mayRead } from '../../src/identity/scopes.ts'
import type { Name } from '../../src/names.ts'
import { deleteWhere, update } from '../../src/store/change.ts'
import { tableOf } from '../../src/store/queries/objects.ts'
import type { Fields } from '../../src/vocabulary/field.ts'
import { golden } from '../harness/golden.ts'
import { catalog, ok, type Sample, sample, sampleOf, send } from '../harness/sample.ts'
import { application, throughApplication } from '../harness/sign_in/oauth.ts'
import type { Person } from '../harness/world.ts'

const named = [
  'workspace',
  'user',
  'team',
  'project',
  'section',
  'task',
  'tag',
  'portfolio',
  'goal',
  'custom_field',
  'enum_option',
] as const
const nameOf = (type: Name) => `The ${type} canary`

/** A world in which notes, comments, stories and field values mention an object of each type. */
async function aviary(): Promise<Sample> {
  const all = await sample()
  const { ann, the, also, store } = all
  const links = (['project', 'user', 'tag', 'team'] as const).map(type => `<a data-asana-gid="${the[type]}"/>`)
  const html_notes = `<body>${links.join(' ')}</body>`
  await ok(ann.put(`/tasks/${the.task}`, { html_notes, custom_fields: { [the.custom_field]: the.enum_option } }))
  await ok(ann.put(`/projects/${the.project}`, { html_notes }))
  await ok(ann.post(`/tasks/${the.task}/stories`, { html_text: html_notes }))
  await ok(ann.post(`/sections/${also.section}/addTask`, { task: the.task }))
  await ok(ann.post(`/sections/${the.section}/addTask`, { task: the.task }))
  await store.write(async tx => {
    for (const type of named) await update(tx, tableOf(type), { gid: Number(the[type]) }, { name: nameOf(type) })
  })
  // The story of a rename has both names as its content, so it is not a reference.
  await store.write(tx => deleteWhere(tx, 'stories', { resource_subtype: 'name_changed' }))
  return all
}

/** Every field of a type, and the names at every edge. */
const everything = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { types, parts }]) => {
    if (parts) return everything(parts).map(path => `${name}.${path}`)
    return types ? [name, `${name}.name`] : [name]
  })

const reads = catalog.operations.filter(({ method }) => method === 'GET')

/** The types of which a person reads a name somewhere. */
async function namesRead(all: Sample, person: Person): Promise<Name[]> {
  const texts: string[] = []
  for (const operation of reads) {
    const { path, query } = await sampleOf(all, operation)
    const opt_fields = everything(catalog.resource(operation.type).fields).join()
    const { body } = await send(all, person, operation, { path, query: { ...query, opt_fields } })
    texts.push(JSON.stringify(body))
  }
  const allTexts = texts.join('\n')
  return named.filter(type => allTexts.includes(nameOf(type)))
}

const all = await aviary()
const app = await application(all)

test('the names that each scope opens match the golden file, and never exceed its types', async () => {
  const lines: string[] = []
  // Scopes that open no reading operation are tried together.
  const reading = [...scopes.keys()].filter(scope => reads.some(({ id }) => scopeFor(id) === scope))
  const others = [...scopes.keys()].filter(scope => !reading.includes(scope)).join(' ')
  for (const scope of [...reading, others]) {
    const found = await namesRead(all, await throughApplication(all, all.ann, app, scope))
    const opened = (type: Name) => mayRead({ scopes: scope.split(' ') }, type)
    const more = found.filter(type => !opened(type))
    assert.deepEqual(more, [], `${scope} tells names of types that it does not open`)
    lines.push(`${(scope === others ? 'all others' : scope).padEnd(24)} ${found.join(' ') || '-'}`)
  }
  golden(
    'test/golden/scopes.txt',
    ['The types whose names a token with one scope can read.', '', ...lines, ''].join('\n'),
  )
})

test('a token with every scope reads every name', async () => {
  assert.deepEqual(await namesRead(all, await throughApplication(all, all.ann, app, 'default')), [...named])
})

test('no scope opens the console, live updates or provisioning', async () => {
  const { token } = await throughApplication(all, all.ann, app, [...scopes.keys()].join(' '))
  const headers = { authorization: `Bearer ${token}` }
  const statuses: number[] = []
  for (const url of ['/-/tokens', '/-/live', `/-/organizations/${all.workspace}/trash`, '/api/1.0/scim/Users']) {
    statuses.push((await all.send({ method: 'GET', url, headers })).status)
  }
  assert.deepEqual(statuses, [401, 401, 401, 403])
})
