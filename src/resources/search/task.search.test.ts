/** The search of tasks: filters, texts, orders, rights and pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBadRequest } from '../../../test/harness/fields.ts'
import { makeProject } from '../../../test/harness/work.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

const names = (data: Json): string[] => data.map(({ name }: Json) => name)

/** The names of the results, in order. */
async function found(person: Person, { workspace }: Pick<World, 'workspace'>, query: string): Promise<string[]> {
  const answer = await person.get(`/workspaces/${workspace}/tasks/search?${query}`)
  assert.equal(answer.status, 200, String(answer.message))
  return names(answer.data)
}

const refused = async (person: Person, { workspace }: Pick<World, 'workspace'>, query: string, message: RegExp) =>
  assertBadRequest(await person.get(`/workspaces/${workspace}/tasks/search?${query}`), message, query)

/** A public project with tasks of these names, and a function that searches as Ann. */
async function office(titles: string[] = []) {
  const home = await world()
  const { ann, workspace } = home
  const { gid: project, sections } = await makeProject(home, {
    ...{ members: [[ann, 'admin']], privacy: 'public_to_workspace', sections: ['One', 'Two'] },
  })
  const add = (name: string, more: Json = {}) => ann.create('/tasks', { projects: [project], name, ...more })
  const tasks: string[] = []
  for (const title of titles) tasks.push(await add(title))
  const search = (query: string) => found(ann, home, query)
  return { ...home, project, sections, tasks, add, search, workspace }
}

test('a text is found in names, notes, comments and custom text, by the beginning of its words', async () => {
  const { ann, workspace, project, add, search, tasks } = await office(['Quarterly report', 'Other'])
  await add('With notes', { notes: 'The quarterly numbers' })
  await ann.create(`/tasks/${tasks[1]}/stories`, { text: 'Quarters of the house' })
  const field = await ann.create('/custom_fields', { workspace, name: 'Stage', resource_subtype: 'text' })
  await ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: field })
  await add('With a field', { custom_fields: { [field]: 'Last quarter' } })
  assert.deepEqual((await search('text=QUART')).sort(), ['Other', 'Quarterly report', 'With a field', 'With notes'])
  assert.deepEqual(await search('text=uarterly'), [])
  assert.deepEqual(await search('text=numbers%20with'), ['With notes'], 'words of name and notes')
  assert.deepEqual(await search('text=house%20other'), ['Other'], 'words of name and comment')
  assert.deepEqual(await search('text=%22quarterly%22&sort_by=created_at'), ['With notes', 'Quarterly report'])
  assert.deepEqual(await search('text=%22the%20quarterly%20numbers%22'), ['With notes'])
  assert.deepEqual(await search('text=%22report%20the%22'), [])
  assert.deepEqual(await search('text=%22notes%20the%22'), [], 'no phrase spans name and notes')
  assert.deepEqual(await search('text=...'), [])
})

test('an answer has the compact tasks, and no next page unless the client pages', async () => {
  const { ann, workspace, tasks } = await office(['Alone'])
  const { body } = await ann.get(`/workspaces/${workspace}/tasks/search?text=alone`)
  const compact = { gid: tasks[0], resource_type: 'task', name: 'Alone', resource_subtype: 'default_task' }
  assert.deepEqual(body, { data: [compact] })
  const paged = await ann.get(`/workspaces/${workspace}/tasks/search?text=alone&limit=5&opt_fields=notes`)
  assert.deepEqual(paged.body, { data: [{ gid: tasks[0], notes: '' }], next_page: null })
})

