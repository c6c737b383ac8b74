import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeProject, setActive } from '../../../test/harness/work.ts'
import { type Answer, type Json, world } from '../../../test/harness/world.ts'

const refused = (answer: Answer, status: number, message: string) =>
  assert.deepEqual([answer.status, answer.message], [status, message])

const named = (list: Json[]) => list.map(({ name }) => name)

test('an unassigned task gets the recorded defaults', async () => {
  const { ann, workspace } = await world()
  const { status, data, headers } = await ann.post('/tasks', { workspace, name: 'Buy milk' })
  assert.equal(status, 201)
  assert.equal(headers.location, `/api/1.0/tasks/${data.gid}`)
  assert.match(data.permalink_url, new RegExp(`/1/${workspace}/task/${data.gid}$`))
  const { gid, permalink_url, created_at, modified_at, ...rest } = data
  assert.equal(created_at, modified_at)
  assert.deepEqual(rest, {
    resource_type: 'task',
    resource_subtype: 'default_task',
    name: 'Buy milk',
    notes: '',
    actual_time_minutes: 0,
    assignee: null,
    assignee_status: 'upcoming',
    custom_fields: [],
    completed: false,
    completed_at: null,
    due_at: null,
    due_on: null,
    start_at: null,
    start_on: null,
    followers: [{ gid: ann.gid, resource_type: 'user', name: 'Ann' }],
    hearted: false,
    hearts: [],
    num_hearts: 0,
    liked: false,
    likes: [],
    num_likes: 0,
    memberships: [],
    parent: null,
    projects: [],
    tags: [],
    workspace: { gid: workspace, resource_type: 'workspace', name: 'Example' },
  })
  // wire: recorded: no time is 0 in responses of writes, and null in reads
  assert.deepEqual((await ann.get(`/tasks/${gid}`)).data, { ...data, actual_time_minutes: null })
})

test('a task needs a workspace, a project or a parent, and is in their workspace', async () => {
  const home = await world()
  const { ann } = home
  refused(await ann.post('/tasks', { name: 'A' }), 400, 'You should specify one of workspace, parent, projects')
  const project = await makeProject(home, { members: [[ann, 'editor']] })
  const parent = await ann.create('/tasks', { projects: [project.gid] })
  const below = await ann.post('/tasks', { parent, name: 'B' })
  assert.equal(below.data.workspace.gid, home.workspace)
  assert.deepEqual(below.data.projects, [])
  const both = await ann.post('/tasks', { parent, projects: project.gid, name: 'C' })
  assert.deepEqual([both.data.parent.gid, both.data.memberships], [parent, []])
})

test('an update changes only the given fields and modified_at', async () => {
  const { ann, workspace } = await world()
  const made = await ann.post('/tasks', { workspace, name: 'A', notes: 'old', due_on: '2026-02-01' })
  const path = `/tasks/${made.data.gid}`
  const { modified_at, ...changed } = (await ann.put(path, { name: 'B', unknown: 1, gid: '7', created_at: 'x' })).data
  const { modified_at: before, ...was } = made.data
  assert.deepEqual(changed, { ...was, name: 'B' })
  assert.ok(modified_at > before)
  assert.equal((await ann.put(path, {})).data.modified_at, modified_at)
  assert.equal((await ann.put(path, { liked: true })).data.modified_at, modified_at)
  assert.equal((await ann.put(path, { name: '' })).data.name, '')
})

test('an update with a create-only field is refused, even with the same value', async () => {
  const { ann, workspace } = await world()
  const path = `/tasks/${await ann.create('/tasks', { workspace })}`
  for (const field of ['projects', 'memberships', 'tags', 'followers', 'workspace']) {
    refused(await ann.put(path, { name: 'B', [field]: [] }), 400, `${field}: Cannot write this property`)
  }
  assert.equal((await ann.get(path)).data.name, '')
})

