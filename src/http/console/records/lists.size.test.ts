/** Long lists: what they cost the server, and how they end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { gunzipSync, inflateSync } from 'node:zlib'
import { fillProject, parseLines, type ReadList, readList } from '../../../../test/harness/lists.ts'
import { ok } from '../../../../test/harness/sample.ts'
import { pageHeaders, signedIn, type Visitor } from '../../../../test/harness/sign_in/console.ts'
import { watchStatements } from '../../../../test/harness/statements.ts'
import { makeProject, type Project } from '../../../../test/harness/work.ts'
import { type Person, type World, world } from '../../../../test/harness/world.ts'

const statements = watchStatements()

type WorldOptions = Parameters<typeof world>[0]

/** A project of Ann with tasks, which Ben can edit. */
async function longList(count: number, options: WorldOptions = {}) {
  const home = await world({ verifiesCache: false, ...options })
  const { ann, ben } = home
  const project = await makeProject(home, {
    members: [
      [ann, 'admin'],
      [ben, 'editor'],
    ],
    sections: ['One', 'Two'],
  })
  await fillProject(home, project, count)
  return { ...home, project, page: await signedIn(home, ann), other: await signedIn(home, ben) }
}

const FIELDS =
  'name,completed,due_on,start_on,due_at,assignee.name,resource_subtype,memberships.section,projects.name,tags.name,' +
  'custom_fields.display_value,num_subtasks,liked,num_likes,created_at,modified_at,created_by.name,parent.name,' +
  'permalink_url,completed_at,num_comments,num_attachments,is_blocked'

test('ten thousand tasks take the same statements for each chunk, and leave turns to other requests', async () => {
  const home = await longList(10_000)
  const { project, page } = home
  const short = { ...home, project: await makeProject(home, { members: [[home.ann, 'admin']] }) }
  await fillProject(home, short.project, 500)
  const count = async ({ gid }: Project) => {
    statements.take()
    let turns = 0
    let isOver = false
    const counting = (async () => {
      for (; !isOver; turns++) await turn()
    })()
    const { gids, isComplete } = await readList(home, page, `${gid}?fields=${FIELDS}`)
    isOver = true
    await counting
    assert.ok(isComplete)
    return { gids, turns, statements: statements.take().length }
  }
  await count(short.project)
  const [two, forty] = [await count(short.project), await count(project)]
  assert.equal(two.gids.length, 500)
  assert.equal(new Set(forty.gids).size, 10_000)
  // Positions are read 2,000 at once. A chunk has 250 tasks: their counts, the objects, the right on the list.
  const [positions, perChunk] = [5, 3]
  // The first read of a project also loads into the memory cache what its tasks refer to.
  const cold = 8
  const more = forty.statements - two.statements
  assert.ok(more <= positions + perChunk * (40 - 2) + cold, `${more} statements more for 38 chunks more`)
  assert.ok(two.statements <= 16, `${two.statements} statements for two chunks`)
  assert.ok(forty.turns >= 40, `${forty.turns} turns of the event loop`)
})

test('a list that is read in several statements has each task once, in its order', async () => {
  const home = await longList(5001)
  const { gids } = await readList(home, home.page, `${home.project.sections[0]}?fields=name`)
  const whole = await readList(home, home.page, `${home.project.gid}?fields=name`)
  assert.equal(new Set(gids).size, 5001)
  assert.deepEqual(whole.gids, gids)
  assert.deepEqual(
    whole.elements.map(({ rank }) => rank),
    whole.elements.map(({ rank }) => rank).toSorted((a, b) => (a < b ? -1 : 1)),
  )
})

test('the changes after the cursor name every task that joined or left the list while it was read', async () => {
  const home = await longList(2000)
  const { ann, store, project, page } = home
  const target = project.sections[1]
  const gids = (await readList(home, page, project.gid)).gids.filter((_, at) => at % 100 === 0)
  const writes = async () => {
    for (const [at, gid] of gids.entries()) {
      if (at % 4 === 0) await ok(ann.delete(`/tasks/${gid}`))
      else if (at % 4 === 1) await ok(ann.post(`/tasks/${gid}/removeProject`, { project: project.gid }))
      else if (at % 4 === 2) await ok(ann.post(`/sections/${target}/addTask`, { task: gid }))
      else await ann.create('/tasks', { projects: [project.gid] })
      await turn()
    }
  }
  const [list] = await Promise.all([readList(home, page, `${project.gid}?fields=name`), writes()])
  const changes = await store.read.db
    .selectFrom('changes')
    .select('resource')
    .where('gid', '>', list.head.cursor)
    .execute()
  const changed = new Set(changes.map(({ resource }) => String(resource)))
  const sectionsOf = ({ elements }: ReadList) => new Map(elements.map(({ gid, section }) => [gid, section]))
  const [before, after] = [sectionsOf(list), sectionsOf(await readList(home, page, project.gid))]
  const different = [...before.keys(), ...after.keys()].filter(gid => before.get(gid) !== after.get(gid))
  assert.ok(list.isComplete)
  assert.deepEqual(
    different.filter(gid => !changed.has(gid)),
    [],
  )
})

