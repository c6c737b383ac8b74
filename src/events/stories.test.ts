/** The system stories of each change of a task: subtype, members and text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allPages, gidsOf, makeProject } from '../../test/harness/work.ts'
import { type Json, type Person, type World, world } from '../../test/harness/world.ts'
import { update } from '../store/change.ts'
import type { WriteOrigin } from '../store/db.ts'

/** Returns the stories of a task since the last call, oldest first. */
function reader(person: Person, task: string) {
  let seen = 0
  return async (fields = 'resource_subtype,text'): Promise<Json[]> => {
    const { data } = await person.get(`/tasks/${task}/stories?opt_fields=${fields}`)
    const fresh = data.slice(seen)
    seen = data.length
    return fresh
  }
}

const subtypes = (stories: Json[]) => stories.map(({ resource_subtype }) => resource_subtype)
const textsOf = (stories: Json[]) => stories.map(({ text }) => text)

/** A project, a task in it, and a reader of the new stories of the task. */
async function home(wish: Json = {}) {
  const w = await world()
  const { ann, ben } = w
  const project = await makeProject(w, {
    sections: ['To do', 'Done'],
    members: [
      [ann, 'admin'],
      [ben, 'editor'],
    ],
  })
  const task = await ann.create('/tasks', { name: 'A', projects: [project.gid], ...wish })
  const newStories = reader(ann, task)
  await newStories()
  return { ...w, project, task, newStories }
}

const ok = async (asked: Promise<{ status: number; message: string | undefined }>) => {
  const { status, message } = await asked
  assert.ok(status < 300, String(message))
}

test('a new task has stories of its projects and its assignee, and of no other initial value', async () => {
  const { ann, ben, workspace, project } = await home()
  const tag = await ann.create('/tags', { workspace, name: 'T' })
  const more = { tags: [tag], followers: [ben.gid], liked: true, notes: 'N', due_on: '2026-03-01' }
  const task = await ann.create('/tasks', { name: 'B', projects: [project.gid], assignee: ben.gid, ...more })
  const stories = await reader(ann, task)()
  assert.deepEqual(textsOf(stories), ['Ann assigned this task to Ben', 'Ann added this task to "Project"'])
  assert.deepEqual(subtypes(stories), ['assigned', 'added_to_project'])
  const alone = await ann.create('/tasks', { name: 'C', workspace })
  assert.deepEqual(await reader(ann, alone)(), [])
})

/** A write to a task, and the stories that it makes: subtype, text, members. */
const writes: [string, Json, [subtype: string, text: string, members?: Json][]][] = [
  ['a name', { name: 'B' }, [['name_changed', 'Ann changed the name to "B"', { old_name: 'A', new_name: 'B' }]]],
  [
    'a description',
    { notes: 'N' },
    [['notes_changed', 'Ann changed the description', { old_text_value: '', new_text_value: 'N' }]],
  ],
  ['that it is done', { completed: true }, [['marked_complete', 'Ann completed this task']]],
  ['that it is not', { completed: false }, [['marked_incomplete', 'Ann reopened this task']]],
  [
    'both dates',
    { start_on: '2026-02-01', due_on: '2026-02-03' },
    [
      [
        'due_date_changed',
        'Ann changed the due date to 2026-02-03',
        {
          old_dates: { start_on: null, due_at: null, due_on: null },
          new_dates: { start_on: '2026-02-01', due_at: null, due_on: '2026-02-03' },
        },
      ],
    ],
  ],
  [
    'a start',
    { start_on: '2026-02-02', due_on: '2026-02-03' },
    [['start_date_changed', 'Ann changed the start date to 2026-02-02']],
  ],
  [
    'a moment',
    { due_at: '2026-02-03T10:00:00.000Z' },
    [['due_date_changed', 'Ann changed the due date to 2026-02-03T10:00:00.000Z']],
  ],
  ['no dates', { due_on: null }, [['due_date_changed', 'Ann removed the due date']]],
  [
    'a subtype',
    { resource_subtype: 'approval' },
    [
      [
        'resource_subtype_changed',
        'Ann changed the type to approval',
        { old_resource_subtype: 'default_task', new_resource_subtype: 'approval' },
      ],
    ],
  ],
  [
    'an approval',
    { approval_status: 'rejected' },
    [
      [
        'approval_status_changed',
        'Ann rejected this task',
        { old_approval_status: 'pending', new_approval_status: 'rejected' },
      ],
    ],
  ],
  ['what it is already', { name: 'B', notes: 'N', approval_status: 'rejected' }, []],
  ['a like', { liked: true }, [['liked', 'Ann liked this task']]],
  ['no like', { liked: false }, []],
  [
    'several things at once',
    { name: 'C', notes: 'M', due_on: '2026-05-05' },
    [
      ['name_changed', 'Ann changed the name to "C"'],
      ['notes_changed', 'Ann changed the description'],
      ['due_date_changed', 'Ann changed the due date to 2026-05-05'],
    ],
  ],
]