test('lists combine as any, all and none of', async () => {
  const home = await office(['A', 'B', 'C', 'D'])
  const { ann, ben, workspace, project, sections, tasks, search } = home
  const [a, b, c] = tasks as [string, string, string]
  const [red, blue] = [
    await ann.create('/tags', { workspace, name: 'red' }),
    await ann.create('/tags', { workspace, name: 'blue' }),
  ]
  for (const [task, tag] of [
    [a, red],
    [b, blue],
    [c, red],
    [c, blue],
  ])
    await ann.post(`/tasks/${task}/addTag`, { tag })
  const sorted = async (query: string) => (await search(query)).sort().join('')
  assert.equal(await sorted(`tags.any=${red}`), 'AC')
  assert.equal(await sorted(`tags.any=${red},${blue}`), 'ABC')
  assert.equal(await sorted(`tags.all=${red},${blue}`), 'C')
  assert.equal(await sorted(`tags.not=${red}`), 'BD')
  assert.equal(await sorted('tags.any=null'), 'D')
  assert.equal(await sorted(`tags.any=null,${blue}`), 'BCD')
  assert.equal(await sorted(`tags.any=${red}&tags.not=${blue}`), 'A')
  assert.equal(await sorted(`projects.any=${project}`), 'ABCD')
  assert.equal(await sorted('projects.any=null'), '')
  await ann.post(`/sections/${sections[1]}/addTask`, { task: b })
  assert.equal(await sorted(`sections.any=${sections[1]}`), 'B')
  const other = await makeProject(home, { members: [[ann, 'admin']] })
  await ann.post(`/tasks/${a}/addProject`, { project: other.gid })
  assert.equal(await sorted(`projects.all=${project},${other.gid}`), 'A')
  assert.equal(await sorted(`projects.any=${other.gid}&sections.any=${sections[1]}`), 'AB', 'a union')
  await ann.put(`/tasks/${c}`, { assignee: ben.gid })
  assert.equal(await sorted(`assignee.any=${ben.email}`), 'C')
  assert.equal(await sorted('assignee.any='), 'ABD')
  assert.equal(await sorted(`assignee.not=${ben.gid}`), 'ABD')
  assert.equal(await sorted('assignee.not=null'), 'C')
  assert.equal(await sorted('assigned_by.any=me'), 'C')
  assert.equal(await sorted(`created_by.any=${ben.gid}`), '')
  assert.equal(await sorted('created_by.any=me'), 'ABCD')
  await ben.post(`/tasks/${c}/stories`, { text: 'Yes' })
  await ben.put(`/tasks/${c}`, { liked: true })
  assert.equal(await sorted(`commented_on_by.any=${ben.gid}`), 'C')
  assert.equal(await sorted(`commented_on_by.not=${ben.gid}`), 'ABD')
  assert.equal(await sorted(`liked_by.not=${ben.gid}`), 'ABD')
  assert.equal(await sorted(`followers.any=${ben.gid}`), 'C')
  assert.equal(await sorted(`followers.not=${ben.gid}`), 'ABD')
})

test('days and times bound the dates', async () => {
  const { add, search, clock, ann, store } = await office()
  await add('Monday', { due_on: '2026-03-02' })
  await add('Tuesday', { due_on: '2026-03-03', start_on: '2026-03-01' })
  await add('At noon', { due_at: '2026-03-04T12:00:00Z' })
  const never = await add('Never')
  const sorted = async (query: string) => (await search(query)).sort()
  assert.deepEqual(await sorted('due_on=2026-03-02'), ['Monday'])
  assert.deepEqual(await sorted('due_on.before=2026-03-03'), ['Monday'])
  assert.deepEqual(await sorted('due_on.after=2026-03-02'), ['At noon', 'Tuesday'])
  assert.deepEqual(await sorted('due_on.after=2026-03-01&due_on.before=2026-03-04'), ['Monday', 'Tuesday'])
  assert.deepEqual(await sorted('due_on=null'), ['Never'])
  assert.deepEqual(await sorted('due_at.before=2026-03-04T12:00:01Z'), ['At noon'])
  assert.deepEqual(await sorted('due_at.after=2026-03-04T12:00:00Z'), [])
  assert.deepEqual(await sorted('start_on=2026-03-01'), ['Tuesday'])
  await store.write(tx => update(tx, 'users', { gid: Number(ann.gid) }, { time_zone: 'Asia/Tokyo' }))
  clock.now = Date.UTC(2026, 5, 1, 16)
  await ann.put(`/tasks/${never}`, { completed: true })
  assert.deepEqual(await sorted('completed_on=2026-06-02'), ['Never'], 'it is the next day in Tokyo')
  assert.deepEqual(await sorted('completed_on=2026-06-01'), [])
  assert.deepEqual(await sorted('completed_on.after=2026-06-01'), ['Never'])
  assert.deepEqual(await sorted('completed_on.before=2026-06-02'), [])
  assert.deepEqual((await sorted('completed_on=null')).length, 3)
  assert.deepEqual(await sorted('modified_at.after=2026-06-01T00:00:00Z'), ['Never'])
  assert.equal((await sorted('created_on=2026-01-05')).length, 4)
})

