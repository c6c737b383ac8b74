import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyField, makeField } from '../../../../test/harness/fields.ts'
import { ok } from '../../../../test/harness/sample.ts'
import { makeProjectTemplate, makeTaskTemplate } from '../../../../test/harness/samples/templates.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import { watchStatements } from '../../../../test/harness/statements.ts'
import { type Json, world } from '../../../../test/harness/world.ts'
import { createWorkspace, join } from '../../../resources/people/rules/join.ts'
import { update } from '../../../store/change.ts'

const watch = watchStatements()
const all = await world()
const { ann, ben, store, workspace, person, clock } = all
const admin = await signedIn(all, ann)
const path = `/organizations/${workspace}/trash`

const list = async (query = ''): Promise<Json[]> => (await ok(admin.get(path + query))).data as Json[]
const gids = (entries: Json[]) => entries.map(({ gid }) => gid as string)
const restore = (gid: string) => admin.post(`${path}/${gid}/restore`)
const entryOf = async (gid: string) => (await list()).find(one => one.gid === gid)

/** Whether Ann sees the object. */
const isThere = async (type: string, gid: string) => (await ann.get(`/${type}/${gid}`)).status === 200

const makeTask = (data: Json) => ann.create('/tasks', { workspace, ...data })
const makeProject = (name: string) => ann.create('/projects', { workspace, name, privacy_setting: 'private' })

const makeStatus = async () =>
  ann.create('/status_updates', {
    ...{ parent: await makeProject('Reported'), status_type: 'on_track', title: 'Week 1', text: 'Well' },
  })

const makeBrief = async () => ann.create(`/projects/${await makeProject('Explained')}/project_briefs`, { title: 'Why' })

/** Moves a team to the trash, as provisioning does. */
const discardTeam = (gid: string) =>
  store.write(tx => update(tx, 'teams', { gid: Number(gid) }, { deleted_at: tx.now })).then(() => undefined)

test('each type is listed and restored unchanged', async () => {
  const task = await makeTask({ name: 'Commented' })
  const things: [type: string, name: string, by: Json | null, gid: string][] = [
    ['team', 'Design', null, await ann.create('/teams', { organization: workspace, name: 'Design' })],
    ['project', 'Launch', ann, await makeProject('Launch')],
    ['task', 'Write', ann, await makeTask({ name: 'Write' })],
    ['tag', 'urgent', null, await ann.create('/tags', { workspace, name: 'urgent' })],
    ['custom_field', 'Effort', null, await makeField(all, 'number', { name: 'Effort', precision: 0 })],
    ['status_update', 'Week 1', ann, await makeStatus()],
    ['project_brief', 'Why', ann, await makeBrief()],
    ['project_template', 'Template', ann, await makeProjectTemplate(all, ann)],
    ['task_template', 'Template', ann, await makeTaskTemplate(all, ann, await makeProject('Repeated'))],
    ['story', 'Commented', ann, await ann.create(`/tasks/${task}/stories`, { text: 'Not for others' })],
  ]
  for (const [type, name, by, gid] of things) {
    const paths: Json = { story: 'stories' }
    const many = paths[type] ?? `${type}s`
    const before = (await ok(ann.get(`/${many}/${gid}`))).data
    assert.equal((await restore(gid)).status, 404, `a ${type} that is not in the trash`)
    if (type === 'team') await discardTeam(gid)
    else await ok(ann.delete(`/${many}/${gid}`))
    const entry = await entryOf(gid)
    assert.ok(entry, type)
    const { deleted_at, purged_at, ...rest } = entry
    assert.equal(Date.parse(purged_at) - Date.parse(deleted_at), 30 * 24 * 60 * 60 * 1000)
    assert.match(deleted_at, /^2026-01-05T\d\d:\d\d:\d\d\.\d{3}Z$/)
    const deleted_by = by && { gid: by.gid, name: 'Ann' }
    assert.deepEqual(rest, { gid, resource_type: type, name, deleted_by })
    assert.deepEqual((await ok(restore(gid))).data, { gid, resource_type: type, name })
    assert.deepEqual((await ok(ann.get(`/${many}/${gid}`))).data, before)
    assert.equal(await entryOf(gid), undefined)
    assert.equal((await restore(gid)).status, 404, `a ${type} that came back`)
  }
})

