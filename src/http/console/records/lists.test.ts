/** Lists of the web app: their lines, order and rights. Their size and their end: `lists.size.test.ts`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readList } from '../../../../test/harness/lists.ts'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn, type Visitor } from '../../../../test/harness/sign_in/console.ts'
import { gidsOf, makeProject } from '../../../../test/harness/work.ts'
import { type Person, type World, world } from '../../../../test/harness/world.ts'

/** A private project of Ann with two sections and three tasks in each. */
async function office() {
  const home = await world()
  const { ann } = home
  const project = await makeProject(home, { sections: ['To do', 'Done'], members: [[ann, 'admin']] })
  const page = await signedIn(home, ann)
  const tasks: string[] = []
  for (const section of project.sections) {
    for (const name of ['a', 'b', 'c']) {
      tasks.push(await ann.create('/tasks', { name, memberships: [{ project: project.gid, section }] }))
    }
  }
  const read = (path: string, visitor: Visitor = page) => readList(home, visitor, path)
  return { ...home, project, page, tasks, read }
}

/** The gid of the My Tasks list of a person. */
const myTasksOf = async (person: Person, { workspace }: Pick<World, 'workspace'>): Promise<string> =>
  (await ok(person.get(`/users/me/user_task_list?workspace=${workspace}`))).data.gid

test('a project is a line with its sections, the tasks in their order, and a last line', async () => {
  const { ann, project, read } = await office()
  const { status, headers, head, elements, gids, isComplete } = await read(project.gid)
  assert.deepEqual([status, headers['content-type'], isComplete], [200, 'application/x-ndjson', true])
  assert.deepEqual(Object.keys(head), ['cursor', 'my_access', 'sections'])
  assert.equal(head.my_access, 'admin')
  assert.deepEqual(
    head.sections.map(({ gid, name }: { gid: string; name: string }) => [gid, name]),
    project.sections.map((gid, at) => [gid, ['To do', 'Done'][at]]),
  )
  assert.ok(head.sections[0].rank < head.sections[1].rank)
  assert.deepEqual(gids, await gidsOf(ann, `/projects/${project.gid}/tasks`))
  const [first] = elements
  assert.deepEqual(first, {
    ...{ gid: gids[0], section: project.sections[0], rank: first?.rank },
    ...{ resource_type: 'task', name: 'c', resource_subtype: 'default_task' },
  })
})

test('the fields of a line have the values of the API', async () => {
  const { ann, ben, workspace, project, tasks, read } = await office()
  const tag = await ann.create('/tags', { workspace, name: 'urgent' })
  await ok(ann.post(`/tasks/${tasks[0]}/addTag`, { tag }))
  await ok(ann.put(`/tasks/${tasks[0]}`, { assignee: ben.gid, due_on: '2026-02-01', html_notes: '<body>&lt;b</body>' }))
  await ann.create(`/tasks/${tasks[0]}/subtasks`, { name: 'sub' })
  const fields =
    'name,assignee.(name|email),due_on,html_notes,tags.name,memberships.section.name,num_subtasks,custom_fields.name,' +
    'permalink_url,modified_at,liked,projects,resource_type,this.completed,followers'
  const { elements } = await read(`${project.gid}?fields=${encodeURIComponent(fields)}`)
  assert.equal(elements.length, 6)
  for (const { section: _, rank: __, ...shown } of elements) {
    assert.deepEqual(shown, (await ann.get(`/tasks/${shown.gid}?opt_fields=${encodeURIComponent(fields)}`)).data)
  }
})

test('the order of a list is that of the API after moves of tasks and sections', async () => {
  const { ann, project, tasks, read } = await office()
  const [one, two] = project.sections
  const isSame = async () =>
    assert.deepEqual((await read(project.gid)).gids, await gidsOf(ann, `/projects/${project.gid}/tasks`))
  await ok(ann.post(`/sections/${two}/addTask`, { task: tasks[0], insert_after: tasks[4] }))
  await isSame()
  await ok(ann.post(`/sections/${one}/addTask`, { task: tasks[5], insert_before: tasks[1] }))
  await isSame()
  await ok(ann.post(`/projects/${project.gid}/sections/insert`, { section: two, before_section: one }))
  await isSame()
  await ok(ann.delete(`/tasks/${tasks[1]}`))
  await isSame()
  const { head, elements } = await read(project.gid)
  assert.deepEqual(
    head.sections.map(({ gid }: { gid: string }) => gid),
    [two, one],
  )
  assert.ok(elements.every(({ section }, at) => at === 0 || section === elements[at - 1]?.section || section === one))
})