test('each changed column of a task makes one story', async () => {
  const { ann, task, newStories } = await home()
  for (const [what, given, expected] of writes) {
    await ok(ann.put(`/tasks/${task}`, given))
    const stories = await newStories(
      'resource_subtype,text,old_name,new_name,old_dates,new_dates,old_text_value,new_text_value,old_resource_subtype,new_resource_subtype,old_approval_status,new_approval_status',
    )
    assert.deepEqual(
      subtypes(stories),
      expected.map(([subtype]) => subtype),
      what,
    )
    assert.deepEqual(
      textsOf(stories),
      expected.map(([, text]) => text),
      what,
    )
    for (const [index, [, , members = {}]] of expected.entries()) {
      for (const [name, value] of Object.entries(members)) assert.deepEqual(stories[index]?.[name], value, name)
    }
  }
})

test('assigning a task makes a story with the person, and none of the person following it', async () => {
  const { ann, ben, task, newStories } = await home()
  const assign = (assignee: string | null) => ok(ann.put(`/tasks/${task}`, { assignee }))
  await assign(ben.gid)
  await assign(ann.gid)
  await assign(null)
  const stories = await newStories('resource_subtype,text,assignee.name')
  assert.deepEqual(
    stories.map(({ resource_subtype, text, assignee }) => [resource_subtype, text, assignee.name]),
    [
      ['assigned', 'Ann assigned this task to Ben', 'Ben'],
      ['reassigned', 'Ann reassigned this task to Ann', 'Ann'],
      ['unassigned', 'Ann took this task from Ann', 'Ann'],
    ],
  )
})

test('moves between sections and projects make stories, moves in My Tasks do not', async () => {
  const w = await home({ assignee: 'me' })
  const { ann, workspace, project, task, newStories } = w
  const other = await makeProject(w, { name: 'Other', members: [[ann, 'admin']] })
  await ok(ann.post(`/sections/${project.sections[1]}/addTask`, { task }))
  await ok(ann.post(`/tasks/${task}/addProject`, { project: other.gid }))
  await ok(ann.post(`/tasks/${task}/removeProject`, { project: project.gid }))
  const mine = (await ann.get(`/users/me/user_task_list?workspace=${workspace}`)).data.gid
  const [, later] = (await ann.get(`/projects/${mine}/sections`)).data as Json[]
  await ok(ann.post(`/sections/${later?.gid}/addTask`, { task }))
  await ok(ann.post(`/user_task_lists/${mine}/tasks/insert`, { task, insert_before: null }))
  const stories = await newStories('resource_subtype,text,project.name,old_section.name,new_section.name')
  assert.deepEqual(textsOf(stories), [
    'Ann moved this task from "To do" to "Done" in "Project"',
    'Ann added this task to "Other"',
    'Ann removed this task from "Project"',
  ])
  assert.deepEqual(subtypes(stories), ['section_changed', 'added_to_project', 'removed_from_project'])
  const [{ old_section, new_section, project: in_ } = {}] = stories as Json[]
  assert.deepEqual([old_section.name, new_section.name, in_.name], ['To do', 'Done', 'Project'])
})