test('a template is not restored before its team or its project', async () => {
  const team = await ann.create('/teams', { organization: workspace, name: 'Owners' })
  const ofTeam = await makeProjectTemplate(all, ann, { team: Number(team) })
  const project = await makeProject('Owner')
  const ofProject = await makeTaskTemplate(all, ann, project)
  await ok(ann.delete(`/project_templates/${ofTeam}`))
  await ok(ann.delete(`/task_templates/${ofProject}`))
  await ok(ann.delete(`/projects/${project}`))
  await discardTeam(team)
  const texts = [(await restore(ofTeam)).message, (await restore(ofProject)).message]
  assert.deepEqual(texts, [
    `The team of this template is in the trash too: restore the team ${team} first.`,
    `The project of this template is in the trash too: restore the project ${project} first.`,
  ])
  for (const gid of [team, project, ofTeam, ofProject]) await ok(restore(gid))
  assert.deepEqual(
    [await isThere('project_templates', ofTeam), await isThere('task_templates', ofProject)],
    [true, true],
  )
})

test('a project is restored with what was deleted together with it, and without what was deleted before', async () => {
  const project = await makeProject('Whole')
  const [early, late] = [await makeTask({ projects: [project] }), await makeTask({ projects: [project] })]
  const below = await ann.create(`/tasks/${late}/subtasks`, { name: 'Below' })
  await ok(ann.delete(`/tasks/${early}`))
  await ok(ann.delete(`/projects/${project}`))
  assert.equal(await isThere('tasks', below), false)
  await ok(restore(project))
  assert.deepEqual(gids((await ok(ann.get(`/projects/${project}/tasks`))).data as Json[]), [late])
  assert.equal((await ok(ann.get(`/tasks/${below}`))).data.parent.gid, late)
  assert.equal(await isThere('tasks', early), false)
  assert.deepEqual(gids(await list()), [early])
  await ok(restore(early))
})

test('a task is restored with its subtasks, and without those that were deleted before', async () => {
  const task = await makeTask({ name: 'Above' })
  const [gone, kept] = [
    await ann.create(`/tasks/${task}/subtasks`, { name: 'Gone' }),
    await ann.create(`/tasks/${task}/subtasks`, { name: 'Kept' }),
  ]
  const deep = await ann.create(`/tasks/${kept}/subtasks`, { name: 'Deep' })
  await ok(ann.delete(`/tasks/${gone}`))
  await ok(ann.delete(`/tasks/${task}`))
  await ok(restore(task))
  assert.deepEqual(gids((await ok(ann.get(`/tasks/${task}/subtasks`))).data as Json[]), [kept])
  assert.equal(await isThere('tasks', deep), true)
  assert.deepEqual(gids(await list()), [gone])
  await ok(restore(gone))
})

test('a task whose project is still in the trash is restored without the project', async () => {
  const project = await makeProject('Left')
  const [one, other] = [await makeTask({ projects: [project] }), await makeTask({ projects: [project] })]
  await ok(ann.delete(`/projects/${project}`))
  await ok(restore(one))
  assert.deepEqual((await ok(ann.get(`/tasks/${one}?opt_fields=projects`))).data.projects, [])
  assert.deepEqual([await isThere('tasks', other), await isThere('projects', project)], [false, false])
  await ok(restore(project))
  assert.deepEqual(gids((await ok(ann.get(`/projects/${project}/tasks`))).data as Json[]).sort(), [one, other].sort())
})