test('a list shows all, incomplete or completed tasks', async () => {
  const { ann, project, tasks, read } = await office()
  await ok(ann.put(`/tasks/${tasks[1]}`, { completed: true }))
  for (const [show, count] of [
    ['all', 6],
    ['incomplete', 5],
    ['completed', 1],
  ] as const) {
    assert.equal((await read(`${project.gid}?show=${show}`)).gids.length, count)
    assert.equal(
      (await read(`${project.sections[0]}?show=${show}`)).gids.length,
      Math.min(count, count > 1 ? count - 3 : 1),
    )
  }
  for (const show of ['none', '', 'constructor']) {
    const { status, message } = await read(`${project.gid}?show=${show}`)
    assert.deepEqual([status, message], [400, 'show: Must be one of all, incomplete, completed'])
  }
})

test('a section, a tag, a parent and a portfolio are lists too', async () => {
  const { ann, workspace, project, tasks, read } = await office()
  const [, done] = project.sections
  const section = await read(`${done}`)
  assert.deepEqual(section.gids, await gidsOf(ann, `/sections/${done}/tasks`))
  assert.deepEqual(
    section.head.sections.map(({ gid }: { gid: string }) => gid),
    [done],
  )
  const tag = await ann.create('/tags', { workspace, name: 'urgent' })
  for (const task of [tasks[3], tasks[0]]) await ok(ann.post(`/tasks/${task}/addTag`, { tag }))
  const tagged = await read(`${tag}?fields=name`)
  assert.deepEqual(tagged.head.sections, [])
  assert.deepEqual(tagged.elements, [
    { gid: tasks[0], section: null, rank: null, name: 'a' },
    { gid: tasks[3], section: null, rank: null, name: 'a' },
  ])
  for (const name of ['x', 'y']) await ann.create(`/tasks/${tasks[0]}/subtasks`, { name })
  const subtasks = await read(`${tasks[0]}?fields=name`)
  assert.deepEqual(subtasks.gids, await gidsOf(ann, `/tasks/${tasks[0]}/subtasks`))
  assert.deepEqual(subtasks.elements[0], { ...subtasks.elements[0], section: null, name: 'y' })
  const [outer, inner] = [
    await ann.create('/portfolios', { workspace, name: 'Outer' }),
    await ann.create('/portfolios', { workspace, name: 'Inner' }),
  ]
  for (const item of [inner, project.gid]) await ok(ann.post(`/portfolios/${outer}/addItem`, { item }))
  for (const query of ['?fields=name', '']) {
    const items = await read(outer + query)
    assert.deepEqual(
      items.elements.map(({ gid, section, resource_type, name }) => [gid, section, resource_type, name]),
      [
        [inner, null, 'portfolio', 'Inner'],
        [project.gid, null, 'project', 'Project'],
      ],
    )
    assert.ok(items.elements[0]?.rank < items.elements[1]?.rank)
  }
})

test('My Tasks is a list of its owner alone', async () => {
  const home = await office()
  const { ann, ben, workspace, page, read } = home
  const task = await ann.create('/tasks', { workspace, name: 'Mine', assignee: 'me' })
  const list = await myTasksOf(ann, home)
  const { head, gids, elements } = await read(list)
  assert.deepEqual([head.my_access, gids], ['admin', [task]])
  assert.equal(elements[0]?.section, head.sections[0].gid)
  const other = await signedIn(home, ben)
  assert.equal((await ben.get(`/user_task_lists/${list}`)).status, 200)
  for (const gid of [list, head.sections[0].gid]) {
    const { status, message } = await read(gid, other)
    assert.deepEqual([status, message], [404, `list: Not a recognized ID: ${gid}`])
  }
  assert.deepEqual((await read(await myTasksOf(ben, home), other)).gids, [])
  assert.equal((await read(list, page)).status, 200)
})

