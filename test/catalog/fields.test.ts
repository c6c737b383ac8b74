/** Clients can request every field of every type by name, alone and with all others, in records and in lists. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '../../src/vocabulary/field.ts'
import type { Operation } from '../../src/vocabulary/operation.ts'
import { selectablePaths } from '../harness/openapi/selectable.ts'
import { catalog, ok, permittedActor, sample, sampleOf, send } from '../harness/sample.ts'
import type { Json } from '../harness/world.ts'

/** Values that a field may omit from a response instead of null. */
const mayBeAbsent = ({ kind, sparse, always, subtypes }: Field) =>
  sparse || subtypes || (kind === 'constant' && always === undefined)

/** Edges that are empty in the sample objects. The list only shrinks. */
const EMPTY: Record<string, string> = {
  'job.new_project': 'a job makes one object',
  'job.new_portfolio': 'a job makes one object',
  'job.new_project_template': 'a job makes one object',
  'job.new_graph_export': 'a job makes one object',
  'job.new_resource_export': 'a job makes one object',
  'project.completed_by': 'no operation completes a project yet',
  'portfolio.current_status_update': 'no operation reports on the state of a portfolio yet',
}

// These tests do not write: one world is enough.
const all = await sample()

/** Types that are shown only inside other objects, and the field that shows them. The list only shrinks. */
const INSIDE: Record<string, string> = {
  enum_option: 'custom_field.enum_options',
  goal_metric: 'goal.metric',
  custom_field_setting: 'project.custom_field_settings',
  access_request: 'the list of pending requests, which has tests of its own',
  reaction: 'the list of reactions, which has tests of its own',
  custom_type_status_option: 'custom_type.status_options',
  placeholder: 'allocation.assignee',
  graph_export: 'job.new_graph_export',
  export_request: 'job.new_resource_export',
  message: 'exports of resources, which have tests of their own',
  event: 'streams, which have tests of their own',
  audit_log_event: 'the audit log, which has tests of its own',
  batch_response: 'batches, which have tests of their own',
  rule_trigger: 'the response of triggerRule, which has tests of its own',
}

const topLevelTypes = catalog.resources.filter(({ name }) => INSIDE[name] === undefined)
const records = topLevelTypes.map(resource => {
  const found = catalog.operations.find(
    ({ method, answers, type, query }) =>
      method === 'GET' &&
      answers === 'record' &&
      type === resource.name &&
      !Object.values(query).some(one => one.required),
  )
  assert.ok(found, `Nothing shows a ${resource.name}.`)
  return { resource, show: found }
})

async function ask(operation: Operation, fields: string[]): Promise<Json> {
  const { path, query } = await sampleOf(all, operation)
  const sent = { path, query: { ...query, opt_fields: fields.join(',') } }
  return (await ok(send(all, permittedActor(all, operation), operation, sent))).data
}

for (const { resource, show } of records) {
  test(`a client can request every field of ${resource.name} by name`, async t => {
    const together = await ask(show, Object.keys(resource.fields))
    for (const [name, field] of Object.entries(resource.fields)) {
      await t.test(name, async () => {
        const topLevelTypes = await ask(show, [name])
        const others = Object.keys(topLevelTypes).filter(key => key !== name && key !== 'gid')
        assert.deepEqual(others, [], 'no other field is shown')
        assert.deepEqual(topLevelTypes[name], together[name], 'it says the same alone and with others')
        assert.equal(topLevelTypes.gid, resource.anonymous ? undefined : all.the[resource.name])
        if (!mayBeAbsent(field)) assert.ok(name in topLevelTypes, 'it comes back')
        if (field.types && !mayBeAbsent(field) && !EMPTY[`${resource.name}.${name}`]) {
          const { length } = Array.isArray(topLevelTypes[name])
            ? topLevelTypes[name]
            : [topLevelTypes[name]].filter(Boolean)
          assert.ok(length > 0, 'the sample object has none: give it one, or list it in EMPTY')
        }
      })
    }
  })

  test(`a client can request every field one level below ${resource.name}`, async () => {
    const paths = selectablePaths(catalog, resource.name, 2)
    for (const [name, { kind, types = [], parts }] of Object.entries(resource.fields)) {
      const shown = await ask(
        show,
        paths.filter(path => path.startsWith(`${name}.`)),
      )
      const fields = parts ?? Object.assign({}, ...types.map(type => catalog.resource(type).fields))
      const below = [shown[name]].flat().filter(Boolean)
      for (const one of kind === 'any' ? [] : below) {
        const missing = Object.keys(fields).filter(field => !mayBeAbsent(fields[field]) && !(field in one))
        assert.deepEqual(missing, [], `${resource.name}.${name}`)
      }
    }
  })
}

for (const list of catalog.operations.filter(({ answers, type }) => answers === 'page' && !INSIDE[type])) {
  test(`${list.id} shows the same fields of an object as its record`, async () => {
    const elements = (await ask(list, ['resource_type'])) as Json[]
    const { resource, show } =
      records.find(one => one.resource.name === (elements[0]?.resource_type ?? list.type)) ?? {}
    assert.ok(resource && show)
    const names = Object.keys(resource.fields)
    for (const element of (await ask(list, names)) as Json[]) {
      const path = Object.fromEntries([...show.path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => [name, element.gid]))
      const record = await ok(send(all, all.ann, show, { path, query: { opt_fields: names.join(',') } }))
      assert.deepEqual(element, record.data)
    }
  })
}
