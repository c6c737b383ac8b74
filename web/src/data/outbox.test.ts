/** The outbox: order, shared requests, answers, and the property that every sequence ends in the state of the server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Outcome, page } from './outbox_page.ts'
import { createRecords, type Gid, type WorkRecord } from './records.ts'
import { localGid, setCompleted, setMembers, setRelation } from './tasks.ts'
import { sendText } from './texts.ts'

const calls = ({ waiting }: ReturnType<typeof page>) =>
  waiting.map(({ call: { method, path, data } }) => [method, path.replace('/api/1.0', ''), data])

test('changes of one object that wait become one call', async () => {
  const one = page(1)
  one.rename('0', 'a')
  await one.settle()
  one.rename('0', 'b')
  one.acts.act({ title: 'date', steps: [setMembers(one.cache, '0', { due_on: '2026-12-12' })] })
  one.rename('0', 'c')
  await one.respond()
  assert.deepEqual(calls(one), [['PUT', '/tasks/0', { name: 'c', due_on: '2026-12-12' }]])
  await one.finish()
  assert.equal(one.stored.size, 0)
  assert.deepEqual(one.server.tasks.get('0'), { name: 'c', due_on: '2026-12-12', tags: [] })
})

test('texts that wait are sent one by one, each with the version that it replaces', async () => {
  const one = page(1)
  const text = { gid: '0', field: 'html_notes', shown: '' } as const
  sendText(one.outbox, { ...text, base: 'a', value: 'b' })
  sendText(one.outbox, { ...text, base: 'b', value: 'c' })
  sendText(one.outbox, { ...text, base: 'c', value: 'd' })
  await one.settle()
  assert.deepEqual(calls(one), [['PUT', '/-/texts/0', { field: 'html_notes', base: 'a', value: 'b' }]])
  one.waiting.shift()?.answer({ status: 200, message: '', data: { value: 'b' } })
  await one.settle()
  assert.deepEqual(calls(one), [['PUT', '/-/texts/0', { field: 'html_notes', base: 'b', value: 'c' }]])
})

test('a refused change does not take those with it that were sent together', async () => {
  const one = page(1)
  one.rename('0', 'a')
  await one.settle()
  one.acts.act({ title: 'date', steps: [setMembers(one.cache, '0', { due_on: '2026-12-12' })] })
  one.rename('0', 'bad')
  await one.finish()
  assert.deepEqual(one.rejected, ['name bad: name: bad'])
  assert.equal(one.records.get('0')?.name, 'a')
  assert.equal(one.records.get('0')?.due_on, '2026-12-12')
})

test('an act is undone where the server computed another moment', async () => {
  const one = page(1)
  one.acts.act({ title: 'done', steps: [setCompleted(one.cache, '0', true, '2026-12-08T10:00:00Z')] })
  await one.finish()
  one.records.confirm([{ gid: '0', members: { completed_at: '2026-12-08T10:00:01Z' } }])
  assert.equal(one.acts.undo(), 'undone')
})

test('an act on many objects is sent in batches, and each refusal is reported by itself', async () => {
  const one = page(23)
  const gids = [...one.server.tasks.keys()]
  const steps = gids.map(gid => setMembers(one.cache, gid, { name: gid === '7' ? 'bad' : 'new' }))
  one.acts.act({ title: '23 tasks renamed', steps })
  await one.settle()
  assert.deepEqual(
    one.waiting.map(({ call }) => [call.path, (call.data?.actions as unknown[] | undefined)?.length]),
    [10, 10, 3].map(count => ['/api/1.0/batch', count]),
  )
  await one.finish()
  assert.deepEqual(one.rejected, ['23 tasks renamed: name: bad'])
  for (const gid of gids) assert.equal(one.records.get(gid)?.name, gid === '7' ? 'old' : 'new')
  assert.equal(one.acts.undo() === 'empty', false)
})

test('a batch without a response is sent again; one that is refused whole is sent as single calls', async () => {
  for (const outcome of ['lost', 'limited', 'refused'] as const) {
    const one = page(6)
    const gids = [...one.server.tasks.keys()]
    one.acts.act({ title: 'tagged', steps: gids.map(gid => setRelation(one.cache, gid, 'tags', 't', true)) })
    await one.settle()
    assert.equal(one.waiting.length, 1)
    await one.respond(outcome)
    await one.elapse()
    assert.equal(one.waiting.length, outcome === 'refused' ? 6 : 1, outcome)
    await one.finish()
    for (const gid of gids) assert.deepEqual(one.server.tasks.get(gid)?.tags, ['t'])
  }
})

test('up to four waiting calls are requests of their own', async () => {
  const one = page(4)
  const gids = [...one.server.tasks.keys()]
  one.acts.act({ title: 'renamed', steps: gids.map(gid => setMembers(one.cache, gid, { name: 'new' })) })
  await one.settle()
  assert.equal(one.waiting.length, 4)
})

test('a change of a new object waits for its gid, also in a batch', async () => {
  const one = page(6)
  const gid = localGid()
  const creation = {
    ...{ subject: gid, creates: gid, patches: [{ gid, members: { resource_type: 'task', name: 'made' } }] },
    call: { method: 'POST', path: '/api/1.0/tasks', data: { name: 'made' } } as const,
  }
  one.acts.act({ title: 'created', steps: [creation, setMembers(one.cache, gid, { name: 'renamed' })] })
  one.acts.act({ title: 'tag', steps: [setRelation(one.cache, '0', 'tags', gid, true)] })
  await one.settle()
  assert.deepEqual(calls(one), [['POST', '/tasks', { name: 'made' }]])
  await one.finish()
  assert.equal(one.server.tasks.get('new0')?.name, 'renamed')
  assert.deepEqual(one.server.tasks.get('0')?.tags, ['new0'])
})

test('a task goes after its neighbour once the neighbour has its place', async () => {
  const one = page(2)
  const move = (task: string, after: string) => ({
    ...{ subject: task, patches: [] },
    call: { method: 'POST', path: '/api/1.0/sections/9/addTask', data: { task, insert_after: after } } as const,
  })
  one.acts.act({ title: 'moved', steps: [move('0', '7'), move('1', '0')] })
  await one.settle()
  assert.deepEqual(calls(one), [['POST', '/sections/9/addTask', { task: '0', insert_after: '7' }]])
})

test('a deletion waits for every earlier call', async () => {
  const one = page(2)
  one.rename('0', 'moved away')
  one.acts.act({
    title: 'deleted',
    steps: [
      { subject: '1', patches: [{ gid: '1', members: null }], call: { method: 'DELETE', path: '/api/1.0/tasks/1' } },
    ],
  })
  await one.settle()
  assert.deepEqual(calls(one), [['PUT', '/tasks/0', { name: 'moved away' }]])
  await one.respond()
  assert.deepEqual(calls(one), [['DELETE', '/tasks/1', undefined]])
})

test('a change that waited is not sent before the server says that nobody else changed the field', async () => {
  const one = page(1)
  one.rename('0', 'mine')
  await one.settle()
  await one.respond('unreachable')
  one.server.tasks.set('0', { ...one.server.tasks.get('0'), name: 'theirs' })
  one.clock.now += 60_000
  one.clock.isReachable = false
  await one.elapse()
  assert.deepEqual([one.waiting.length, one.conflicts], [0, []])
  assert.ok(one.outbox.state().isOffline)
  one.clock.isReachable = true
  await one.elapse()
  assert.deepEqual([one.waiting.length, one.conflicts], [0, ['name mine']])
  assert.equal(one.server.tasks.get('0')?.name, 'theirs')
})

test('a change that waited behind another one of the same person does not conflict with it', async () => {
  for (const outcome of ['ok', 'lost'] as const) {
    const one = page(1)
    one.rename('0', 'first')
    await one.settle()
    one.rename('0', 'second')
    one.clock.now += 60_000
    await one.respond(outcome)
    await one.finish()
    assert.deepEqual([one.conflicts, one.server.tasks.get('0')?.name], [[], 'second'], outcome)
  }
})

test('an answer that was requested before a write was confirmed does not replace what was written', async () => {
  const one = page(2)
  const asOf = one.records.moment()
  one.rename('0', 'new')
  await one.finish()
  const old = (gid: Gid) => ({ gid, members: { resource_type: 'task', name: 'older', notes: 'read' } })
  one.records.confirm([old('0'), old('1')], asOf)
  assert.deepEqual([one.records.get('0')?.name, one.records.get('1')?.name], ['new', 'older'])
  assert.equal(one.records.get('0')?.notes, 'read')
  one.records.confirm([old('0')], one.records.moment())
  assert.equal(one.records.get('0')?.name, 'older')
})

test('a record that the server deleted is not created again by an answer that was requested before', () => {
  const records = createRecords()
  const asOf = records.moment()
  const answer = [{ gid: '7', members: { resource_type: 'task', name: 'whole' } }]
  records.confirm(answer)
  records.remove(['7'])
  records.confirm(answer, asOf)
  assert.equal(records.get('7'), undefined)
  records.confirm(answer, records.moment())
  assert.equal(records.get('7')?.name, 'whole', 'a restored one is read again')
})

test('a change that was left for a record that is not read yet shows no part of it', () => {
  const records = createRecords()
  const asOf = records.moment()
  records.addLayer('left', [{ gid: '7', members: { notes: 'typed' } }])
  assert.equal(records.get('7'), undefined)
  records.commitLayer('left')
  assert.equal(records.get('7'), undefined)
  records.confirm([{ gid: '7', members: { resource_type: 'task', name: 'whole', notes: 'typed' } }], asOf)
  assert.equal(records.get('7')?.name, 'whole')
})

test('a page that is killed between any two writes of its storage loses no act, and creates nothing twice', async () => {
  const typed = fc.record({ gid: fc.constantFrom('0', 'local-a'), name: fc.constantFrom('a', 'b', 'c') })
  const property = fc.asyncProperty(fc.array(typed), fc.nat(6), fc.nat(6), async (names, answered, kept) => {
    const one = page(1)
    const task = { resource_type: 'task', name: 'new', due_on: null, tags: [] }
    const call = { method: 'POST' as const, path: '/api/1.0/tasks', data: { name: 'new' } }
    const patches = [{ gid: 'local-a', members: task }]
    one.acts.act({ title: 'create', steps: [{ subject: 'local-a', creates: 'local-a', patches, call }] })
    for (const { gid, name } of names) one.rename(gid, name)
    let written = one.writes.length
    for (let count = 0; count < answered; count++) {
      written = one.writes.length
      await one.respond()
    }
    const two = page(0, { server: one.server, left: one.writes.slice(0, written + kept) })
    await two.outbox.restore()
    await two.finish()
    const last = (wanted: Gid, former: string) => names.findLast(({ gid }) => gid === wanted)?.name ?? former
    assert.equal(two.stored.size, 0)
    assert.deepEqual(
      [...one.server.tasks].map(([gid, { name }]) => [gid, name]),
      [
        ['0', last('0', 'old')],
        ['new0', last('local-a', 'new')],
      ],
    )
  })
  await fc.assert(property, { numRuns: 300 })
})

test('calls of one moment are sent in their order by the page that restores them', async () => {
  const one = page(1)
  for (const name of ['a', 'b', 'c']) one.rename('0', name)
  const two = page(0, { server: one.server, left: one.writes })
  await two.outbox.restore()
  await two.finish()
  assert.equal(two.server.tasks.get('0')?.name, 'c')
})

test('a call that names a new object by its local gid reaches it after the server has created it', async () => {
  const one = page(0)
  const call = { method: 'POST' as const, path: '/api/1.0/tasks', data: { name: 'new' } }
  const patches = [{ gid: 'local-a', members: { resource_type: 'task', name: 'new' } }]
  one.acts.act({ title: 'create', steps: [{ subject: 'local-a', creates: 'local-a', patches, call }] })
  await one.finish()
  one.rename('local-a', 'later')
  await one.finish()
  assert.equal(one.server.tasks.get('new0')?.name, 'later')
})

test('a refused call stays in storage until what was typed is kept elsewhere', async () => {
  const one = page(1)
  const { promise, resolve } = Promise.withResolvers<void>()
  one.clock.kept = promise
  one.rename('0', 'bad')
  await one.settle()
  await one.respond()
  assert.deepEqual([one.rejected.length, one.stored.size], [1, 1])
  resolve()
  await one.settle()
  assert.equal(one.stored.size, 0)
})

const gid = fc.constantFrom('0', '1', '2')
const name = fc.constantFrom('a', 'b', 'bad')
const action = fc.oneof(
  fc.record({ kind: fc.constant('rename' as const), gid, name }),
  fc.record({ kind: fc.constant('tag' as const), gid, name, isAdded: fc.boolean() }),
  fc.record({ kind: fc.constant('all' as const), name }),
  fc.record({ kind: fc.constant('foreign' as const), gid, name: fc.constantFrom('x', 'y') }),
  fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const, 'elapse' as const) }),
  fc.record({
    kind: fc.constant('respond' as const),
    outcome: fc.constantFrom<Outcome>('ok', 'ok', 'ok', 'lost', 'unreachable', 'limited', 'broken', 'refused'),
  }),
)

test('any sequence of acts, answers and live changes ends in the state of the server', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 30 }), async actions => {
      const one = page(8)
      const gids = [...one.server.tasks.keys()]
      for (const step of actions) {
        if (step.kind === 'rename') one.rename(step.gid, step.name)
        else if (step.kind === 'tag') {
          const change = setRelation(one.cache, step.gid, 'tags', step.name, step.isAdded)
          one.acts.act({ title: 'tag', steps: [change] })
        } else if (step.kind === 'all') {
          const steps = gids.map(one_ => setMembers(one.cache, one_, { due_on: step.name }))
          one.acts.act({ title: 'all', steps })
        } else if (step.kind === 'foreign') {
          const task = one.server.tasks.get(step.gid)
          if (task) one.server.tasks.set(step.gid, { ...task, name: step.name })
          one.read(step.gid)
        } else if (step.kind === 'respond') await one.respond(step.outcome)
        else if (step.kind === 'elapse') await one.elapse()
        else one.acts[step.kind]()
        await one.settle()
      }
      await one.finish()
      assert.equal(one.outbox.state().unsent, 0)
      assert.equal(one.stored.size, 0)
      for (const task of gids) {
        const { gid: _, resource_type: __, ...shown } = one.records.get(task) as WorkRecord
        assert.deepEqual(shown, one.server.tasks.get(task))
      }
    }),
    { numRuns: 200 },
  )
})
