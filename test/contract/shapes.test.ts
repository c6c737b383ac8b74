/**
 * The responses of a whole world compared with the published contract: each operation is requested with all paths that
 * the contract offers for it, at once. Operations are derived, so a new one is compared as soon as it exists.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '../../src/vocabulary/operation.ts'
import { catalog, ok, permittedActor, sampleOf, send } from '../harness/sample.ts'
import { contract, type Published, pathsOf } from './compare.ts'
import { ADD, filledSample } from './filled_sample.ts'
import { contradictions, nameTree } from './shapes.ts'

/** Where the service contradicts the contract, each with the reason. The list only shrinks. */
const EXCEPT: readonly (readonly [contradictions: RegExp, reason: string])[] = [
  [/^getEvents\.change is missing$/, 'only an event of a change has it'],
  [/^CustomField has \w+ in addition$/, 'recorded: a value has the whole definition next to it'],
  [/^(GraphExport|ResourceExport) has new_\w+ in addition$/, 'the response is the job of the export'],
  [/^AsanaNamedResource has \w+ in addition$/, 'recorded: an event shows the compact form of its object'],
  [
    /^AuditLogEventDetails has (method|message) in addition$/,
    'recorded: the way of a sign-in; what a timesheet was answered',
  ],
  [/^Story has type in addition$/, 'documented samples have it'],
  [/^Reaction has resource_type in addition$/, 'every object has a type'],
  [/^User has workspaces in addition$/, 'the response is a whole user'],
  [/^createAccessRequest\.message is null$/, 'a request can have no message'],
  [/_export\.completed_at is null$/, 'an export that waits is not completed'],
  [/Budget(s?)\.(estimate|total)\.(value|units) is null$/, 'documented: a part that is disabled has no value'],
  [/^(Project|Task) has owner in addition$/, 'older names of an object that can be a goal'],
  [/^createPortfolio\.color is null$/, 'the contract has no choice for a portfolio without a colour'],
  [/^createStoryFor(Task|Goal)\.sticker_name is null$/, 'a comment can have no sticker'],
  [
    /Webhook\.(last_\w+|next_attempt_after|failure_deletion_timestamp) is null$/,
    'recorded: null until a delivery failed',
  ],
]

/** Members that no response of the sample world has a value of, each with the reason. The list only shrinks. */
const EMPTY: Record<string, string> = {
  'CustomField.asana_created_field': 'all fields are made by users',
  'CustomField.html_text_value': 'texts of fields are plain',
  'Job.new_graph_export': 'the job that the sample shows makes a task',
  'Job.new_resource_export': 'the job that the sample shows makes a task',
  'Portfolio.project_templates': 'no operation adds a template to a portfolio',
  'Story.duplicate_of': 'no operation marks a task as a duplicate',
  'Story.duplicated_from': 'a story of the copy',
  'Story.story': 'a like of a comment is no story here',
  'Story.previews': 'comments have no previews here',
}

const all = await filledSample()
const coverage = { requested: new Set<string>(), filled: new Set<string>() }
const used = new Set<string>()

function isExcepted(text: string): boolean {
  const [, reason] = EXCEPT.find(([pattern]) => pattern.test(text)) ?? []
  if (reason) used.add(reason)
  return reason !== undefined
}

/** Sends a valid request, and compares its response. Without paths, the client requests no member by name. */
async function compareResponse(published: Published, operation: Operation, paths?: string[]): Promise<void> {
  // Only some jobs of an organization can run at a time.
  if (operation.limit === 'job') await all.jobs.tick()
  const sent = await sampleOf(all, operation)
  await ADD[published.id]?.(all)
  const query: Record<string, string> = paths ? { ...sent.query, opt_fields: paths.join() } : (sent.query ?? {})
  const { data } = await ok(send(all, permittedActor(all, operation), operation, { ...sent, query }))
  const names = paths ? nameTree(paths) : null
  const place = { at: published.id, names, records: [catalog.resource(operation.type).fields] }
  const found = contradictions(catalog, published.response.data, data, place, coverage)
  assert.deepEqual(
    found.filter(text => !isExcepted(text)),
    [],
  )
  if (Array.isArray(data)) assert.ok(data.length > 0, 'the sample world has an object for the list')
}

const operations = contract.operations.flatMap(published => {
  const { method, path } = published
  const operation = catalog.operations.find(one => one.method === method && one.path === path)
  return operation ? [{ published, operation, paths: pathsOf(published) }] : []
})

for (const { published, operation, paths } of operations.filter(one => one.paths.length > 0)) {
  test(`${published.id} shows every path of the contract, each with its type`, () =>
    compareResponse(published, operation, paths))
}

for (const { published, operation } of operations.filter(({ operation: one }) => one.answers !== 'nothing')) {
  test(`${published.id} shows only members of the contract, each with its type`, () =>
    compareResponse(published, operation))
}

test('a value of each member of the contract was compared', () => {
  const empty = [...coverage.requested].filter(one => !coverage.filled.has(one))
  const unknown = empty.filter(one => EMPTY[one] === undefined)
  assert.deepEqual(unknown, [], 'give one a value in filled_sample.ts')
  assert.deepEqual(
    Object.keys(EMPTY).filter(one => !empty.includes(one)),
    [],
    'these have a value now',
  )
  assert.deepEqual(
    EXCEPT.map(([, reason]) => reason).filter(reason => !used.has(reason)),
    [],
    'these match nothing',
  )
})