test('added and removed tags make stories, and so do added followers', async () => {
  const { ann, ben, workspace, task, newStories, person } = await home()
  const cem = await person('Cem')
  const tag = await ann.create('/tags', { workspace, name: 'T' })
  await ok(ann.post(`/tasks/${task}/addTag`, { tag }))
  await ok(ann.post(`/tasks/${task}/addTag`, { tag }))
  await ok(ann.post(`/tasks/${task}/removeTag`, { tag }))
  await ok(ann.post(`/tasks/${task}/addFollowers`, { followers: [cem.gid] }))
  await ok(ben.post(`/tasks/${task}/addFollowers`, { followers: ['me'] }))
  await ok(ann.post(`/tasks/${task}/removeFollowers`, { followers: [ben.gid] }))
  const stories = await newStories('resource_subtype,text,tag.name,follower.name')
  assert.deepEqual(textsOf(stories), [
    'Ann added the tag "T"',
    'Ann removed the tag "T"',
    'Ann added Cem as a follower',
    'Ben follows this task',
  ])
  assert.deepEqual(subtypes(stories), ['added_to_tag', 'removed_from_tag', 'follower_added', 'follower_added'])
  assert.deepEqual([stories[0]?.tag.name, stories[2]?.follower.name], ['T', 'Cem'])
})

test('a comment makes no other story, and none of its author following the task', async () => {
  const { ben, task, newStories } = await home()
  await ben.create(`/tasks/${task}/stories`, { text: 'Hi' })
  assert.deepEqual(subtypes(await newStories()), ['comment_added'])
})

test('a dependency makes stories at both tasks, and when it is completed or its due date moves', async () => {
  const { ann, workspace, task, newStories } = await home()
  const first = await ann.create('/tasks', { name: 'First', workspace })
  const back = reader(ann, first)
  await ok(ann.post(`/tasks/${task}/addDependencies`, { dependencies: [first] }))
  await ok(ann.put(`/tasks/${first}`, { due_on: '2026-02-03' }))
  await ok(ann.put(`/tasks/${first}`, { completed: true }))
  await ok(ann.put(`/tasks/${first}`, { completed: false, name: 'Second' }))
  await ok(ann.post(`/tasks/${task}/removeDependencies`, { dependencies: [first] }))
  await ok(ann.put(`/tasks/${first}`, { completed: true }))
  const stories = await newStories('resource_subtype,text,dependency.name')
  assert.deepEqual(subtypes(stories), [
    ...['dependency_added', 'dependency_due_date_changed', 'dependency_marked_complete', 'dependency_removed'],
  ])
  assert.equal(stories[2]?.text, 'Ann completed "Second", for which this task waits', 'names are those of now')
  assert.ok(stories.every(({ dependency }) => dependency.gid === first))
  const [added] = (await back('resource_subtype,text,task.name')).filter(one => one.resource_subtype !== 'name_changed')
  assert.deepEqual([added?.resource_subtype, added?.text], ['dependent_added', 'Ann made "A" wait for this task'])
  assert.equal(added?.task.gid, task)
})

test('a subtask makes a story at its parent, and one of its own when it moves', async () => {
  const { ann, workspace, task, newStories } = await home()
  const sub = await ann.create(`/tasks/${task}/subtasks`, { name: 'S' })
  const below = reader(ann, sub)
  assert.deepEqual(await below(), [])
  const other = await ann.create('/tasks', { name: 'Other', workspace })
  await ok(ann.post(`/tasks/${sub}/setParent`, { parent: other }))
  await ok(ann.post(`/tasks/${sub}/setParent`, { parent: null }))
  assert.deepEqual(textsOf(await newStories()), ['Ann added "S" as a subtask'])
  assert.deepEqual(textsOf(await reader(ann, other)()), ['Ann added "S" as a subtask'])
  const moves = await below('resource_subtype,text,task.name')
  assert.deepEqual(textsOf(moves), [
    'Ann took this task out of "A"',
    'Ann made this task a subtask of "Other"',
    'Ann took this task out of "Other"',
  ])
  assert.deepEqual(subtypes(moves), ['removed_from_task', 'added_to_task', 'removed_from_task'])
  assert.equal(moves[1]?.task.name, 'Other')
})

test('neither a refused write nor the deletion of a task makes a story', async () => {
  const { ann, ben, store, task, newStories } = await home()
  assert.equal((await ann.put(`/tasks/${task}`, { name: 'B', assignee: '1' })).status, 400)
  assert.equal((await ben.put(`/tasks/${task}`, { completed: true, due_on: 'never' })).status, 400)
  assert.deepEqual(await newStories(), [])
  const count = async () => (await store.read.db.selectFrom('stories').select('gid').execute()).length
  const before = await count()
  await ok(ann.delete(`/tasks/${task}`))
  assert.equal(await count(), before)
})