test('flags and words select tasks', async () => {
  const { ann, add, search, tasks } = await office(['First', 'Second'])
  await ann.post(`/tasks/${tasks[1]}/addDependencies`, { dependencies: [tasks[0]] })
  await ann.create(`/tasks/${tasks[0]}/subtasks`, { name: 'Child' })
  await add('Stone', { resource_subtype: 'milestone' })
  assert.deepEqual(await search('is_blocking=true'), ['First'])
  assert.deepEqual(await search('is_blocked=true'), ['Second'])
  assert.deepEqual(await search('is_subtask=true'), ['Child'])
  assert.deepEqual(await search('resource_subtype=milestone'), ['Stone'])
  await ann.put(`/tasks/${tasks[0]}`, { completed: true })
  assert.deepEqual([await search('is_blocking=true'), await search('is_blocked=true')], [[], []])
  assert.deepEqual(await search('completed=true'), ['First'])
  assert.equal((await search('completed=false')).length, 3)
  await ann.delete(`/tasks/${tasks[1]}`)
  assert.deepEqual(await search('text=second'), [])
})

test('results are in the requested order', async () => {
  const { ann, add, search, tasks } = await office(['Plan', 'Other plan', 'Planning'])
  await add('Unplanned', { notes: 'plan', due_on: '2026-02-01' })
  await ann.put(`/tasks/${tasks[1]}`, { due_on: '2026-01-30' })
  await ann.put(`/tasks/${tasks[0]}`, { liked: true })
  const by = (order: string) => search(`text=plan&sort_by=${order}`)
  assert.deepEqual(await by('created_at'), ['Unplanned', 'Planning', 'Other plan', 'Plan'])
  assert.deepEqual(await by('created_at&sort_ascending=true'), ['Plan', 'Other plan', 'Planning', 'Unplanned'])
  assert.deepEqual(await by('due_date'), ['Unplanned', 'Other plan', 'Planning', 'Plan'])
  assert.deepEqual((await by('due_date&sort_ascending=true')).slice(0, 2), ['Other plan', 'Unplanned'])
  assert.deepEqual((await by('likes'))[0], 'Plan')
  assert.deepEqual(await by('relevance'), ['Other plan', 'Plan', 'Planning', 'Unplanned'])
  assert.deepEqual((await search('text=plan'))[0], 'Plan', 'modified last')
})

test('nobody finds what they cannot see', async () => {
  const home = await office(['Public plan'])
  const { ann, ben, person, workspace } = home
  const guest = await person('Gus', { is_guest: true } as never)
  const secret = await makeProject(home, { members: [[ann, 'admin']] })
  const hidden = await ann.create('/tasks', { projects: [secret.gid], name: 'Secret plan' })
  await ann.create(`/tasks/${hidden}/subtasks`, { name: 'Step of the plan' })
  const seen = async (who: Person) => (await found(who, home, 'text=plan')).sort()
  assert.deepEqual(await seen(ann), ['Public plan', 'Secret plan', 'Step of the plan'])
  assert.deepEqual(await seen(ben), ['Public plan'])
  assert.deepEqual(await seen(guest), [])
  await refused(ben, home, `projects.any=${secret.gid}`, /Not a recognized ID/)
  await refused(ben, home, 'projects.any=1', /Not a recognized ID/)
  await ann.post(`/tasks/${hidden}/addFollowers`, { followers: [guest.gid] })
  assert.deepEqual(await seen(guest), ['Secret plan', 'Step of the plan'])
  const stranger = await person('Sam', null)
  assert.equal((await stranger.get(`/workspaces/${workspace}/tasks/search?text=plan`)).status, 404)
  assert.deepEqual(await found(await home.service('Bot'), home, 'text=secret'), ['Secret plan'])
})

test('the text of a custom field is found only by those who see the field', async () => {
  const { ann, ben, workspace, project, add, ...home } = await office()
  const definition = { workspace, name: 'Salary', resource_subtype: 'text', privacy_setting: 'private' }
  const field = await ann.create('/custom_fields', definition)
  await ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: field })
  await add('Hire', { custom_fields: { [field]: 'enormous' } })
  assert.deepEqual(await found(ann, { workspace }, 'text=enormous'), ['Hire'])
  const carl = await home.person('Carl')
  assert.deepEqual(await found(carl, { workspace }, 'text=enormous'), [])
  assert.deepEqual(await found(carl, { workspace }, 'text=hire'), ['Hire'])
  await refused(carl, { workspace }, `custom_fields.${field}.contains=x`, /Not a recognized ID/)
})

