/** Reads of a batch: they are loaded together, and each response is that of a request of its own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { watchStatements } from '../harness/statements.ts'
import { type Json, type Person, world } from '../harness/world.ts'

const log = watchStatements()

interface Read {
  path: string
  options?: Json
}

const inBatch = async (person: Person, reads: readonly Read[]): Promise<Json> => {
  const actions = reads.map(({ path, options }) => ({ method: 'get', relative_path: path, options }))
  return (await person.post('/batch', { actions })).data
}

const alone = (person: Person, { path, options = {} }: Read) => {
  const pairs = Object.entries(options).map(([name, value]) => `opt_${name}=${value}`)
  return person.get(`${path}?${pairs.join('&')}`)
}

test('each read has the response of a request of its own, for readers with different rights', async () => {
  const { ann, ben, person, workspace } = await world()
  const stranger = await person('Eve', null)
  const project = await ann.create('/projects', { workspace, name: 'Open' })
  const shown = await ann.create('/tasks', { projects: [project], name: 'Shown' })
  const second = await ann.create('/tasks', { workspace, name: 'Second', assignee: ben.gid })
  const hidden = await ann.create('/tasks', { workspace, name: 'Hidden' })
  const deleted = await ann.create('/tasks', { projects: [project], name: 'Deleted' })
  await ann.delete(`/tasks/${deleted}`)
  const fields = ['name', 'followers.name']
  const batches: Read[][] = [
    [shown, hidden, second, deleted, '1', 'word', shown, project].map(gid => ({ path: `/tasks/${gid}` })),
    [
      ...[shown, hidden, second].map(gid => ({ path: `/tasks/${gid}`, options: { fields } })),
      ...[shown, second].map(gid => ({ path: `/tasks/${gid}`, options: { pretty: true } })),
      ...[{ path: `/projects/${project}` }, { path: `/projects/${project}`, options: { fields } }],
      ...['me', ann.gid].map(user => ({ path: `/users/${user}` })),
    ],
  ]
  for (const reader of [ann, ben, stranger]) {
    for (const reads of batches) {
      const found = await inBatch(reader, reads)
      for (const [index, read] of reads.entries()) {
        const { status, body } = await alone(reader, read)
        assert.deepEqual([found[index]?.status_code, found[index]?.body], [status, body], JSON.stringify(read))
      }
    }
  }
})

test('a read with an unreadable selection fails by itself', async () => {
  const { ann, workspace } = await world()
  const task = await ann.create('/tasks', { workspace, name: 'One' })
  const path = `/tasks/${task}`
  const found = await inBatch(ann, [{ path, options: { fields: 5 } }, { path }, { path, options: { fields: [{}] } }])
  assert.deepEqual(
    found.map((one: Json) => one.status_code),
    [400, 200, 400],
  )
})

test('the reads of a batch need as many statements as one read', async () => {
  const { ann, workspace } = await world()
  const tasks: string[] = []
  for (let index = 0; index < 12; index++) tasks.push(await ann.create('/tasks', { workspace, name: `Task ${index}` }))
  const ofBatch = async (gids: readonly string[]) => {
    log.take()
    const found = await inBatch(
      ann,
      gids.map(gid => ({ path: `/tasks/${gid}` })),
    )
    assert.ok(found.every((one: Json) => one.status_code === 200))
    return log.take().length
  }
  // The first read caches what the others share.
  await ofBatch(tasks.slice(0, 1))
  const one = await ofBatch(tasks.slice(1, 2))
  assert.ok(one > 0)
  assert.equal(await ofBatch(tasks.slice(2)), one)
})

test('an object with a long text has the same response each time, alone and in a batch', async () => {
  const { ann, app, workspace } = await world()
  const notes = '"5 €" für Müller\n'.repeat(200)
  const tasks = [await ann.create('/tasks', { workspace, notes }), await ann.create('/tasks', { workspace, notes })]
  const actions = tasks.map(task => ({ method: 'get', relative_path: `/tasks/${task}` }))
  const url = `/api/1.0/tasks/${tasks[0]}`
  const headers = { authorization: `Bearer ${ann.token}` }
  for (let time = 0; time < 3; time++) {
    const { data } = await ann.post('/batch', { actions })
    assert.deepEqual(
      data.map((one: Json) => one.body.data.notes),
      [notes, notes],
    )
    const read = await app.inject({ url, headers })
    assert.deepEqual(read.json(), data[0].body)
    const packed = await app.inject({ url, headers: { ...headers, 'accept-encoding': 'gzip' } })
    assert.equal(gunzipSync(packed.rawPayload).toString(), read.payload)
    const head = await app.inject({ method: 'HEAD', url, headers })
    const length = String(Buffer.byteLength(read.payload))
    assert.deepEqual(
      [head.payload, head.headers['content-length'], read.headers['content-length']],
      ['', length, length],
    )
  }
})
