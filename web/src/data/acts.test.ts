/** Acts: when undoing one is refused, because another person changed what it wrote. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page } from './outbox_page.ts'
import { setMembers } from './tasks.ts'

test('an act that writes a member twice is undone, and not after another person wrote it', async () => {
  const one = page(1)
  const rename = () =>
    one.acts.act({
      title: 'twice',
      steps: ['a', 'b'].map(name => setMembers(one.cache, '0', { name })),
    })
  rename()
  await one.finish()
  assert.equal(one.acts.undo(), 'undone')
  await one.finish()
  assert.equal(one.server.tasks.get('0')?.name, 'old')
  rename()
  await one.finish()
  one.records.confirm([{ gid: '0', members: { name: 'theirs' } }])
  assert.deepEqual(one.acts.undo(), { changedSince: 'twice' })
})

test('a task that was added to a project is undone, although the server chose its section', async () => {
  const one = page(1)
  const memberships = (section: string | null) => ({ memberships: [{ project: '5', section }] })
  const entry = (section: string | null) => ({
    gid: '5/0',
    members: { resource_type: 'entry', list: '5', item: '0', section, rank: 'a' },
  })
  const patches = [{ gid: '0', members: memberships(null) }, entry(null)]
  const call = { method: 'PUT', path: '/api/1.0/tasks/0', data: {} } as const
  const step = { subject: '0', patches, call }
  const inverse = {
    ...step,
    patches: [
      { gid: '0', members: { memberships: [] } },
      { gid: '5/0', members: null },
    ],
  }
  const add = () => one.acts.act({ title: 'add', steps: [{ ...step, inverse }] })
  add()
  await one.finish()
  one.records.confirm([{ gid: '0', members: memberships('6') }, entry('6')])
  assert.equal(one.acts.undo(), 'undone')
  add()
  await one.finish()
  one.records.confirm([{ gid: '0', members: { memberships: [{ project: '7', section: '8' }] } }])
  assert.deepEqual(one.acts.undo(), { changedSince: 'add' })
})
