/** Appending any number of changes to the log, in their order and with their streams. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openStore } from '../../../../test/harness/engine.ts'
import { appendChanges, type NewChange } from './log.ts'

const changeOf = (resource: number, streams: number[]): NewChange => ({
  ...{ workspace: 1, at: 1, user: null, resource_type: 'task', resource, resource_subtype: null, action: 'changed' },
  ...{ parent_type: null, parent: null, field: 'name', change_action: 'changed', value_type: null, value: null },
  ...{ old_value: null, new_value: '"?"', streams, page: null, owner: null },
})

test('appending many changes stores them in their order, each with its streams', async () => {
  const store = await openStore({ clock: () => Date.UTC(2026, 0, 5) })
  after(() => store.close())
  const resources = Array.from({ length: 100 }, (_, index) => 1000 - index)
  const streamsOf = (resource: number) => (resource % 10 === 0 ? [] : [resource, resource + 10_000, 7])
  await store.write(tx =>
    appendChanges(
      tx,
      resources.map(resource => changeOf(resource, streamsOf(resource))),
    ),
  )
  const changes = await store.read.db.selectFrom('changes').selectAll().orderBy('gid').execute()
  assert.deepEqual(
    changes.map(({ resource, streams }) => [resource, JSON.parse(streams)]),
    resources.map(resource => [resource, streamsOf(resource)]),
  )
  const streams = await store.read.db.selectFrom('streams').selectAll().execute()
  assert.deepEqual(
    streams.map(({ resource, change }) => `${change} ${resource}`).sort(),
    changes.flatMap(({ gid, streams }) => JSON.parse(streams).map((one: number) => `${gid} ${one}`)).sort(),
  )
})