test('a task in the trash gets no stories', async () => {
  const { ann, workspace, store, task } = await home()
  const first = await ann.create('/tasks', { name: 'First', workspace })
  await ok(ann.post(`/tasks/${task}/addDependencies`, { dependencies: [first] }))
  await ok(ann.delete(`/tasks/${task}`))
  await ok(ann.put(`/tasks/${first}`, { completed: true }))
  const kept = await store.read.db
    .selectFrom('stories')
    .select('resource_subtype')
    .where('target', '=', Number(task))
    .execute()
  assert.deepEqual(subtypes(kept), ['added_to_project', 'dependency_added'])
})

test('a story has its source, its author and its time', async () => {
  const { ann, task, newStories, clock } = await home()
  clock.step = 0
  await ok(ann.put(`/tasks/${task}`, { name: 'B' }))
  const [story] = await newStories('type,source,created_by.name,created_at,target,is_pinned,html_text,is_editable')
  const { gid, created_by, target, created_at, ...rest } = story ?? {}
  assert.deepEqual(rest, {
    ...{ type: 'system', source: 'api', is_pinned: false, is_editable: false },
    html_text: '<body>Ann changed the name to "B"</body>',
  })
  assert.deepEqual([created_by.name, target.gid], ['Ann', task])
  assert.equal(created_at, new Date(clock.now).toISOString())
  assert.ok(gid)
})

test('a story of the program itself has no author, and one of a session has the source web', async () => {
  const { ann, store, task, newStories } = await home()
  const nobody = { application: null, address: '', agent: '' }
  const rename = (name: string, by?: WriteOrigin) =>
    store.write(tx => update(tx, 'tasks', { gid: Number(task) }, { name }), by)
  await rename('B')
  await rename('C', { user: Number(ann.gid), kind: 'session', ...nobody })
  const stories = await newStories('text,source,created_by.name')
  assert.deepEqual(
    stories.map(({ text, source, created_by }) => [text, source, created_by?.name]),
    [
      ['Changed the name to "B"', 'unknown', undefined],
      ['Ann changed the name to "C"', 'web', 'Ann'],
    ],
  )
})

/** Returns `modified_at` of a task. */
const changedAt = async ({ ann }: World, task: string) => (await ann.get(`/tasks/${task}`)).data.modified_at as string

test('a story modifies its task, and a move between lists does not', async () => {
  const w = await home()
  const { ann, ben, workspace, project, task } = w
  const other = await makeProject(w, { members: [[ann, 'admin']] })
  const parent = await ann.create('/tasks', { name: 'P', workspace })
  const moves: [string, () => Promise<unknown>, boolean][] = [
    ['a section', () => ann.post(`/sections/${project.sections[1]}/addTask`, { task }), false],
    ['a project', () => ann.post(`/tasks/${task}/addProject`, { project: other.gid }), false],
    ['a parent', () => ann.post(`/tasks/${task}/setParent`, { parent }), false],
    ['a like', () => ann.put(`/tasks/${task}`, { liked: true }), true],
    ['a follower', () => ann.post(`/tasks/${task}/addFollowers`, { followers: [ben.gid] }), true],
    ['a subtask', () => ann.post(`/tasks/${task}/subtasks`, { name: 'S' }), true],
    ['a dependency', () => ann.post(`/tasks/${task}/addDependencies`, { dependencies: [parent] }), true],
  ]
  for (const [what, move, changes] of moves) {
    const before = await changedAt(w, task)
    await move()
    assert.equal((await changedAt(w, task)) > before, changes, what)
  }
})

test('many stories are paged without loss, in the order of their changes', async () => {
  const { ann, task } = await home()
  for (let index = 0; index < 30; index++) {
    await ok(ann.put(`/tasks/${task}`, { name: `N${index}`, completed: index % 2 === 0, notes: `${index}` }))
  }
  const path = `/tasks/${task}/stories`
  const all = await gidsOf(ann, path)
  assert.equal(all.length, 91)
  assert.deepEqual(await allPages(ann, `${path}?limit=7`), all)
  assert.deepEqual([...all].sort(), all)
})