test('a list says what the caller may do with it, and is unknown to others', async () => {
  const home = await office()
  const { ann, person, project, tasks, read } = home
  const people: [string, Parameters<typeof person>[1], string | null][] = [
    ['Vic', {}, 'viewer'],
    ['Cem', {}, 'commenter'],
    ['Edi', {}, 'editor'],
    ['Adi', {}, 'admin'],
    ['Gus', { is_guest: true }, 'editor'],
    ['Gil', { is_guest: true }, null],
    ['Lic', { is_view_only: true }, 'editor'],
    ['Sam', null, null],
  ]
  const expected = ['view', 'comment', 'edit', 'admin', 'edit', null, 'view', null]
  for (const [at, [name, role, level]] of people.entries()) {
    const one = await person(name, role)
    const visitor = await signedIn(home, one)
    if (level) await ok(ann.post('/memberships', { parent: project.gid, member: one.gid, access_level: level }))
    for (const gid of [project.gid, project.sections[0] ?? '', tasks[0] ?? '']) {
      const { status, head, message, gids } = await read(gid, visitor)
      const right = expected[at] ?? null
      if (right === null) assert.deepEqual([status, message], [404, `list: Not a recognized ID: ${gid}`])
      else assert.equal(head.my_access, right, `${name} ${gid}`)
      assert.equal(gids.length, right === null || gid === tasks[0] ? 0 : gid === project.gid ? 6 : 3)
    }
  }
})

test('a list that is deleted, missing or of another type is unknown', async () => {
  const { ann, ben, workspace, project, tasks, read } = await office()
  await ok(ann.delete(`/tasks/${tasks[0]}`))
  await ok(ann.delete(`/projects/${project.gid}`))
  const gone = [tasks[0], project.gid, project.sections[0], workspace, ben.gid, '7']
  for (const gid of gone) {
    const { status, message } = await read(`${gid}`)
    assert.deepEqual([status, message], [404, `list: Not a recognized ID: ${gid}`])
  }
})

test('elements that the caller cannot see are absent', async () => {
  const home = await office()
  const { ann, ben, workspace, project, tasks, read } = home
  const visitor = await signedIn(home, ben)
  const open = await makeProject(home, { name: 'Open', privacy: 'public_to_workspace' })
  const [tag, portfolio] = [
    await ann.create('/tags', { workspace, name: 'urgent' }),
    await ann.create('/portfolios', { workspace, name: 'All', privacy_setting: 'public_to_domain' }),
  ]
  const shared = await ann.create('/tasks', { name: 'Shared', projects: [open.gid, project.gid], tags: [tag] })
  const sub = await ann.create(`/tasks/${tasks[0]}/subtasks`, { name: 'Sub' })
  await ok(ann.post(`/tasks/${sub}/addProject`, { project: open.gid }))
  await ok(ann.post(`/tasks/${tasks[0]}/addTag`, { tag }))
  for (const item of [project.gid, open.gid]) await ok(ann.post(`/portfolios/${portfolio}/addItem`, { item }))
  assert.deepEqual((await read(tag)).gids, [tasks[0], shared])
  assert.deepEqual((await read(tag, visitor)).gids, [shared])
  assert.deepEqual((await read(portfolio)).gids, [project.gid, open.gid])
  assert.deepEqual((await read(portfolio, visitor)).gids, [open.gid])
  const { elements } = await read(`${open.gid}?fields=projects.gid,parent,memberships.project.gid`, visitor)
  const seen = { projects: [{ gid: open.gid }], parent: null, memberships: [{ project: { gid: open.gid } }] }
  assert.deepEqual(
    elements.map(({ section: _, rank: __, ...rest }) => rest),
    [shared, sub].map(gid => ({ gid, ...seen })),
  )
})