test('completing a task sets the time and the user once; reopening clears both', async () => {
  const { ann, ben, workspace } = await world()
  const gid = await ann.create('/tasks', { workspace, followers: [ben.gid] })
  const path = `/tasks/${gid}?opt_fields=completed,completed_at,completed_by.name`
  const done = (await ben.put(path, { completed: true })).data
  assert.deepEqual([done.completed, done.completed_by.name], [true, 'Ben'])
  assert.match(done.completed_at, /^2026-01-05T09:00:00\.\d{3}Z$/)
  assert.deepEqual((await ann.put(path, { completed: true })).data, done)
  const open = { gid, completed: false, completed_at: null, completed_by: null }
  assert.deepEqual((await ann.put(path, { completed: false })).data, open)
  const made = await ann.post('/tasks?opt_fields=completed,completed_by.name', { workspace, completed: true })
  assert.deepEqual([made.data.completed, made.data.completed_by.name], [true, 'Ann'])
})

test('an approval is completed by a decision and reopened by pending', async () => {
  const { ann, workspace } = await world()
  const made = await ann.post('/tasks', { workspace, resource_subtype: 'approval' })
  assert.deepEqual([made.data.approval_status, made.data.completed], ['pending', false])
  const path = `/tasks/${made.data.gid}`
  const steps: [Json, string, boolean][] = [
    [{ approval_status: 'rejected' }, 'rejected', true],
    [{ completed: true }, 'rejected', true],
    [{ completed: false }, 'pending', false],
    [{ completed: true }, 'approved', true],
    [{ approval_status: 'changes_requested' }, 'changes_requested', true],
    [{ approval_status: 'pending', completed: false }, 'pending', false],
    [{ approval_status: 'approved', completed: true }, 'approved', true],
  ]
  for (const [given, status, completed] of steps) {
    const { data } = await ann.put(path, given)
    assert.deepEqual([data.approval_status, data.completed], [status, completed], JSON.stringify(given))
    assert.equal(data.completed_at !== null, completed)
  }
  refused(
    await ann.put(path, { approval_status: 'pending', completed: true }),
    400,
    'approval_status: Contradicts completed: only pending approvals are incomplete',
  )
  const plain = (await ann.put(path, { resource_subtype: 'default_task' })).data
  assert.deepEqual([plain.completed, Object.hasOwn(plain, 'approval_status')], [true, false])
  const wrong = await ann.put(path, { approval_status: 'pending' })
  refused(wrong, 400, 'approval_status: Only approvals have an approval status')
  assert.equal((await ann.put(path, { resource_subtype: 'approval' })).data.approval_status, 'approved')
})

test('a milestone has a due date and no start date', async () => {
  const { ann, workspace } = await world()
  const dates = { start_on: '2026-01-01', due_on: '2026-02-01' }
  const text = 'Milestones cannot have a start date'
  refused(await ann.post('/tasks', { workspace, resource_subtype: 'milestone', ...dates }), 400, text)
  const path = `/tasks/${await ann.create('/tasks', { workspace, ...dates })}`
  refused(await ann.put(path, { resource_subtype: 'milestone' }), 400, text)
  const made = await ann.put(path, { resource_subtype: 'milestone', start_on: null, due_on: '2026-02-02' })
  assert.deepEqual(
    [made.data.resource_subtype, made.data.start_on, made.data.due_on],
    ['milestone', null, '2026-02-02'],
  )
  refused(await ann.put(path, dates), 400, text)
})

test('likes are counted once for each user, and hearts are their older name', async () => {
  const { ann, ben, workspace } = await world()
  const path = `/tasks/${await ann.create('/tasks', { workspace, liked: true, followers: ['ben@example.com'] })}`
  await ben.put(path, { liked: true })
  const { data } = await ben.put(path, { liked: true })
  assert.deepEqual([data.liked, data.hearted, data.num_likes, data.num_hearts], [true, true, 2, 2])
  assert.deepEqual(data.hearts, data.likes)
  assert.deepEqual(data.likes[1].user, { gid: ben.gid, resource_type: 'user', name: 'Ben' })
  assert.match(data.likes[1].gid, /^\d+$/)
  await ben.put(path, { liked: false })
  const after = (await ben.get(path)).data
  assert.deepEqual([after.liked, after.num_likes, (await ann.get(path)).data.liked], [false, 1, true])
})

test('external data are visible only to the user who set them', async () => {
  const { ann, ben, workspace } = await world()
  const external = { gid: 'order/7', data: '{"a":1}' }
  const gid = await ann.create('/tasks', { workspace, name: 'A', followers: [ben.gid], external })
  assert.deepEqual((await ann.get(`/tasks/${gid}`)).data.external, external)
  const hidden = (await ben.get(`/tasks/${gid}?opt_fields=external,name`)).data
  assert.deepEqual(hidden, { gid, name: 'A' })
  assert.equal((await ben.get('/tasks/external:order%2F7')).status, 404)
  await ben.put(`/tasks/${gid}`, { external: null })
  assert.deepEqual((await ann.get(`/tasks/${gid}`)).data.external, external, 'another user cannot delete it')
  assert.equal((await ann.put(`/tasks/${gid}`, { external: null })).data.external, undefined)
})

