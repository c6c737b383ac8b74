/** Reading the audit log: access, filters, and a stream without an end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPostgres } from '../../../test/harness/engine.ts'
import { watchStatements } from '../../../test/harness/statements.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'
import { LOG_PAGE_TOKEN_TTL_MS } from '../../graph/page_tokens.ts'
import { update } from '../../store/change.ts'
import { pruneAudit } from '../../store/queries/events/audit.ts'
import { createWorkspace } from '../people/rules/join.ts'
import { createServiceAccount } from '../people/rules/service_account.ts'

const watch = watchStatements()

const DAY = 24 * 60 * 60 * 1000

async function home() {
  const w = await world()
  const bot = await w.service('Bot')
  const path = `/workspaces/${w.workspace}/audit_log_events`
  const read = (query: string, from: Person = bot) => from.get(`${path}${query && `?${query}`}`)
  /** Creates a team, which records two entries: the team, and its first member. */
  const team = (name: string, by = w.ann) => by.create('/teams', { organization: w.workspace, name })
  return { ...w, bot, path, read, team }
}

const types = (lines: Json) => (lines as Json[]).map(({ event_type }) => event_type)

test('only a service account of the organization with all scopes can read the audit log', async () => {
  const { ann, ben, read, person, store, send, workspace } = await home()
  const refusal = 'The audit log is read with the token of a service account that may do everything.'
  for (const one of [ann, ben, await person('Gil', { is_guest: true })]) {
    const { status, message } = await read('', one)
    assert.deepEqual([status, message], [403, refusal])
  }
  const as = async (token: string) =>
    send({
      method: 'GET',
      url: `/api/1.0/workspaces/${workspace}/audit_log_events`,
      headers: { authorization: `Bearer ${token}` },
    })
  const terms = { name: 'SCIM', scopes: 'users:read', created_by: null }
  const narrow = await store.write(tx => createServiceAccount(tx, Number(workspace), terms))
  assert.equal((await as(narrow.token)).status, 403)
  const foreign = await store.write(async tx => {
    const other = await createWorkspace(tx, { name: 'Other', domains: [], plan: 'enterprise' })
    return createServiceAccount(tx, other, { ...terms, scopes: 'all' })
  })
  assert.equal((await as(foreign.token)).status, 404)
  assert.equal((await read('', await person('Sam', null))).status, 404)
  assert.equal((await read('')).status, 200)
})

test('an organization below the plan enterprise has no audit log', async () => {
  const { store, workspace, read } = await home()
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan: 'business' }))
  const { status, message } = await read('')
  assert.deepEqual([status, message], [402, 'The audit log needs an organization with the plan enterprise.'])
})

test('an entry is returned whole, and by selected members', async () => {
  const { ann, bot, team, read } = await home()
  const gid = await team('T')
  const line = (await read('event_type=team_created')).data[0]
  assert.match(line.gid, /^\d+$/)
  assert.deepEqual(line, {
    gid: line.gid,
    created_at: line.created_at,
    event_type: 'team_created',
    event_category: 'creation',
    actor: { actor_type: 'user', gid: ann.gid, name: 'Ann', email: ann.email },
    resource: { resource_type: 'team', gid, name: 'T' },
    details: {},
    context: {
      ...{ context_type: 'api', api_authentication_method: 'personal_access_token' },
      ...{ client_ip_address: '127.0.0.1', user_agent: line.context.user_agent },
    },
  })
  const some = await read('event_type=team_created&opt_fields=actor.name,event_type')
  assert.deepEqual(some.data, [{ event_type: 'team_created', actor: { name: 'Ann' } }])
  await team('U', bot)
  const { actor, context } = (await read('event_type=team_created')).data[1]
  assert.deepEqual(actor, { actor_type: 'user', gid: bot.gid, name: 'Bot' }, 'it has no address')
  assert.equal(context.api_authentication_method, 'service_account')
})

test('entries have the names at the time of the event', async () => {
  const { ann, team, read } = await home()
  const gid = await team('Before')
  await ann.put(`/teams/${gid}`, { name: 'After' })
  assert.equal((await read(`resource_gid=${gid}`)).data[0].resource.name, 'Before')
})

