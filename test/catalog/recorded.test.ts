/**
 * Every type whose changes are recorded: creating, updating and deleting an object is in the events of the workspace and
 * visible to open pages, and a webhook delivers it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visibleChanges } from '../../src/http/live/visible_changes.ts'
import type { Name } from '../../src/names.ts'
import { changesFor, logEndsOf } from '../../src/store/queries/events/live.ts'
import { isRecorded } from '../../src/vocabulary/changes.ts'
import type { Operation } from '../../src/vocabulary/operation.ts'
import { follow } from '../harness/follower.ts'
import { catalog, ok, type Sample, sample, sampleOf, send } from '../harness/sample.ts'
import type { Json } from '../harness/world.ts'

/** Types whose changes the API delivers to no webhook. The list only shrinks. */
const UNDELIVERED: ReadonlySet<Name> = new Set([
  ...(['workspace', 'team'] as const),
  // Only its user and administrators see a timesheet, so it is in no stream of another object.
  'timesheet_approval_status',
])

/** The operation that creates, updates or deletes an object of a type, if there is one. */
function operationOf(type: Name, method: Operation['method']): Operation | undefined {
  const own = catalog.operations.filter(one => one.of === type && one.type === type && one.method === method)
  return own.find(({ path, status }) => (method === 'POST' ? status === 201 : path.endsWith(`/{${type}_gid}`)))
}

/** The recorded types that the API can update, or only create. */
const types = catalog.resources
  .filter(({ name, changes }) => isRecorded(changes) && (operationOf(name, 'PUT') ?? operationOf(name, 'POST')))
  .map(({ name }) => name)

/** A reader of the changes that open pages of Ann show. */
async function pageOf({ store, ann }: Sample): Promise<() => Promise<Json[]>> {
  const me = Number(ann.gid)
  let before = await logEndsOf(store.read, me)
  return async () => {
    const now = await logEndsOf(store.read, me)
    const after = new Map(before.map(({ workspace, newest }) => [workspace, newest]))
    const parts = now.map(({ workspace, newest }) => [workspace, after.get(workspace) ?? 0, newest] as const)
    before = now
    return (await visibleChanges(store.read, me, await changesFor(store.read, me, parts, 1000))).map(({ data }) => data)
  }
}

/** Creates a webhook on the first of these objects that accepts one. */
async function subscribe({ ann }: Sample, type: Name, objects: readonly string[]): Promise<void> {
  const filters = [{ resource_type: type, action: 'changed' }]
  for (const resource of objects) {
    for (const more of [{ filters }, {}]) {
      const { status } = await ann.post('/webhooks', { resource, target: 'https://example.com/hook', ...more })
      if (status === 201) return
    }
  }
  assert.fail(`no object of ${objects} accepts a webhook for ${type}`)
}

/** The gids in whose streams a change of an object is. */
async function streamsOf({ store }: Sample, gid: string): Promise<string[]> {
  const query = store.read.db.selectFrom('changes').select('streams').where('resource', '=', Number(gid))
  return (await query.execute()).flatMap(({ streams }) => (JSON.parse(streams) as number[]).map(String))
}

for (const type of types) {
  test(`changes of a ${type} are in events, on live pages and in webhooks`, async () => {
    const delivered: Json[] = []
    const all = await sample({
      post: async (_target, headers, body) => {
        delivered.push(...(JSON.parse(body).events ?? []))
        const secret = headers['X-Hook-Secret'] ?? null
        return { status: 200, secret, text: '', error: null, isRefused: false }
      },
    })
    const { ann, bot, workspace, jobs } = all
    const [events, live] = [await follow(bot, `/workspaces/${workspace}/events`), await pageOf(all)]
    let gid = all.the[type]
    const check = async (actions: readonly string[]) => {
      const fits = ({ action, resource }: Json) => actions.includes(action) && resource?.gid === gid
      assert.ok((await events.poll()).some(fits), `the events of the workspace have ${actions}`)
      assert.ok((await live()).some(fits), `live pages have ${actions}`)
    }
    const request = async (operation: Operation) => {
      const { path, body } = await sampleOf(all, operation)
      const texts = Object.keys(body).filter(member =>
        ['text', 'computed'].includes(operation.body[member]?.kind ?? ''),
      )
      if (operation.method === 'PUT') for (const member of texts) body[member] = `${body[member]} updated`
      return ok(send(all, ann, operation, { path: { ...path, [`${type}_gid`]: gid }, body }))
    }
    const [create, update, remove] = (['POST', 'PUT', 'DELETE'] as const).map(method => operationOf(type, method))
    if (create) {
      gid = (await request(create)).data.gid
      await check(['added'])
    }
    const isDelivered = update && !UNDELIVERED.has(type)
    if (isDelivered) await subscribe(all, type, [...new Set([...(await streamsOf(all, gid)), gid])])
    if (update) {
      await request(update)
      await check(['changed'])
    }
    if (isDelivered) {
      await jobs.tick()
      assert.ok(
        delivered.some(({ action, resource }) => action === 'changed' && resource.gid === gid),
        'a webhook delivers it',
      )
    }
    if (remove) {
      await request(remove)
      await check(['deleted', 'removed'])
    }
  })
}