test('an external key can replace the gid in paths and bodies', async () => {
  const { ann, workspace } = await world()
  const parent = await ann.create('/tasks', { workspace, external: { gid: 'a b:ü' } })
  const path = `/tasks/${encodeURIComponent('external:a b:ü')}`
  assert.equal((await ann.get(path)).data.gid, parent)
  assert.equal((await ann.put(path, { name: 'new' })).data.name, 'new')
  const child = await ann.post('/tasks', { parent: 'external:a b:ü' })
  assert.equal(child.data.parent.gid, parent)
  refused(await ann.get('/tasks/external:none'), 404, 'task: Not a recognized ID: external:none')
  refused(await ann.post('/tasks', { parent: 'external:none' }), 400, 'parent: Not a recognized ID: external:none')
  const listed = await ann.post(`${path}/addDependencies`, { dependencies: ['external:none'] })
  refused(listed, 400, 'dependencies: [0]: Not a recognized ID: external:none')
})

test('an external key is unique for its user, and free again when its task is deleted', async () => {
  const { ann, ben, workspace } = await world()
  const external = { gid: 'k', data: 'd' }
  const first = await ann.create('/tasks', { workspace, external })
  const taken = 'external: gid: Another task has this external gid'
  refused(await ann.post('/tasks', { workspace, external }), 400, taken)
  const second = await ann.create('/tasks', { workspace })
  refused(await ann.put(`/tasks/${second}`, { external }), 400, taken)
  assert.equal((await ann.put(`/tasks/${first}`, { external })).status, 200)
  await ben.create('/tasks', { workspace, external })
  await ann.delete(`/tasks/${first}`)
  refused(await ann.get('/tasks/external:k'), 404, `task: Unknown object: ${first}`)
  assert.equal((await ann.put(`/tasks/${second}`, { external })).data.external.gid, 'k')
  assert.equal((await ann.get('/tasks/external:k')).data.gid, second)
})

test('external data have limits and are strings', async () => {
  const { ann, workspace } = await world()
  const of = (external: unknown) => ann.post('/tasks', { workspace, external })
  assert.equal((await of({ gid: 'x'.repeat(1024), data: 'y'.repeat(32_768) })).status, 201)
  refused(await of({ gid: 'x'.repeat(1025) }), 400, 'external: gid: Text is too long (maximum 1024 characters)')
  refused(await of({ data: 'x'.repeat(32_769) }), 400, 'external: data: Text is too long (maximum 32768 characters)')
  refused(await of('text'), 400, 'external: Value is not a JSON object: text')
  refused(await of([]), 400, 'external: Value is not a JSON object: array')
  refused(await of({ gid: 7 }), 400, 'external: gid: Not a text: number')
  assert.deepEqual((await of({ gid: null, data: 'd', more: 1 })).data.external, { data: 'd' })
})

test('an assignment moves a task between My Tasks lists, and the new assignee follows it', async () => {
  const { ann, ben, workspace } = await world()
  const gid = await ann.create('/tasks', { workspace, assignee: 'me' })
  const path = `/tasks/${gid}`
  const section = (await ann.get(path)).data
  assert.deepEqual([section.assignee_status, section.assignee_section.name], ['inbox', 'Recently assigned'])
  const { data } = await ann.put(path, { assignee: ben.email.toUpperCase() })
  assert.deepEqual(data.assignee, { gid: ben.gid, resource_type: 'user', name: 'Ben' })
  assert.equal(Object.hasOwn(data, 'assignee_section'), false)
  assert.deepEqual(named(data.followers), ['Ann', 'Ben'])
  const his = (await ben.get(`${path}?opt_fields=assigned_by.name,assignee_section.name`)).data
  assert.deepEqual([his.assigned_by.name, his.assignee_section.name], ['Ann', 'Recently assigned'])
  const none = (await ben.put(path, { assignee: null })).data
  assert.deepEqual([none.assignee, none.assignee_status], [null, 'upcoming'])
  assert.equal((await ben.put(path, { assignee: 'me', assignee_status: 'later' })).data.assignee_status, 'later')
})