test('the audit log is filtered by each filter, and by several together', async () => {
  const { ann, ben, clock, team, read } = await home()
  const before = clock.now
  const first = await team('First')
  clock.now += 1000
  const middle = clock.now
  await team('Second', ben)
  clock.now += 1000
  const iso = (moment: number) => new Date(moment).toISOString()
  const count = async (query: string) => (await read(query)).data.length
  const all = await count('')
  const early = await count(`end_at=${iso(before)}`)
  assert.equal(await count(`start_at=${iso(before)}`), 4)
  assert.equal(await count(`start_at=${iso(before)}&end_at=${iso(middle)}`), 2)
  assert.equal(await count(`start_at=${iso(middle)}`), 2)
  assert.equal(await count(`end_at=${iso(middle)}`), early + 2)
  assert.equal(await count(`end_at=${iso(clock.now + DAY)}`), all, 'an end that has not come')
  assert.equal(await count(`start_at=${iso(clock.now + DAY)}`), 0)
  assert.equal(await count('event_type=team_created'), 2)
  assert.equal(await count('event_type=attachment_deleted'), 0, 'a type without entries')
  assert.equal(await count(`actor_gid=${ben.gid}`), 2)
  assert.equal(await count(`actor_gid=${ben.gid}&event_type=team_created`), 1)
  assert.equal(await count(`resource_gid=${first}`), 1)
  assert.equal(await count('actor_type=asana'), early, 'what set the world up')
  assert.equal(await count('actor_type=anonymous'), 0)
  assert.equal(await count(`actor_gid=${ann.gid}&start_at=${iso(middle)}`), 0)
})

test('start_at is inclusive, and end_at is exclusive', async () => {
  const { clock, team, read } = await home()
  clock.step = 0
  await team('T')
  const { created_at } = (await read('event_type=team_created')).data[0]
  assert.equal((await read(`event_type=team_created&start_at=${created_at}`)).data.length, 1)
  assert.equal((await read(`event_type=team_created&end_at=${created_at}`)).data.length, 0)
})

test('an invalid filter of the audit log is refused', async () => {
  const { ann, read } = await home()
  const refused: [query: string, message: RegExp][] = [
    ['actor_gid=x', /^actor_gid: Not a recognized ID/],
    ['resource_gid=', /^resource_gid: /],
    ['start_at=yesterday', /^start_at: /],
    ['actor_type=robot', /^actor_type: /],
    ['event_type=Team%20made', /^event_type: /],
    ['limit=0', /^limit: /],
    ['limit=101', /^limit: /],
    ['offset=x', /^offset: /],
    [`actor_type=user&actor_gid=${ann.gid}`, /^actor_type: Cannot be combined with actor_gid/],
  ]
  for (const [query, text] of refused) {
    const { status, message } = await read(query)
    assert.equal(status, 400, query)
    assert.match(message ?? '', text)
  }
})

test('the last page of the audit log has an offset for new entries', async () => {
  const { bot, clock, team, read } = await home()
  for (const name of ['A', 'B', 'C']) await team(name)
  const all = (await read('')).data as unknown as Json[]
  const seen: Json[] = []
  let path: string | undefined
  const next = async () => {
    const { status, body } = path === undefined ? await read('limit=2') : await bot.get(path)
    assert.equal(status, 200)
    assert.ok(body.next_page, 'there is always a next page')
    assert.notEqual(body.next_page.path, undefined)
    path = body.next_page.path
    return body.data as Json[]
  }
  for (let page = await next(); page.length > 0; page = await next()) seen.push(...page)
  assert.deepEqual(seen, all)
  assert.deepEqual(await next(), [], 'still nothing')
  clock.now += 5 * DAY
  await team('D')
  assert.deepEqual(types(await next()), ['team_created', 'team_member_added'])
  assert.deepEqual(await next(), [])
  clock.now += LOG_PAGE_TOKEN_TTL_MS + 1000
  const late = await bot.get(path ?? '')
  assert.deepEqual([late.status, late.message], [400, 'offset: Your pagination token has expired.'])
})

test('a filter without matches has no next page', async () => {
  const { read } = await home()
  const { body } = await read('event_type=team_deleted')
  assert.deepEqual(body, { data: [], next_page: null })
})

test('an offset is valid only with its own filters', async () => {
  const { team, read, path, bot } = await home()
  await team('T')
  const { offset } = (await read('event_type=team_created')).body.next_page
  assert.equal((await bot.get(`${path}?event_type=team_created&offset=${offset}`)).status, 200)
  assert.equal((await bot.get(`${path}?event_type=team_deleted&offset=${offset}`)).status, 400)
  assert.equal((await bot.get(`${path}?offset=${offset}`)).status, 400)
})