test('counts are those of comments, attachments and visible incomplete dependencies', async () => {
  const home = await office()
  const { ann, ben, workspace, project, tasks, read } = home
  const [task, blocker, ...others] = tasks
  for (const text of ['one', 'two', 'three']) await ann.create(`/tasks/${task}/stories`, { text })
  const { data } = await ok(ann.post(`/tasks/${task}/stories`, { text: 'deleted' }))
  await ok(ann.delete(`/stories/${data.gid}`))
  const link = { resource_subtype: 'external', name: 'Page', url: 'https://example.com/' }
  await ok(ann.post('/attachments', { parent: task, ...link }))
  await ok(ann.post(`/tasks/${task}/addDependencies`, { dependencies: [blocker] }))
  await ann.create(`/tasks/${others[0]}/subtasks`, { name: 'sub' })
  const names = 'num_comments,num_attachments,is_blocked,num_subtasks'
  const find = async (fields = names, visitor?: Visitor) => {
    const { elements } = await read(`${project.gid}?fields=${fields}`, visitor)
    return (gid = '') => {
      const { section: _, rank: __, gid: ___, ...rest } = elements.find(one => one.gid === gid) ?? {}
      return rest
    }
  }
  const none = { num_comments: 0, num_attachments: 0, is_blocked: false, num_subtasks: 0 }
  const all = await find()
  assert.deepEqual(all(task), { num_comments: 3, num_attachments: 1, is_blocked: true, num_subtasks: 0 })
  assert.deepEqual(all(blocker), none)
  assert.deepEqual(all(others[0]), { ...none, num_subtasks: 1 })
  assert.deepEqual((await find('(num_comments|name),this.is_blocked'))(task), {
    ...{ num_comments: 3, is_blocked: true, name: 'a' },
  })
  await ok(ann.put(`/tasks/${blocker}`, { completed: true }))
  assert.equal((await find())(task).is_blocked, false)
  const secret = await ann.create('/tasks', { workspace, name: 'Secret' })
  await ok(ann.post(`/tasks/${task}/addDependencies`, { dependencies: [secret] }))
  await ok(ann.post('/memberships', { parent: project.gid, member: ben.gid, access_level: 'viewer' }))
  assert.equal((await find())(task).is_blocked, true)
  assert.equal((await find(names, await signedIn(home, ben)))(task).is_blocked, false, 'hidden from Ben')
  await ok(ann.delete(`/tasks/${secret}`))
  assert.equal((await find())(task).is_blocked, false)
})

test('hostile fields are refused or ignored', async () => {
  const { project, read } = await office()
  const ignored = ['__proto__', 'constructor.name', 'is_blocked.x', "name';--", 'a.b.c', 'parent.num_comments', '%00']
  for (const fields of ignored) {
    const { status, gids } = await read(`${project.gid}?fields=${encodeURIComponent(fields)}`)
    assert.deepEqual([status, gids.length], [200, 6], fields)
  }
  const refused = ['x,'.repeat(10_000), 'a.b.c.d.e.f.g.h.i.j.k', '(a|b).'.repeat(9), 'subtasks.'.repeat(20)]
  const tooDeep = 'dependencies.dependencies.dependencies.dependencies.name'
  for (const fields of [...refused, tooDeep]) {
    const { status, message } = await read(`${project.gid}?fields=${encodeURIComponent(fields)}`)
    assert.equal(status, 400, fields.slice(0, 50))
    assert.match(`${message}`, /^opt_fields: /)
  }
})

test('the cursor of a list precedes every later change in its workspace', async () => {
  const { ann, store, project, read, tasks } = await office()
  const newest = async () =>
    (
      await store.read.db
        .selectFrom('changes')
        .select(({ fn }) => fn.max('gid').as('gid'))
        .executeTakeFirstOrThrow()
    ).gid
  const before = await newest()
  const { head } = await read(project.gid)
  assert.equal(head.cursor, before)
  await ok(ann.put(`/tasks/${tasks[0]}`, { name: 'New' }))
  const later = (await read(project.gid)).head.cursor
  assert.ok(later > head.cursor)
  assert.equal(later, await newest())
})
