/** The typed client against the faults of an emulator: what it repeats, and what it must not. */
import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { operationTable } from '../../scripts/package/client_types.ts'
import { createCatalog } from '../../src/catalog/catalog.ts'
import type { ApiClient, WorkloomOptions } from '../../src/client/api_client.ts'
import { WorkloomError } from '../../src/client/failure.ts'
import { clientWith } from '../../src/client/operations.ts'
import { startWorkloom } from '../../src/testing/start.ts'
import { emulatorCommand as command } from '../harness/emulator/command.ts'
import type { Json } from '../harness/world.ts'

const Workloom = clientWith(operationTable(createCatalog()))

type Methods = ApiClient & Record<string, (...values: unknown[]) => Promise<Json>>

const emulator = await startWorkloom({ command })
after(() => emulator.close())

/** A client of a new world, and the waits that it would have made. */
async function clientFor(t: TestContext, options: Partial<WorkloomOptions> = {}) {
  const world = await emulator.createWorld()
  t.after(() => world.close())
  const waits: number[] = []
  const client = new Workloom({
    ...{ url: world.api, token: world.token('ann'), random: () => 0 },
    sleep: async milliseconds => void waits.push(milliseconds),
    ...options,
  }) as Methods
  const statuses = async (operation: string) =>
    (await world.requests({ operation })).map(({ status }: { status: number | null }) => status)
  const create = () => client.createTask?.({ data: { workspace: world.workspace, name: 'New', assignee: 'me' } })
  return { world, client, waits, statuses, create }
}

const failureOf = async (call: Promise<unknown> | undefined): Promise<WorkloomError> => {
  const error = await call?.catch((error: unknown) => error)
  assert.ok(error instanceof WorkloomError, String(error))
  return error
}

test('two rate limits are waited for as long as the emulator says, for a POST too', async t => {
  const { world, waits, statuses, create } = await clientFor(t)
  await world.fault({ use: 'rate_limited', match: { operation: 'createTask' }, times: 2, retry_after: 3 } as object)
  assert.equal((await create())?.name, 'New')
  assert.deepEqual(
    [waits, await statuses('createTask')],
    [
      [3000, 3000],
      [429, 429, 201],
    ],
  )
})

test('a server error of a GET is repeated once', async t => {
  const { world, client, waits, statuses } = await clientFor(t)
  await world.fault({ use: 'server_error', match: { operation: 'getUser' } })
  assert.equal((await client.getUser?.('me'))?.name, 'Ann Lee')
  assert.deepEqual([waits, await statuses('getUser')], [[1000], [500, 200]])
})

test('a POST whose answer is lost throws at once, and was executed once', async t => {
  for (const [use, status] of [
    ['lost_answer', 500],
    ['lost_reset', 0],
    ['truncated', 0],
  ] as const) {
    const { world, client, waits, statuses, create } = await clientFor(t)
    await world.fault({ use, match: { operation: 'createTask' } })
    const error = await failureOf(create())
    assert.deepEqual([error.status, error.operation, waits], [status, 'createTask', []], use)
    assert.equal((await statuses('createTask')).length, 1)
    const list = client.getTasks?.({ assignee: 'me', workspace: world.workspace, opt_fields: ['name'] }) as unknown as {
      all(): Promise<Json[]>
    }
    assert.equal((await list.all()).filter(({ name }) => name === 'New').length, 1, use)
  }
})

test('with retryPosts a POST is repeated, and what it creates exists twice', async t => {
  const { world, statuses, create } = await clientFor(t, { retryPosts: true })
  await world.fault({ use: 'lost_answer', match: { operation: 'createTask' } })
  await create()
  assert.deepEqual(await statuses('createTask'), [500, 201])
})

test('an expired sync token is reported, and the stream goes on with the fresh one', async t => {
  const { world, client, create } = await clientFor(t)
  const project = (await client.createProject?.({ data: { workspace: world.workspace, name: 'P' } }))?.gid
  await world.fault({ use: 'expired_sync', match: { operation: 'getEvents' } })
  let resyncs = 0
  const events = client.events(project, {
    onResync: async () => {
      resyncs++
      await client.createTask?.({ data: { projects: [project], name: 'Later' } })
    },
  }) as AsyncGenerator<Json>
  const { value } = await events.next()
  assert.equal(value.resource.name, 'Later')
  assert.ok(resyncs >= 1)
  await events.return?.(undefined)
  assert.ok(await create())
})