test('a page without a limit has 100 entries', async () => {
  const { ann, ben, workspace, read } = await home()
  const project = await ann.create('/projects', { workspace, name: 'P' })
  for (let round = 0; round < 50; round++) {
    await ann.post(`/projects/${project}/addMembers`, { members: [ben.gid] })
    await ann.post(`/projects/${project}/removeMembers`, { members: [ben.gid] })
  }
  assert.equal((await read('')).data.length, 100)
})

test('entries are visible only in their own organization', async () => {
  const { store, read } = await home()
  const other = await store.write(async tx => {
    const gid = await createWorkspace(tx, { name: 'Other', domains: [], plan: 'enterprise' })
    await createServiceAccount(tx, gid, { name: 'Foreign', scopes: 'all', created_by: null })
    return gid
  })
  const rows = await store.read.db.selectFrom('audit_log_events').select('gid').where('workspace', '=', other).execute()
  assert.equal(rows.length, 1)
  const shown = (await read('')).data as unknown as Json[]
  assert.ok(!shown.some(({ resource }) => resource.name === 'Foreign'))
})

async function entryCount(w: World): Promise<number> {
  return (await w.store.read.db.selectFrom('audit_log_events').select('gid').execute()).length
}

test('old entries are pruned in steps, newer ones stay, and readers can continue', async () => {
  const w = await home()
  const { bot, store, clock, team, read } = w
  for (const name of ['A', 'B', 'C']) await team(name)
  const { path } = (await read('limit=1')).body.next_page
  clock.now += 5 * DAY
  const before = clock.now
  await team('D')
  const old = (await entryCount(w)) - 2
  const prune = (limit: number) => store.write(tx => pruneAudit(tx, before, limit))
  assert.equal(await prune(4), 4)
  assert.equal(await entryCount(w), old - 2)
  assert.equal(await prune(1000), old - 4)
  assert.equal(await prune(1000), 0)
  assert.deepEqual(types((await bot.get(path)).data), ['team_created'])
})

test('a written entry never changes', async () => {
  const { ann, team, read, store, workspace } = await home()
  const gid = await team('T')
  const lines = (await read('')).data as unknown as Json[]
  await ann.put(`/teams/${gid}`, { name: 'U' })
  await ann.put('/users/me', { name: 'Anna' })
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { name: 'Other' }))
  assert.deepEqual(((await read('')).data as unknown as Json[]).slice(0, lines.length), lines)
})

test('each filter reads one range of an index of its own', async () => {
  const { ann, read } = await home()
  const ranges: [query: string, range: string][] = [
    ['', 'workspace (workspace=? AND cursor>?)'],
    ['start_at=2026-01-01', 'workspace (workspace=? AND cursor>?)'],
    ['end_at=2026-01-01', 'workspace (workspace=? AND cursor>? AND cursor<?)'],
    ['event_type=team_created', 'type (workspace=? AND event_type=? AND cursor>?)'],
    ['actor_type=user', 'actor_type (workspace=? AND actor_type=? AND cursor>?)'],
    [`actor_gid=${ann.gid}`, 'actor (workspace=? AND actor=? AND cursor>?)'],
    [`resource_gid=${ann.gid}`, 'resource (workspace=? AND resource=? AND cursor>?)'],
  ]
  for (const [query, range] of ranges) {
    watch.take()
    assert.equal((await read(query)).status, 200)
    const [text] = watch.take().filter(one => one.includes('audit_log_events t'))
    const plan = await watch.explain(text ?? '')
    if (isPostgres) {
      // The planner uses statistics: with few rows, every index is equally good, also the one of the cursor alone.
      assert.match(
        plan.join('; '),
        /Index Scan using audit_log_events_\w+ .*Index Cond: \(\((?:workspace =|cursor [<>]) /,
        `${query}: ${plan.join('; ')}`,
      )
      continue
    }
    const found = plan.filter(line => / t USING /.test(line))
    assert.equal(found.length, 1, query)
    assert.ok(found[0]?.endsWith(`INDEX audit_log_events_${range}`), `${query}: ${found[0]}`)
    assert.ok(!plan.some(line => /SCAN (?!CONSTANT)|TEMP B-TREE/.test(line)), plan.join('; '))
  }
})
