import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AccessLevel, gidsOf, makeProject } from '../../../test/harness/work.ts'
import { type Answer, type Json, world } from '../../../test/harness/world.ts'

const refused = (answer: Answer, message: string) => assert.deepEqual([answer.status, answer.message], [400, message])

/** A world with `count` tasks. */
async function start(count: number) {
  const home = await world()
  const { ann, workspace } = home
  const gids: string[] = []
  for (let index = 0; index < count; index++) gids.push(await ann.create('/tasks', { workspace, name: `${index}` }))
  const [a = '', b = '', c = ''] = gids
  const call = (task: string, verb: string, given: Json) => ann.post(`/tasks/${task}/${verb}`, given)
  return { ...home, gids, a, b, c, call }
}

test('dependencies and dependents are two sides of one relation', async () => {
  const { ann, a, b, c, call } = await start(3)
  assert.deepEqual((await call(a, 'addDependencies', { dependencies: [b] })).body, { data: {} })
  assert.deepEqual((await call(c, 'addDependents', { dependents: `${a}` })).body, { data: {} })
  await call(a, 'addDependencies', { dependencies: [b, b] })
  assert.deepEqual(await gidsOf(ann, `/tasks/${a}/dependencies`), [b, c])
  assert.deepEqual(await gidsOf(ann, `/tasks/${b}/dependents`), [a])
  const { data } = await ann.get(`/tasks/${a}?opt_fields=dependencies,dependents`)
  assert.deepEqual(data.dependencies, [
    { gid: b, resource_type: 'task' },
    { gid: c, resource_type: 'task' },
  ])
  assert.deepEqual(data.dependents, [])
  await call(b, 'removeDependents', { dependents: [a, c] })
  await call(a, 'removeDependencies', { dependencies: [c, b] })
  assert.deepEqual(await gidsOf(ann, `/tasks/${a}/dependencies`), [])
})

test('a task cannot depend on itself, directly or in a cycle', async () => {
  const { a, b, c, call } = await start(3)
  refused(
    await call(a, 'addDependencies', { dependencies: [b, a] }),
    'dependencies: [1]: A task cannot depend on itself',
  )
  await call(a, 'addDependencies', { dependencies: [b] })
  await call(b, 'addDependencies', { dependencies: [c] })
  const circle = 'Tasks cannot depend on each other in a circle'
  refused(await call(b, 'addDependencies', { dependencies: [a] }), `dependencies: [0]: ${circle}`)
  refused(await call(c, 'addDependencies', { dependencies: [a] }), `dependencies: [0]: ${circle}`)
  refused(await call(a, 'addDependents', { dependents: [c] }), `dependents: [0]: ${circle}`)
})

test('a task has at most 30 dependencies and dependents together, not counting those in the trash', async () => {
  const { ann, gids, a, call } = await start(33)
  const text = 'A task can have at most 30 dependencies and dependents together'
  refused(await call(a, 'addDependencies', { dependencies: gids.slice(1, 32) }), text)
  assert.deepEqual(await gidsOf(ann, `/tasks/${a}/dependencies`), [], 'a refused request adds nothing')
  await call(a, 'addDependencies', { dependencies: gids.slice(1, 16) })
  await call(a, 'addDependents', { dependents: gids.slice(16, 31) })
  refused(await call(a, 'addDependents', { dependents: [gids[31]] }), text)
  refused(await call(gids[31] ?? '', 'addDependencies', { dependencies: [a] }), text)
  assert.equal((await call(a, 'addDependencies', { dependencies: [gids[1]] })).status, 200, 'it is there already')
  await ann.delete(`/tasks/${gids[1]}`)
  assert.equal((await call(a, 'addDependencies', { dependencies: [gids[31]] })).status, 200)
})

test('a dependency must be visible to the caller', async () => {
  const { ben, a, b, call, workspace } = await start(2)
  const hidden = await ben.create('/tasks', { workspace })
  refused(
    await call(a, 'addDependencies', { dependencies: [hidden] }),
    `dependencies: [0]: Not a recognized ID: ${hidden}`,
  )
  refused(await call(a, 'addDependencies', {}), 'dependencies: Missing input')
  refused(await call(a, 'addDependencies', { dependencies: null }), 'dependencies: Missing input')
  refused(
    await call(a, 'addDependencies', { dependencies: [{ gid: b }] }),
    'dependencies: [0]: Not a valid GID type: object',
  )
  refused(
    await call(a, 'addDependencies', { dependencies: [true] }),
    'dependencies: [0]: Not a valid GID type: boolean',
  )
})

test('lists of dependencies omit tasks that the caller cannot see', async () => {
  const { ann, ben, a, b, c, call } = await start(3)
  await call(a, 'addDependencies', { dependencies: [b, c] })
  for (const gid of [a, c]) await call(gid, 'addFollowers', { followers: [ben.gid] })
  assert.deepEqual(await gidsOf(ben, `/tasks/${a}/dependencies`), [c])
  assert.deepEqual((await ben.get(`/tasks/${a}?opt_fields=dependencies.name`)).data.dependencies, [
    { gid: c, name: '2' },
  ])
  assert.deepEqual(await gidsOf(ann, `/tasks/${a}/dependencies`), [b, c])
})

/** A task of Ann in a public project that gives members this access level. */
async function shared(level: AccessLevel) {
  const home = await start(0)
  const { ann } = home
  const project = await makeProject(home, { members: [[ann, 'admin']], privacy: 'public_to_workspace', level })
  return { ...home, theirs: await ann.create('/tasks', { name: 'Theirs', projects: [project.gid] }) }
}

test('a viewer of a task cannot change it by naming it as the other end', async () => {
  const { ann, ben, theirs, workspace } = await shared('viewer')
  const own = await ben.create('/tasks', { workspace })
  for (const [verb, body] of Object.entries({
    addDependents: { dependents: [theirs] },
    removeDependents: { dependents: [theirs] },
    addDependencies: { dependencies: [theirs] },
  })) {
    const { status, message } = await ben.post(`/tasks/${own}/${verb}`, body)
    assert.deepEqual([verb, status, message], [verb, 403, 'You do not have access to this task.'])
  }
  const stories = await ann.get(`/tasks/${theirs}/stories?opt_fields=resource_subtype`)
  assert.deepEqual(
    stories.data.filter(({ resource_subtype: what }: Json) => /depend/.test(what)),
    [],
  )
})

test('a commenter cannot exhaust the dependency limit of a task', async () => {
  const { ann, ben, theirs, workspace } = await shared('commenter')
  for (let index = 0; index < 30; index++) {
    const own = await ben.create('/tasks', { workspace })
    assert.equal((await ben.post(`/tasks/${own}/addDependencies`, { dependencies: [theirs] })).status, 200)
  }
  const mine = await ann.create('/tasks', { workspace })
  assert.equal((await ann.post(`/tasks/${theirs}/addDependencies`, { dependencies: [mine] })).status, 200)
})

test('an editor of a dependent task can remove a dependency that they can only view', async () => {
  const { ann, ben, theirs, workspace } = await shared('commenter')
  const own = await ben.create('/tasks', { workspace })
  await ben.post(`/tasks/${own}/addDependencies`, { dependencies: [theirs] })
  const { data } = await ann.get(`/tasks/${theirs}?opt_fields=projects`)
  await ann.put(`/projects/${data.projects[0].gid}`, { default_access_level: 'viewer' })
  assert.equal((await ben.post(`/tasks/${own}/removeDependencies`, { dependencies: [theirs] })).status, 200)
  assert.deepEqual(await gidsOf(ben, `/tasks/${own}/dependencies`), [])
})