test('a subtask whose parent is in the trash is restored alone, and is its subtask again later', async () => {
  const task = await makeTask({ name: 'Above' })
  const below = await ann.create(`/tasks/${task}/subtasks`, { name: 'Below', assignee: 'me' })
  await ok(ann.delete(`/tasks/${task}`))
  await ok(restore(below))
  assert.equal((await ok(ann.get(`/tasks/${below}`))).data.parent, null)
  await ok(restore(task))
  assert.equal((await ok(ann.get(`/tasks/${below}`))).data.parent.gid, task)
})

test('a comment cannot be restored before its task, and restoring it changes the task', async () => {
  const task = await makeTask({ name: 'Discussed' })
  const story = await ann.create(`/tasks/${task}/stories`, { text: 'Words' })
  await ok(ann.delete(`/stories/${story}`))
  await ok(ann.delete(`/tasks/${task}`))
  const { status, message } = await restore(story)
  const text = `The task of this comment is in the trash too: restore the task ${task} first.`
  assert.deepEqual([status, message], [400, text])
  await ok(restore(task))
  const before = (await ok(ann.get(`/tasks/${task}`))).data.modified_at
  clock.now += 60_000
  await ok(restore(story))
  assert.ok((await ok(ann.get(`/tasks/${task}`))).data.modified_at > before)
  assert.equal((await ok(ann.get(`/stories/${story}`))).data.text, 'Words')
})

test('a team cannot be restored while another has its name in any case', async () => {
  const gid = await ann.create('/teams', { organization: workspace, name: 'Sales' })
  await discardTeam(gid)
  const other = await ann.create('/teams', { organization: workspace, name: 'SALES' })
  const { status, message } = await restore(gid)
  assert.deepEqual(
    [status, message],
    [400, 'Another team is called "Sales" now: rename that one, then restore this one.'],
  )
  assert.ok(await entryOf(gid))
  await ok(ann.put(`/teams/${other}`, { name: 'Marketing' }))
  await ok(restore(gid))
  assert.equal(await isThere('teams', gid), true)
})

test('a custom field cannot be restored while another has its name or its prefix', async () => {
  const gid = await makeField(all, 'text', { name: 'Number', id_prefix: 'AB' })
  await ok(ann.delete(`/custom_fields/${gid}`))
  const other = await makeField(all, 'text', { name: 'Number', id_prefix: 'AB' })
  const refusal = async () => {
    const { status, message } = await restore(gid)
    assert.equal(status, 400)
    return message
  }
  assert.equal(await refusal(), 'Another custom field is called "Number" now: rename that one, then restore this one.')
  await ok(ann.put(`/custom_fields/${other}`, { name: 'Other number' }))
  assert.equal(await refusal(), 'Another custom field numbers with AB now: delete that one, then restore this one.')
  await ok(ann.delete(`/custom_fields/${other}`))
  await ok(restore(gid))
  assert.equal(await isThere('custom_fields', gid), true)
})

test('a formula cannot be restored while it would form a cycle', async () => {
  const formula = (name: string, text: string) => makeField(all, 'number', { name, precision: 0, formula: text })
  const plain = await makeField(all, 'number', { name: 'Plain', precision: 0 })
  const first = await formula('First', `{${plain}}`)
  const second = await formula('Second', `{${first}}`)
  const third = await formula('Third', `{${second}}`)
  await ok(ann.delete(`/custom_fields/${second}`))
  await ok(ann.put(`/custom_fields/${first}`, { formula: `{${third}}` }))
  const { status, message } = await restore(second)
  const text = 'A formula cannot depend on its own value: change the formulas that need this field, then restore it.'
  assert.deepEqual([status, message], [400, text])
  await ok(ann.put(`/custom_fields/${first}`, { formula: `{${plain}}` }))
  await ok(restore(second))
})

