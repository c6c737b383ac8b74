import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gidsOf, makeProject } from '../../../test/harness/work.ts'
import { type Answer, type Json, world } from '../../../test/harness/world.ts'

const refused = (answer: Answer, message: string) => assert.deepEqual([answer.status, answer.message], [400, message])

/** A world with a task and its subtasks `a b c`. */
async function start() {
  const home = await world()
  const { ann, workspace } = home
  const parent = await ann.create('/tasks', { workspace, name: 'parent' })
  const gids: string[] = []
  for (const name of ['c', 'b', 'a']) gids.unshift(await ann.create(`/tasks/${parent}/subtasks`, { name }))
  const [a = '', b = '', c = ''] = gids
  const move = (task: string, given: Json) => ann.post(`/tasks/${task}/setParent`, given)
  const order = () => gidsOf(ann, `/tasks/${parent}/subtasks`)
  return { ...home, parent, a, b, c, move, order, made: () => ann.create('/tasks', { workspace }) }
}

test('setParent moves a task to a position among subtasks, and returns it', async () => {
  const { parent, a, b, c, move, order, made } = await start()
  const fresh = await made()
  const { status, data } = await move(fresh, { parent })
  assert.deepEqual([status, data.gid, data.parent.gid], [200, fresh, parent])
  assert.deepEqual(await order(), [fresh, a, b, c])
  await move(fresh, { parent, insert_before: null })
  assert.deepEqual(await order(), [a, b, c, fresh])
  await move(fresh, { parent, insert_before: b })
  assert.deepEqual(await order(), [a, fresh, b, c])
  await move(a, { parent, insert_after: c })
  assert.deepEqual(await order(), [fresh, b, c, a])
  await move(a, { parent, insert_after: null })
  await move(a, { parent, insert_after: a })
  assert.deepEqual(await order(), [a, fresh, b, c])
})

test('a null parent makes a subtask a top-level task, which keeps its projects', async () => {
  const home = await start()
  const { ann, a, b, c, move, order } = home
  const project = await makeProject(home, { members: [[ann, 'editor']] })
  await ann.post(`/tasks/${a}/addProject`, { project: project.gid })
  const { data } = await move(a, { parent: null })
  assert.deepEqual([data.parent, data.projects[0].gid], [null, project.gid])
  assert.deepEqual(await order(), [b, c])
  refused(await move(b, {}), 'parent: Missing input')
})

test('a null parent with an anchor is refused', async () => {
  const { b, c, move, order } = await start()
  const before = await order()
  for (const anchor of ['insert_before', 'insert_after']) {
    refused(await move(b, { parent: null, [anchor]: c }), `${anchor}: Unknown object: ${c}`)
  }
  assert.deepEqual(await order(), before)
  assert.equal((await move(b, { parent: null, insert_before: null })).data.parent, null)
})

test('an update with the same parent does not move a task', async () => {
  const { ann, parent, a, b, c, order } = await start()
  await ann.put(`/tasks/${c}`, { parent })
  assert.deepEqual(await order(), [a, b, c])
  await ann.put(`/tasks/${c}`, { parent: a })
  assert.deepEqual(await order(), [a, b])
  assert.equal((await ann.put(`/tasks/${c}`, { parent: null })).data.parent, null)
})

test('a task cannot be its own ancestor', async () => {
  const { ann, parent, a, move } = await start()
  const deep = await ann.create(`/tasks/${a}/subtasks`, { name: 'deep' })
  const text = 'parent: A task cannot be below itself'
  for (const below of [parent, a, deep]) refused(await move(parent, { parent: below }), text)
  refused(await ann.put(`/tasks/${a}`, { parent: deep }), text)
  assert.equal((await ann.get(`/tasks/${parent}`)).data.parent, null)
})

test('an anchor must be a subtask of the new parent', async () => {
  const { ann, parent, a, b, c, move, order, made } = await start()
  const fresh = await made()
  refused(await move(fresh, { parent, insert_before: fresh }), `insert_before: Unknown object: ${fresh}`)
  refused(await move(fresh, { parent, insert_after: parent }), `insert_after: Unknown object: ${parent}`)
  const both = 'You may only provide one of insert_before or insert_after!'
  refused(await move(fresh, { parent, insert_before: a, insert_after: b }), both)
  await ann.delete(`/tasks/${c}`)
  refused(await move(fresh, { parent, insert_before: c }), `insert_before: Unknown object: ${c}`)
  refused(await move(fresh, { parent: c }), `parent: Unknown object: ${c}`)
  assert.deepEqual(await order(), [a, b])
})

test('a chain of fifty subtasks is read, moved and deleted as a whole', async () => {
  const { ann, ben, workspace, parent, move } = await start()
  const chain = [await ann.create('/tasks', { workspace })]
  for (let depth = 1; depth < 50; depth++)
    chain.push(await ann.create(`/tasks/${chain.at(-1)}/subtasks`, { name: `${depth}` }))
  const [top, bottom] = [chain[0] ?? '', chain.at(-1) ?? '']
  assert.equal((await ben.get(`/tasks/${bottom}`)).status, 404)
  await ann.post(`/tasks/${top}/addFollowers`, { followers: [ben.gid] })
  assert.equal((await ben.get(`/tasks/${bottom}`)).status, 200)
  refused(await move(top, { parent: bottom }), 'parent: A task cannot be below itself')
  assert.equal((await move(top, { parent })).status, 200)
  assert.equal((await ann.delete(`/tasks/${top}`)).status, 200)
  for (const gid of [top, bottom]) assert.equal((await ann.get(`/tasks/${gid}`)).status, 404)
})

test('deleting a task deletes its subtasks that are in no project', async () => {
  const home = await start()
  const { ann, parent, a, b, order } = home
  const project = await makeProject(home, { members: [[ann, 'editor']] })
  await ann.post(`/tasks/${a}/addProject`, { project: project.gid })
  const below = await ann.create(`/tasks/${a}/subtasks`, { name: 'below' })
  assert.deepEqual((await ann.delete(`/tasks/${parent}`)).body, { data: {} })
  assert.equal((await ann.get(`/tasks/${b}`)).message, `task: Unknown object: ${b}`)
  assert.equal((await ann.get(`/tasks/${a}`)).data.parent, null)
  assert.equal((await ann.get(`/tasks/${below}`)).status, 200)
  await assert.rejects(order())
  assert.equal((await ann.delete(`/tasks/${parent}`)).message, `task: Unknown object: ${parent}`)
})
