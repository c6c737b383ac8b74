/**
 * Authorization of every operation in the catalog: by a permitted actor, without a token, by a person of another
 * organization, by a guest with whom nothing is shared, and by a person with a view-only licence.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '../../src/vocabulary/operation.ts'
import { catalog, permittedActor, type Sample, sample, sampleOf, send } from '../harness/sample.ts'
import { setActive } from '../harness/work.ts'
import type { Answer, Json, Person } from '../harness/world.ts'

const SHARED_WITH_GUESTS = 'the workspace is shared with its guests'
const OWN_ENTRY = 'the list contains the entry of the guest'
const TAG_NAMES_ARE_SHARED = 'the names of tags are shared with all of a workspace'
const PERIODS_ARE_SHARED = 'time periods are the calendar of the workspace'

/** Operations that a guest may call although nothing is shared with them, with the reason. The list only shrinks. */
const GUEST: Record<string, string> = {
  getWorkspaces: SHARED_WITH_GUESTS,
  getWorkspace: SHARED_WITH_GUESTS,
  getWorkspaceMembershipsForWorkspace: OWN_ENTRY,
  getUsers: OWN_ENTRY,
  getUsersForWorkspace: OWN_ENTRY,
  typeaheadForWorkspace: OWN_ENTRY,
  createTaskInWorkspace: 'guests can create tasks of their own',
  getCustomField: 'a field is shared with guests unless it says otherwise',
  getTimePeriods: PERIODS_ARE_SHARED,
  getTimePeriod: PERIODS_ARE_SHARED,
  getTags: TAG_NAMES_ARE_SHARED,
  getTag: TAG_NAMES_ARE_SHARED,
  getTagsForWorkspace: TAG_NAMES_ARE_SHARED,
  createOooEntry: 'guests are away too',
  getTimeTrackingCategories: 'guests track time too',
  getTimeTrackingCategory: 'guests track time too',
}

/**
 * Operations where a view-only licence differs from "reads succeed, writes fail", with the reason. The list only
 * shrinks.
 */
const VIEWER: Record<string, string> = {
  getFavoritesForUser: 'favorites are shown to their owner only',
  getWebhook: 'a webhook is shown to its owner only',
  getJob: 'a job is shown to its user only',
  createGraphExport: 'an export contains what its user can see',
  getOrganizationExport: 'an export is shown to its user only',
  getTimesheetApprovalStatus: 'a timesheet is shown to its user and to administrators',
  getWorkspaceEvents: 'the events of a workspace are for service accounts',
  ...Object.fromEntries(
    ['getBudgets', 'getBudget', 'getRates', 'getRate'].map(id => [id, 'money is shown to admins of its project']),
  ),
  getAuditLogEvents: 'the audit log is for service accounts',
  getAiStudioRuns: 'usage is for service accounts',
  getAiStudioSeats: 'usage is for service accounts',
}

const { operations } = catalog
const writes = ({ method }: Operation) => method !== 'GET'

/** Sends every operation as one person. Returns the operations with an unexpected answer, and those answers. */
async function mismatches(
  who: (all: Sample, operation: Operation) => Person,
  right: (operation: Operation, answer: Answer) => boolean,
) {
  const all = await sample()
  const found: string[] = []
  for (const operation of operations) {
    const answer = await send(all, who(all, operation), operation, await sampleOf(all, operation))
    const { id } = operation
    if (!right(operation, answer)) found.push(`${id} answered ${answer.status}: ${answer.message ?? 'success'}`)
  }
  return found
}

/** The answer shows nothing of the sample world: an unknown object, a refusal, or an empty list. */
function isDenied({ status, data, message }: Pick<Answer, 'status' | 'data' | 'message'>): boolean {
  if (status === 200) return Array.isArray(data) && data.every(isDeniedAction)
  const unknown = /Not a recognized ID|Unknown object|Not a user in/.test(message ?? '')
  return status === 403 || ([400, 404].includes(status) && unknown)
}

/** The response to an action of a batch that is denied; false for an object of a list. */
const isDeniedAction = ({ status_code, body }: Json): boolean =>
  body !== undefined && isDenied({ status: status_code, data: body.data, message: body.errors?.[0].message })

test('the sample request of every operation succeeds for a permitted actor', async () => {
  const found = await mismatches(permittedActor, ({ status }, answer) => answer.status === status)
  assert.deepEqual(found, [])
})

test('every operation refuses a request without a token, and an unknown path answers 404', async () => {
  const all = await sample()
  for (const operation of operations) {
    const answer = await send(all, null, operation, await sampleOf(all, operation))
    assert.deepEqual([operation.id, answer.status, answer.message], [operation.id, 401, 'Not Authorized'])
  }
  const unknown = await all.send({ method: 'GET', url: '/api/1.0/nothing' })
  assert.deepEqual([unknown.status, unknown.message], [404, 'No matching route for request'])
})

test('every operation denies access to a member of another organization', async () => {
  const found = await mismatches(
    ({ sam }) => sam,
    (_, answer) => isDenied(answer),
  )
  assert.deepEqual(found, [])
})

test('every operation denies access to a person who has left the organization, also on what was shared before', async () => {
  const all = await sample()
  await setActive(all, all.vic, false)
  for (const operation of operations) {
    const answer = await send(all, all.vic, operation, await sampleOf(all, operation))
    assert.ok(isDenied(answer), `${operation.id} answered ${answer.status}: ${answer.message ?? 'success'}`)
  }
})

test('every operation denies access to a guest on objects that are not shared with them', async () => {
  const found = await mismatches(
    ({ gil }) => gil,
    ({ id }, answer) => isDenied(answer) === (GUEST[id] === undefined),
  )
  assert.deepEqual(found, [])
})

test('a view-only licence allows every read and no write', async () => {
  const found = await mismatches(
    ({ vic }) => vic,
    (operation, answer) => {
      const allowed = writes(operation) === (VIEWER[operation.id] !== undefined)
      return allowed ? answer.status < 300 : isDenied(answer)
    },
  )
  assert.deepEqual(found, [])
})
