/** Every operation of the catalog, called through the client on a running server; lists and events of many pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationTable } from '../../scripts/package/client_types.ts'
import type { ApiClient, WorkloomOptions } from '../../src/client/api_client.ts'
import { clientWith } from '../../src/client/operations.ts'
import { PagedList } from '../../src/client/paged_list.ts'
import { times } from '../harness/engine.ts'
import { catalog, permittedActor, sample, sampleOf } from '../harness/sample.ts'
import { type Json, type Person, type World, world } from '../harness/world.ts'
import { fetchOf } from './in_process.ts'

const Workloom = clientWith(operationTable(catalog))

/** The types of the methods are generated; `package.test.ts` checks them. */
type Methods = ApiClient & Record<string, (...values: unknown[]) => Promise<Json> | PagedList<Json>>

const clientOf = (made: Pick<World, 'app'>, { token }: Pick<Person, 'token'>, options: Partial<WorkloomOptions> = {}) =>
  new Workloom({ url: 'http://localhost', token, fetch: fetchOf(made), retries: 0, ...options }) as Methods

const all = await sample()
for (const operation of catalog.operations) {
  test(`${operation.id} reaches ${operation.method} ${operation.path}`, async () => {
    const { path, query, body } = await sampleOf(all, operation)
    const requests: string[] = []
    const send = fetchOf(all)
    const client = clientOf(all, permittedActor(all, operation), {
      fetch: (url, init) => {
        requests.push(`${init?.method} ${new URL(String(url)).pathname}`)
        return send(url, init)
      },
    })
    const isWrite = operation.method === 'POST' || operation.method === 'PUT'
    const result = client[operation.id]?.(...Object.values(path), { ...query, ...(isWrite && { data: body }) })
    if (operation.answers === 'page') assert.ok(result instanceof PagedList)
    const shown = result instanceof PagedList ? (await result.page()).data : await result
    const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
    assert.deepEqual(requests, [`${operation.method} /api/1.0${filled}`])
    const { answers, extras } = operation
    assert.equal(Array.isArray(shown), answers === 'page' || answers === 'batch')
    if (extras) assert.deepEqual(Object.keys(shown as Json).sort(), ['data', ...Object.keys(extras)].sort())
  })
}

test('a loop over a list of 250 tasks yields each task once and in order', async () => {
  const made = await world()
  const { ann, workspace } = made
  const project = await ann.create('/projects', { workspace, name: 'Many' })
  const created: string[] = []
  for (let count = 0; count < 250; count++)
    created.push(await ann.create('/tasks', { name: `${count}`, projects: [project] }))
  const found: string[] = []
  const list = clientOf(made, ann).getTasks?.({ project, opt_fields: ['name'] })
  assert.ok(list instanceof PagedList)
  for await (const { gid } of list) found.push(gid)
  assert.deepEqual(found, created.toReversed())
})

test('a loop over events misses none of many pages of changes, and resynchronizes after an expired token', async () => {
  const made = await world()
  const { ann, workspace, clock } = made
  const project = await ann.create('/projects', { workspace, name: 'Busy' })
  const { sync } = (await ann.get(`/events?resource=${project}`)).body
  const task = await ann.create('/tasks', { name: 'Task', projects: [project] })
  // Each has two events.
  const names = Array.from({ length: times(1001) }, (_, count) => `Name ${count}`)
  for (const [count, name] of names.entries())
    await ann.put(`/tasks/${task}`, { notes: name, completed: count % 2 === 0 })
  const expected: Json[] = []
  for (let [next, more] = [sync, true]; more; ) {
    const { body } = await ann.get(`/events?resource=${project}&sync=${next}`)
    expected.push(...body.data)
    ;[next, more] = [body.sync, body.has_more]
  }
  assert.ok(expected.length > times(2000), `${expected.length} events`)
  const client = clientOf(made, ann, { sleep: () => assert.fail('a full response is followed by the next at once') })
  const found: unknown[] = []
  for await (const event of client.events(project, { sync })) if (found.push(event) === expected.length) break
  assert.deepEqual(found, expected)

  clock.now += 25 * 3_600_000
  const resynced: string[] = []
  const events = client.events(project, {
    sync,
    async onResync(fresh) {
      resynced.push(fresh)
      await ann.put(`/tasks/${task}`, { name: 'Later' })
    },
  }) as AsyncGenerator<Json>
  const { value } = await events.next()
  assert.equal(value.resource.name, 'Later')
  assert.equal(resynced.length, 1)
})