test('an assignee section needs an assignee, and must be in their My Tasks', async () => {
  const { ann, ben, workspace } = await world()
  const text = ".assignee_status: Schedule status shouldn't be set for unassigned tasks"
  refused(await ann.post('/tasks', { workspace, assignee_status: 'today' }), 400, text)
  const gid = await ann.create('/tasks', { workspace })
  refused(await ann.put(`/tasks/${gid}`, { assignee_status: 'today' }), 400, text)
  const section = (await ann.post('/tasks', { workspace, assignee: 'me' })).data.assignee_section.gid
  refused(
    await ann.put(`/tasks/${gid}`, { assignee_section: section }),
    400,
    `assignee_section: Unknown object: ${section}`,
  )
  refused(
    await ann.post('/tasks', { workspace, assignee: ben.gid, assignee_section: section }),
    400,
    `assignee_section: Unknown object: ${section}`,
  )
  refused(
    await ben.post('/tasks', { workspace, assignee: 'me', assignee_section: section }),
    400,
    `assignee_section: Not a recognized ID: ${section}`,
  )
  const { data } = await ann.put(`/tasks/${gid}`, { assignee: 'me', assignee_section: section })
  assert.equal(data.assignee_section.gid, section)
})

test('only active members of the workspace can be assignees or followers', async () => {
  const home = await world()
  const { ann, ben, person, workspace } = home
  const sam = await person('Sam', null)
  const gid = await ann.create('/tasks', { workspace, followers: [ben.gid] })
  const unseen = await ann.put(`/tasks/${gid}`, { assignee: sam.email })
  refused(unseen, 400, 'assignee: Not a recognized ID: sam@example.com')
  refused(await ann.put(`/tasks/${gid}`, { assignee: sam.gid }), 400, `assignee: Not a recognized ID: ${sam.gid}`)
  await setActive(home, ben, false)
  for (const field of ['assignee', 'followers']) {
    const { status } = await ann.post('/tasks', { workspace, [field]: ben.gid })
    assert.equal(status, 400, field)
  }
  assert.equal((await ben.get(`/tasks/${gid}`)).status, 404, 'who left sees nothing')
  await setActive(home, ben, true)
  assert.equal((await ben.get(`/tasks/${gid}`)).status, 200)
})

test('followers are added and removed, and both responses return the task', async () => {
  const { ann, ben, workspace } = await world()
  const gid = await ann.create('/tasks', { workspace })
  const path = `/tasks/${gid}`
  assert.equal((await ben.get(path)).status, 404)
  const more = await ann.post(`${path}/addFollowers`, { followers: `me,${ben.email}` })
  assert.deepEqual([more.status, named(more.data.followers)], [200, ['Ann', 'Ben']])
  assert.equal((await ben.get(path)).status, 200)
  const left = await ben.post(`${path}/removeFollowers`, { followers: ['me'] })
  assert.deepEqual([left.status, named(left.data.followers)], [200, ['Ann']])
  assert.equal((await ben.get(path)).status, 404)
  refused(await ann.post(`${path}/addFollowers`, {}), 400, 'followers: Missing input')
})

test('tags of the same workspace are added and removed', async () => {
  const { ann, workspace } = await world()
  const tag = await ann.create('/tags', { workspace, name: 'urgent' })
  const gid = await ann.create('/tasks', { workspace, tags: tag })
  const tags = async () => named((await ann.get(`/tasks/${gid}`)).data.tags)
  assert.deepEqual(await tags(), ['urgent'])
  assert.deepEqual((await ann.post(`/tasks/${gid}/removeTag`, { tag })).body, { data: {} })
  assert.deepEqual(await tags(), [])
  for (let count = 0; count < 2; count++) await ann.post(`/tasks/${gid}/addTag`, { tag })
  assert.deepEqual(await tags(), ['urgent'])
  await ann.delete(`/tags/${tag}`)
  assert.deepEqual(await tags(), [])
  refused(await ann.post(`/tasks/${gid}/addTag`, { tag }), 400, `tag: Unknown object: ${tag}`)
})