test('a list is compressed as the client accepts it', async () => {
  const { app, page, project } = await longList(300)
  const ask = (accepted?: string) =>
    app.inject({
      ...{ method: 'GET', url: `/-/lists/${project.gid}` },
      headers: { ...pageHeaders(page.session), ...(accepted ? { 'accept-encoding': accepted } : {}) },
    })
  const plain = await ask()
  assert.equal(plain.headers['content-encoding'], undefined)
  for (const [accepted, decode] of [
    ['gzip, deflate, br', gunzipSync],
    ['deflate', inflateSync],
  ] as const) {
    const { headers, rawPayload } = await ask(accepted)
    assert.deepEqual([headers['content-encoding'], headers.vary], [accepted.split(',')[0], 'accept-encoding'])
    assert.ok(rawPayload.length < plain.rawPayload.length / 4)
    assert.equal(String(decode(rawPayload)), plain.payload)
  }
})

test('HEAD has the headers of a list and no lines', async () => {
  const { app, page, project } = await longList(1)
  const { statusCode, headers, payload } = await app.inject({
    ...{ method: 'HEAD', url: `/-/lists/${project.gid}`, headers: pageHeaders(page.session) },
  })
  assert.deepEqual([statusCode, headers['content-type'], payload], [200, 'application/x-ndjson', ''])
})

test('a list has no cost', async () => {
  const home = await longList(300, { limits: { sessionCost: 3, cost: 3 } })
  const { page, project, send } = home
  for (let times = 0; times < 3; times++) assert.ok((await readList(home, page, project.gid)).isComplete)
  const me = () => send({ method: 'GET', url: '/api/1.0/users/me?opt_fields=name', headers: pageHeaders(page.session) })
  assert.equal((await me()).status, 200)
})

/** The first bytes of a list, read over a connection of its own. */
async function openSlowly({ app }: World, { session }: Visitor, { gid }: Project) {
  const { port } = app.server.address() as { port: number }
  const response = await fetch(`http://127.0.0.1:${port}/-/lists/${gid}?fields=name,notes`, {
    headers: { ...pageHeaders(session), 'accept-encoding': 'identity' },
  })
  const reader = response.body?.getReader() ?? assert.fail('There is no body.')
  const decoder = new TextDecoder()
  let text = ''
  /** Reads to the end; returns whether that came regularly. */
  const finish = async () => {
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return true
        text += decoder.decode(value, { stream: true })
      }
    } catch {
      return false
    }
  }
  return { status: response.status, finish, text: () => text, cancel: () => reader.cancel() }
}

/** A list whose lines exceed all buffers between the server and a client that does not read. */
async function hugeList(options: WorldOptions = {}) {
  const home = await longList(0, options)
  const like = await home.ann.create('/tasks', { workspace: home.workspace, notes: 'x'.repeat(10_000) })
  await fillProject(home, home.project, 2000, like)
  await home.app.listen({ port: 0, host: '127.0.0.1' })
  return home
}

test('a list ends without its last line when the caller loses the right on it', async () => {
  const home = await hugeList()
  const { other, ben, project } = home
  const slow = await openSlowly(home, other, project)
  assert.equal(slow.status, 200)
  await leave(home, ben)
  assert.equal(await slow.finish(), false)
  const { gids, isComplete } = parseLines(slow.text().slice(0, slow.text().lastIndexOf('\n')))
  assert.equal(isComplete, false)
  assert.ok(gids.length < 2000, `${gids.length} tasks`)
  assert.equal((await readList(home, other, project.gid)).status, 404)
})

const leave = async ({ ann, project }: World & { project: Project }, { gid }: Person) => {
  await ok(ann.post(`/projects/${project.gid}/removeMembers`, { members: [gid] }))
}

test('a list in flight counts as a request until its client has read it, or has left', async () => {
  const home = await hugeList({ limits: { reads: 1 } })
  const { page, project } = home
  const ask = async () => (await page.get('/session')).status
  const slow = await openSlowly(home, page, project)
  assert.equal(await ask(), 429)
  await slow.cancel()
  let status = await ask()
  while (status === 429) status = await ask()
  assert.equal(status, 200)
  const whole = await openSlowly(home, page, project)
  assert.equal(await whole.finish(), true)
  assert.ok(parseLines(whole.text()).isComplete)
  assert.equal(await ask(), 200)
})
