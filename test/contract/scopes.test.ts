/** The table of scopes compared with the published contract and with the operations of the catalog. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { scopeFor, scopes } from '../../src/catalog/scopes.ts'
import { contract } from './compare.ts'

/** Operations that clients call though the contract does not list them, with the operation that each corresponds to. */
const older: Record<string, string> = {
  getWorkspacesForUser: 'getWorkspaces',
  getTeamsForOrganization: 'getTeamsForWorkspace',
  createTaskInWorkspace: 'createTask',
  getEventsForProject: 'getEvents',
  getEventsForTask: 'getEvents',
  insertTaskForUserTaskList: 'addTaskForSection',
  getAttachmentsForTask: 'getAttachmentsForObject',
  createAttachmentForTask: 'createAttachmentForObject',
  getAiStudioRuns: 'getAgentsForWorkspace',
  getAiStudioSeats: 'getAgentsForWorkspace',
}

/** The contract declares this scope and does not list it with its operation. */
const forgotten: Record<string, string> = { typeaheadForWorkspace: 'workspaces.typeahead:read' }

test('every published operation has the scope of the contract, or needs full permission', () => {
  const differing = contract.operations.filter(({ id, scopes: published = [] }) => {
    assert.ok(published.length < 2, `${id} has several scopes, which the table cannot say`)
    return scopeFor(id) !== (published[0] ?? forgotten[id] ?? 'default')
  })
  assert.deepEqual(
    differing.map(({ id }) => id),
    [],
  )
})

test('every operation of the catalog is in the contract, or corresponds to one that is', () => {
  const published = new Set(contract.operations.map(({ id }) => id))
  const own = createCatalog().operations.filter(({ id }) => !published.has(id))
  const strange = own.filter(({ id }) => scopeFor(id) !== scopeFor(older[id] ?? ''))
  assert.deepEqual(
    strange.map(({ id }) => id),
    [],
    'Say in src/catalog/scopes.ts which scope opens it, and here what it is like.',
  )
})

test('every scope that can be granted has a description, and every scope that an operation needs can be granted', () => {
  for (const [name, doc] of scopes) assert.match(doc, /^[A-Z][a-z -]+\.$/, name)
  const needed = createCatalog().operations.map(({ id }) => scopeFor(id))
  assert.deepEqual(
    needed.filter(name => !scopes.has(name)),
    [],
  )
  assert.deepEqual(
    contract.scopes.filter(name => !scopes.has(name)),
    [],
  )
})