test('notes and html_notes are two forms of one text', async () => {
  const { ann, workspace } = await world()
  const gid = await ann.create('/tasks', { workspace, notes: 'a <b>\n& c' })
  const path = `/tasks/${gid}?opt_fields=notes,html_notes`
  assert.equal((await ann.get(path)).data.html_notes, '<body>a &lt;b&gt;\n&amp; c</body>')
  const rich = (await ann.put(path, { html_notes: '<body><strong>x</strong> y</body>' })).data
  assert.deepEqual([rich.notes, rich.html_notes], ['x y', '<body><strong>x</strong> y</body>'])
  assert.equal((await ann.put(path, { notes: 'plain' })).data.html_notes, '<body>plain</body>')
  const linked = (await ann.put(path, { html_notes: `<body><a data-asana-gid="${ann.gid}"/></body>` })).data
  assert.match(linked.html_notes, /data-asana-accessible="true".*>@Ann<\/a>/)
  const both = await ann.put(path, { notes: 'x', html_notes: '<body>x</body>' })
  refused(both, 400, 'html_notes: Cannot be given together with notes')
  assert.match((await ann.put(path, { html_notes: '<body><p>x</p></body>' })).message ?? '', /XML is invalid/)
  assert.equal((await ann.get(path)).data.notes, linked.notes)
})

test('a link to an object that the writer cannot see reveals nothing', async () => {
  const { ann, ben, person, workspace } = await world()
  const sam = await person('Sam', null)
  const secret = await ann.create('/tasks', { workspace, name: 'Secret' })
  for (const gid of [secret, sam.gid]) {
    const given = { workspace, html_notes: `<body>see <a data-asana-gid="${gid}"/></body>` }
    const { data } = await ben.post('/tasks?opt_fields=notes,html_notes', given)
    assert.equal(data.notes, 'see Private Link')
    assert.match(data.html_notes, /data-asana-accessible="false".*>Private Link<\/a>/)
  }
})

test('notes name only objects visible to the reader, as html_notes do', async () => {
  const { ann, ben, workspace } = await world()
  const hidden = await ann.create('/projects', { workspace, name: 'LAYOFFS', privacy_setting: 'private' })
  const open = await ann.create('/projects', { workspace, name: 'Open', privacy_setting: 'public_to_workspace' })
  const link = `<a data-asana-gid="${hidden}"/>`
  const html_notes = `<body>See ${link} and <a data-asana-gid="${hidden}" data-asana-dynamic="false">their plan</a></body>`
  const task = await ann.create('/tasks', { projects: [open], html_notes })
  const path = `/tasks/${task}?opt_fields=notes`
  assert.equal((await ann.get(path)).data.notes, 'See LAYOFFS and their plan')
  assert.equal((await ben.get(path)).data.notes, 'See Private Link and Private Link')
  await ann.put(`/projects/${hidden}`, { name: 'Party' })
  assert.equal((await ann.get(path)).data.notes, 'See Party and their plan', 'the present name is shown')
})

test('comments, descriptions and their history name only objects visible to the reader', async () => {
  const { ann, ben, workspace } = await world()
  const hidden = await ann.create('/projects', { workspace, name: 'LAYOFFS', privacy_setting: 'private' })
  const rich = `<body>See <a data-asana-gid="${hidden}"/></body>`
  const open = { workspace, privacy_setting: 'public_to_workspace' }
  const project = await ann.create('/projects', { ...open, name: 'Open', html_notes: rich })
  const team = await ann.create('/teams', { organization: workspace, name: 'Team', html_description: rich })
  const task = await ann.create('/tasks', { projects: [project], notes: 'Nothing' })
  await ann.put(`/tasks/${task}`, { html_notes: rich })
  await ann.put(`/tasks/${task}`, { notes: 'Nothing' })
  await ann.post(`/tasks/${task}/stories`, { html_text: rich })
  const stories = `/tasks/${task}/stories?opt_fields=text,html_text,old_text_value,new_text_value`
  for (const path of [`/projects/${project}`, `/teams/${team}?opt_fields=description,html_description`, stories]) {
    const { status, body } = await ben.get(path)
    assert.equal(status, 200)
    assert.doesNotMatch(JSON.stringify(body), /LAYOFFS/, path)
  }
  const comments = (await ann.get(stories)).data.filter(({ text }: Json) => text === 'See LAYOFFS')
  assert.equal(comments.length, 1, 'the author reads the name')
})