test('restoring a task or a field assigns the numbers that were not assigned meanwhile', async () => {
  const project = await makeProject('Numbered')
  const field = await makeField(all, 'text', { name: 'Id', id_prefix: 'ID' })
  const early = await makeTask({ projects: [project] })
  await ok(ann.delete(`/tasks/${early}`))
  await applyField(ann, project, field)
  await ok(restore(early))
  await ok(ann.delete(`/custom_fields/${field}`))
  const late = await makeTask({ projects: [project] })
  await ok(restore(field))
  const numbers = []
  for (const gid of [early, late]) {
    const { custom_fields } = (await ok(ann.get(`/tasks/${gid}?opt_fields=custom_fields.display_value`))).data
    numbers.push(custom_fields[0].display_value)
  }
  assert.deepEqual(numbers, ['ID-1', 'ID-2'])
})

test('a restored task loses an external key that another task has taken', async () => {
  const external = { gid: 'own', data: '' }
  const gone = await makeTask({ name: 'First', external })
  await ok(ann.delete(`/tasks/${gone}`))
  const other = await makeTask({ name: 'Second', external })
  await ok(restore(gone))
  assert.equal((await ok(ann.get('/tasks/external:own'))).data.gid, other)
  assert.equal((await ok(ann.get(`/tasks/${gone}?opt_fields=external`))).data.external, undefined)
})

test('only administrators reach the trash, and callers without access get 404', async () => {
  const gid = await makeTask({ name: 'Secret' })
  await ok(ann.delete(`/tasks/${gid}`))
  const guest = await person('Gil', { is_guest: true })
  const stranger = await person('Sam', null)
  const olga = await person('Olga', null)
  const other = await store.write(async tx => {
    const made = await createWorkspace(tx, { name: 'Other', domains: ['other.example'], plan: 'enterprise' })
    await join(tx, Number(olga.gid), made, { is_admin: true })
    return made
  })
  for (const [who, expected] of [
    [ben, 403],
    [guest, 403],
    [stranger, 404],
    [olga, 404],
  ] as const) {
    const visitor = await signedIn(all, who)
    assert.equal((await visitor.get(path)).status, expected)
    assert.equal((await visitor.post(`${path}/${gid}/restore`)).status, expected)
  }
  const visitor = await signedIn(all, olga)
  const elsewhere = `/organizations/${other}/trash`
  assert.deepEqual((await ok(visitor.get(elsewhere))).data, [])
  assert.equal((await visitor.post(`${elsewhere}/${gid}/restore`)).status, 404)
  assert.ok(await entryOf(gid))
})

test('a page has a hundred entries and one statement, and loses none that were deleted at the same time', async () => {
  const before = gids(await list())
  const project = await makeProject('Large')
  const tasks = new Set<string>()
  for (let at = 0; at < 150; at++) tasks.add(await makeTask({ projects: [project] }))
  await ok(ann.delete(`/projects/${project}`))
  const tag = await ann.create('/tags', { workspace, name: 'Last' })
  await ok(ann.delete(`/tags/${tag}`))
  await list()
  const seen: string[] = []
  for (let query = ''; ; ) {
    watch.take()
    const page = await list(query)
    assert.equal(watch.take().length, 2, 'the right and the page')
    seen.push(...gids(page))
    const last = page.at(-1)
    if (page.length < 100 || !last) break
    query = `?before=${last.deleted_at}&before_gid=${last.gid}`
  }
  assert.equal(seen[0], tag)
  assert.equal(new Set(seen).size, seen.length)
  assert.deepEqual(new Set(seen), new Set([tag, project, ...tasks, ...before]))
  const { deleted_at } = (await list())[1] ?? assert.fail()
  assert.deepEqual(gids(await list(`?before=${deleted_at}`)), before, 'a cursor without a gid starts before that time')
})

test('an invalid cursor is refused', async () => {
  for (const query of ['?before=yesterday', '?before=', '?before=2026-01-05T09:00:00.000Z&before_gid=x']) {
    assert.equal((await admin.get(path + query)).status, 400, query)
  }
})