test('pages follow each other beyond the first hundred', async () => {
  const { ann, workspace, search, store, project } = await office()
  const gid = Number(await ann.create('/tasks', { projects: [project], name: 'Row' }))
  for (let index = 0; index < 6; index++) await ann.create('/tasks', { projects: [project], name: `Row ${index}` })
  assert.equal((await store.read.db.selectFrom('tasks').select('gid').execute()).length, 7)
  for (const order of ['modified_at', 'due_date', 'relevance', 'likes', 'created_at&sort_ascending=true']) {
    const all = await search(`text=row&sort_by=${order}`)
    const paged: string[] = []
    let path = `/workspaces/${workspace}/tasks/search?text=row&limit=2&sort_by=${order}`
    for (;;) {
      const { body } = await ann.get(path)
      paged.push(...names(body.data))
      if (!body.next_page) break
      path = body.next_page.path
    }
    assert.deepEqual(paged, all, order)
    assert.equal(all.length, 7)
  }
  assert.ok(gid > 0)
})

test('contradictory and unknown filters are refused, unknown parameters are ignored', async () => {
  const home = await office(['One'])
  const { ann, tasks, project } = home
  const bad = (query: string, message: RegExp) => refused(ann, home, query, message)
  await bad('', /at least one parameter/)
  await bad('sort_by=likes&limit=3', /at least one parameter/)
  await bad(`projects.any=${project}&projects.not=${project}`, /Already in another list of projects/)
  await bad('assignee.any=me&assignee.not=me', /Already in another list of assignee/)
  await bad('due_on=2026-01-01&due_on.before=2026-02-01', /only one of these/)
  await bad('due_on.before=2026-01-01&due_at.after=2026-02-01', /only one of these/)
  await bad('due_on.after=2026-02-01&due_on.before=2026-01-01', /lower bound/)
  await bad('due_on=soon', /Date must be/)
  await bad('sort_by=color', /Not a recognized value/)
  await bad('completed=maybe', /Not true or false/)
  await bad(`tags.any=${tasks[0]}`, /Not a recognized ID/)
  await bad('tags.all=null', /Cannot contain null/)
  await bad(`projects.any=${Array(10_000).fill(project).join()}`, /Too many values/)
  await bad('text=one&limit=101', /Must be between 1 and 100/)
  assert.deepEqual(await found(ann, home, 'text=one&likes.any=7&nothing=x'), ['One'])
})

test('any text is a search', async () => {
  const home = await office([`O'Neil "quoted" 100% AND (x OR y) NEAR/2 \\ * ^ : & | ! <-> ;--`])
  const { ann } = home
  const texts = [
    ...[
      '"',
      '""',
      '"a',
      "'",
      '\\',
      '*',
      'a*',
      '^a',
      'a:b',
      'AND',
      'OR',
      'NOT',
      'NEAR(a b)',
      '(',
      ')',
      '{a}',
      '-a',
      '+a',
    ],
    ...[
      '%',
      '_',
      '&',
      '|',
      '!',
      '<->',
      ':*',
      "o'neil' or 1=1 --",
      '\u0001',
      '\u2028',
      '🚀',
      'ß'.repeat(999),
      'a '.repeat(499),
    ],
    ...['ＡＮＤ', '\u200b', '{x}', '?1', '$1', '\ufdfa'.repeat(900)],
  ]
  for (const text of texts) {
    const answer = await ann.get(`/workspaces/${home.workspace}/tasks/search?text=${encodeURIComponent(text)}`)
    assert.equal(answer.status, 200, `${JSON.stringify(text)}: ${answer.message}`)
  }
  for (const text of ["o'neil", 'ONEIL', '"quoted 100"', 'near x', 'and or']) {
    const data = await found(ann, home, `text=${encodeURIComponent(text)}`)
    assert.equal(data.length, 1, text)
  }
  await refused(ann, home, `text=${'x'.repeat(1001)}`, /Text is too long/)
  await refused(ann, home, 'text=%00', /cannot be stored/)
})

test('search needs a paid plan', async () => {
  const { ann, store, workspace } = await office(['One'])
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan: 'free' }))
  const answer = await ann.get(`/workspaces/${workspace}/tasks/search?text=one`)
  assert.deepEqual([answer.status, answer.message], [402, 'Search is only available to premium users.'])
  assert.equal((await ann.get(`/workspaces/${workspace}/projects/search?text=one`)).status, 402)
})

test('searches have a rate limit of their own', async () => {
  const home = await world({ limits: { search: 2 } })
  const path = `/workspaces/${home.workspace}/tasks/search?text=x`
  const statuses: number[] = []
  for (let count = 0; count < 4; count++) statuses.push((await home.ann.get(path)).status)
  assert.deepEqual([statuses[0], statuses[3]], [200, 429])
  assert.equal((await home.ann.get('/users/me')).status, 200)
})
