/** Seeds with roles, time, capacity, custom types, rules and templates: what the API shows of them, and every mistake. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mistakesIn, seeded, seedOf } from '../../../test/harness/emulator/seeded.ts'
import { assertGrantsMatch } from '../../../test/harness/engine.ts'
import { type Json, world } from '../../../test/harness/world.ts'
import { rulesOf } from '../../store/queries/automation/rules.ts'
import { gidOfKey } from './keys.ts'
import { SeedRefused } from './load_seed.ts'

const SEED = `
seed: 1
workspace: { key: acme }
roles:
  contractor: { name: Contractor, description: From outside, base_role_type: member, permissions: { create_team: false } }
people:
  ann:
    admin: true
    token: true
    ooo_entries: [{ start_date: 2026-02-02, end_date: 2026-02-06 }]
    timesheet_approval_statuses:
      - { start_date: 2026-01-05, approval_status: APPROVED, message: Fine }
      - { start_date: 2026-01-12, end_date: 2026-01-18, approval_status: submitted }
  ben: { role: contractor, token: true }
  cem: { token: true }
placeholders: { designer: Designer }
time_tracking_categories:
  design: { name: Design, color: blue }
  old: { name: Old, is_archived: true }
teams: { eng: { members: [ann, ben] } }
tags: { urgent: {} }
custom_fields: { size: { type: enum, options: [Small, Large] }, day: { type: date }, who: { type: people } }
projects:
  launch:
    team: eng
    privacy_setting: private
    custom_fields: [size, day, who]
    sections: { todo: To do, done: Done }
    custom_types:
      bug:
        name: Bug
        status_options:
          - { name: Open, completion_state: Incomplete, color: red }
          - { name: Fixed, completion_state: Complete }
          - { name: Strange, completion_state: Complete, enabled: false }
      plain: {}
    allocations:
      - { assignee: designer, start_date: 2026-01-05, end_date: 2026-01-09, effort: { type: hours, value: 4 } }
      - { assignee: ben, start_date: 2026-01-05, end_date: 2026-01-06 }
    budget: { budget_type: time, total: { enabled: true, value: 600 }, actual: { billable_status_filter: any } }
    rates: [{ resource: ann, rate: 80.5 }, { resource: designer, rate: 100 }]
    access_requests: [{ by: cem, message: Please }]
    rules:
      triage:
        name: Triage
        trigger: { kind: task_added }
        conditions:
          - { kind: custom_field, custom_field: size, is: is, value: Large }
          - { kind: field, field: assignee, is: is_not, value: ann }
        actions:
          - { kind: move, section: done }
          - { kind: set_custom_field, custom_field: who, value: [ann] }
          - { kind: set_custom_field, custom_field: size, value: '{{size}}' }
      intake: { is_active: false, trigger: { kind: incoming_request }, actions: [{ kind: comment, text: Hi }] }
    task_templates:
      report:
        name: Report
        tasks:
          - { name: Report, due_on: 3, custom_fields: { size: Large, day: 2026-03-01 }, subtasks: [Write, { name: Read, dependencies: [Write] }] }
    tasks:
      crash:
        resource_subtype: custom
        custom_type: bug
        custom_type_status_option: Fixed
        time_tracking_entries:
          - { duration_minutes: 30, categories: [design], entered_on: 2026-01-06 }
          - { duration_minutes: 15, categories: [old], entered_on: 2026-01-07, billable_status: billable }
        comments: [{ text: Done, reactions: [{ emoji: 👍🏽, by: ben }, 🎉] }]
        subtasks: { part: { resource_subtype: custom, custom_type: bug } }
      fresh: { resource_subtype: custom, custom_type: plain }
project_templates:
  release:
    name: Release
    team: eng
    color: dark-green
    description: Each month
    sections: [To do, { name: Done }]
    requested_roles: [Writer]
    requested_date: due
    custom_fields: [size]
    tasks:
      - { name: Draft, section: Done, role: Writer, due_on: -3, tags: [urgent], subtasks: [{ name: Outline, assignee: ben }] }
`

test('everything is read back by the API with all its members', async () => {
  const at = await world()
  const loaded = await seeded(at, SEED)
  const [ann, ben, gid] = [loaded.as('ann'), loaded.as('ben'), loaded.gid]
  const get = async (path: string): Promise<[Json, ...Json[]] & Json> => {
    const { status, data, message } = await ann.get(path)
    assert.equal(status, 200, `${path}: ${message}`)
    return data as [Json, ...Json[]] & Json
  }
  const [workspace, launch] = [gid('acme'), gid('launch')]
  const role = await get(`/roles/${gid('contractor')}`)
  assert.deepEqual([role.name, role.description, role.base_role_type], ['Contractor', 'From outside', 'member'])
  assert.equal(role.permissions.create_team, false)
  const refused = await ben.post('/teams', { organization: workspace, name: 'Mine' })
  assert.match(`${refused.status} ${refused.message}`, /^403 .*create_team/)

  const [away] = await get(
    `/ooo_entries?user=${gid('ann')}&workspace=${workspace}&opt_fields=start_date,end_date,created_by`,
  )
  assert.deepEqual([away.start_date, away.end_date, away.created_by.gid], ['2026-02-02', '2026-02-06', gid('ann')])
  const sheets = await get(`/timesheet_approval_statuses?workspace=${workspace}&user=${gid('ann')}`)
  assert.deepEqual(
    sheets.map(({ start_date, end_date, approval_status, user }: Json) => [
      ...[start_date, end_date, approval_status, user.gid],
    ]),
    [
      ['2026-01-05', '2026-01-11', 'APPROVED', gid('ann')],
      ['2026-01-12', '2026-01-18', 'SUBMITTED', gid('ann')],
    ],
  )
  const entries = await get(
    `/tasks/${gid('launch/crash')}/time_tracking_entries?opt_fields=categories.name,approval_status`,
  )
  assert.deepEqual(
    entries.map(({ categories, approval_status }: Json) => [categories[0].name, approval_status]),
    [
      ['Design', 'APPROVED'],
      ['Old', 'APPROVED'],
    ],
  )
  const late = await ann.post(`/tasks/${gid('launch/crash')}/time_tracking_entries`, {
    ...{ duration_minutes: 5, entered_on: '2026-01-05' },
  })
  assert.equal(late.status, 403, 'an approved week is locked')
  const category = await get(`/time_tracking_categories/${gid('old')}`)
  assert.deepEqual([category.name, category.color, category.is_archived], ['Old', 'none', true])

  const task = await get(
    `/tasks/${gid('launch/crash')}?opt_fields=completed,actual_time_minutes,custom_type.name,custom_type_status_option.name`,
  )
  assert.deepEqual(
    [task.completed, task.actual_time_minutes, task.custom_type.name, task.custom_type_status_option.name],
    [true, 45, 'Bug', 'Fixed'],
  )
  for (const [key, status] of [
    ['launch/crash/part', 'Open'],
    ['launch/fresh', 'Incomplete'],
  ] as const) {
    const found = await get(`/tasks/${gid(key)}?opt_fields=completed,custom_type_status_option.name`)
    assert.deepEqual([found.completed, found.custom_type_status_option.name], [false, status])
  }
  const bug = await get(`/custom_types/${gid('launch/bug')}`)
  assert.deepEqual(
    bug.status_options.map((one: Json) => [one.gid, one.name, one.completion_state, one.color, one.enabled]),
    [
      [gid('launch/bug/Open'), 'Open', 'Incomplete', 'red', true],
      [gid('launch/bug/Fixed'), 'Fixed', 'Complete', 'none', true],
      [gid('launch/bug/Strange'), 'Strange', 'Complete', 'none', false],
    ],
  )

  const allocations = await get(`/allocations?parent=${launch}`)
  const planned = allocations.map(({ assignee, start_date, end_date, effort, created_by }: Json) => [
    ...[assignee.gid, assignee.resource_type, start_date, end_date, effort, created_by.gid],
  ])
  assert.deepEqual(planned, [
    [gid('designer'), 'placeholder', '2026-01-05', '2026-01-09', { type: 'hours', value: 4 }, gid('ann')],
    [gid('ben'), 'user', '2026-01-05', '2026-01-06', null, gid('ann')],
  ])
  const [budget] = await get(`/budgets?parent=${launch}`)
  assert.deepEqual([budget.budget_type, budget.total.value, budget.actual.value], ['time', 600, 45])
  const rates = await get(`/rates?parent=${launch}`)
  assert.deepEqual(
    rates.map(({ resource, rate }: Json) => [resource.name, rate]),
    [
      ['ann', 80.5],
      ['Designer', 100],
    ],
  )
  const [request] = await get(`/access_requests?target=${launch}`)
  assert.deepEqual([request.message, request.approval_status, request.requester.gid], ['Please', 'pending', gid('cem')])
  const [comment] = await get(`/tasks/${gid('launch/crash')}/stories`)
  const [thumb] = await get(`/reactions?target=${comment.gid}&emoji_base=${encodeURIComponent('👍')}`)
  assert.deepEqual([thumb.emoji, thumb.user.gid], ['👍🏽', gid('ben')])
  await assertGrantsMatch(at.store)
})

test('rules run after a load, with keys as gids', async () => {
  const at = await world()
  const loaded = await seeded(at, SEED)
  const { gid } = loaded
  const rules = await rulesOf(at.store.read, Number(gid('launch')))
  const [triage, intake] = ['Triage', 'intake'].map(name => rules.find(rule => rule.name === name))
  assert.deepEqual(JSON.parse(triage?.definition ?? ''), {
    trigger: { kind: 'task_added' },
    conditions: [
      { kind: 'custom_field', custom_field: gid('size'), is: 'is', value: gid('size/Large') },
      { kind: 'field', field: 'assignee', is: 'is_not', value: gid('ann') },
    ],
    actions: [
      { kind: 'move', section: gid('launch/done') },
      { kind: 'set_custom_field', custom_field: gid('who'), value: [gid('ann')] },
      { kind: 'set_custom_field', custom_field: gid('size'), value: '{{size}}' },
    ],
  })
  assert.deepEqual([triage?.active, triage?.owner, intake?.active], [1, Number(gid('ann')), 0])
  assert.equal(String(intake?.rule_trigger), gid('launch/intake/trigger'))
  const paused = await loaded
    .as('ann')
    .post(`/rule_triggers/${gid('launch/intake/trigger')}/run`, { resource: gid('launch/crash'), action_data: {} })
  assert.deepEqual([paused.status, paused.message], [403, 'This rule is paused.'])
})

test('templates are used after a load', async () => {
  const at = await world()
  const loaded = await seeded(at, SEED)
  const [ann, gid] = [loaded.as('ann'), loaded.gid]
  const { data: report } = await ann.get(`/task_templates/${gid('launch/report')}`)
  const { name, relative_due_on, subtasks, custom_fields } = report.template
  assert.deepEqual([name, relative_due_on], ['Report', 3])
  assert.deepEqual(
    subtasks.map((one: Json) => one.name),
    ['Write', 'Read'],
  )
  assert.deepEqual(custom_fields.map((one: Json) => one.enum_value?.name ?? one.date_value.date).sort(), [
    '2026-03-01',
    'Large',
  ])
  const path = `/project_templates/${gid('release')}`
  const { data: release } = await ann.get(path)
  assert.deepEqual([release.name, release.color, release.description], ['Release', 'dark-green', 'Each month'])
  assert.deepEqual([release.public, release.owner.gid, release.team.gid], [true, gid('ann'), gid('eng')])
  const [writer] = release.requested_roles
  assert.deepEqual([writer.name, release.requested_dates[0].gid], ['Writer', '2'])
  const job = await ann.post(`${path}/instantiateProject`, {
    ...{ name: 'May', requested_dates: [{ gid: '2', value: '2026-05-29' }] },
    requested_roles: [{ gid: writer.gid, value: gid('ben') }],
  })
  await at.jobs.tick()
  const project = job.data.new_project.gid
  const fields = 'name,due_on,assignee.gid,memberships.section.name,num_subtasks,tags.name'
  const draft = (await ann.get(`/projects/${project}/tasks?opt_fields=${fields}`)).data[0]
  assert.deepEqual(
    [draft.name, draft.due_on, draft.assignee.gid, draft.num_subtasks, draft.tags[0].name],
    ['Draft', '2026-05-26', gid('ben'), 1, 'urgent'],
  )
  assert.equal(draft.memberships[0].section.name, 'Done')
})

test('keys have the same gids in every process', () => {
  const { gids } = seedOf(SEED)
  assert.equal(gids.contractor, String(gidOfKey('role', 'contractor')))
  assert.equal(gids['launch/intake/trigger'], String(gidOfKey('rule_trigger', 'launch/intake/trigger')))
  for (const gid of Object.values(gids)) assert.match(gid, /^10\d{14}$/)
})

test('all mistakes are found at once, each at its place', () => {
  const wrong = `
seed: 1
workspace: { key: acme }
roles: { helper: { base_role: guest } }
people: { ann: { role: helpr, ooo_entries: [{ start_date: 2026-02-02 }] } }
custom_fields: { size: { type: enum, options: [Small] } }
projects:
  launch:
    custom_types:
      bug: { status_options: [{ name: Open, completion_state: Incomplete }] }
    rates: [{ resource: launch, rate: much }]
    budget: { budget_type: moon }
    rules:
      a: { trigger: { kind: task_aded }, actions: [{ kind: move }] }
      b: { trigger: { kind: task_added, sektion: x }, actions: [{ kind: set_custom_field, custom_field: size, value: Smal }] }
    task_templates: { t: { tasks: [{ name: A, du_on: 1 }, { due_on: x, name: B, dependencies: [C] }] } }
    tasks:
      one: { resource_subtype: custom, custom_type: bug, custom_type_status_option: Opn }
      two: { custom_type_status_option: Open }
project_templates: { r: { sections: [To do], tasks: [{ name: A, section: Todo }] } }
`
  assert.deepEqual(mistakesIn(wrong), [
    '4:18: roles.helper: needs base_role_type',
    '4:20: roles.helper.base_role: unknown member',
    '5:24: people.ann.role: there is no role helpr; did you mean helper?',
    '5:45: people.ann.ooo_entries[0]: needs end_date',
    '10:7: projects.launch.custom_types.bug: status_options: At least one option must have the completion state Complete',
    '11:25: projects.launch.rates[0].resource: launch is a project, not a person or placeholder',
    '11:39: projects.launch.rates[0].rate: Not a number: much',
    '12:28: projects.launch.budget.budget_type: Not a recognized value: moon',
    '14:29: projects.launch.rules.a.trigger.kind: must be one of incoming_request, task_added, task_moved, task_completed, field_changed, custom_field_changed, date_approaching',
    '14:52: projects.launch.rules.a.actions[0]: needs section',
    '15:41: projects.launch.rules.b.trigger.sektion: unknown member',
    '15:118: projects.launch.rules.b.actions[0].value: there is no enum option size/Smal; did you mean size/Small?',
    '16:47: projects.launch.task_templates.t.tasks[0].du_on: unknown member; did you mean due_on?',
    '16:69: projects.launch.task_templates.t.tasks[1].due_on: Not a number: x',
    '16:96: projects.launch.task_templates.t.tasks[1].dependencies[0]: there is no task C in this template; did you mean A?',
    '18:85: projects.launch.tasks.one.custom_type_status_option: there is no custom type status option launch/bug/Opn; did you mean launch/bug/Open?',
    '19:41: projects.launch.tasks.two.custom_type_status_option: needs a custom_type',
    '20:74: project_templates.r.tasks[0].section: there is no section Todo in this template; did you mean To do?',
  ])
})

test('what contradicts the rules of the API is refused at its line, and nothing is loaded', async () => {
  const at = await world()
  const head = 'seed: 1\nworkspace: { key: acme }\n'
  const inProject = (text: string) =>
    `${head}people: { ann: { admin: true }, gia: { guest: true } }\nprojects: { p: { ${text} } }\n`
  for (const [text, message] of [
    [
      `${head}people: { ann: { ooo_entries: [{ start_date: 2026-02-02, end_date: 2026-02-01 }] } }`,
      /^3:32: .*Cannot be before start_date/,
    ],
    [
      `${head}people: { ann: { timesheet_approval_statuses: [{ start_date: 2026-02-03 }] } }`,
      /A week begins on Monday/,
    ],
    [`${head}roles: { r: { base_role_type: guest, permissions: { create_team: true } } }`, /cannot have more than/],
    [
      `${head}roles: { r: { base_role_type: guest } }\npeople: { ann: { role: r, admin: true } }`,
      /^4:11: .*Says already/,
    ],
    [inProject('rates: [{ resource: ann, rate: -1 }]'), /Must not be negative/],
    [inProject('rates: [{ resource: ann, rate: 1 }, { resource: ann, rate: 2 }]'), /^4:54: .*Has a rate/],
    [inProject('allocations: [{ assignee: ann, start_date: 2026-01-02, end_date: 2026-01-01 }]'), /Must not be before/],
    [inProject('budget: { budget_type: time, estimate: { enabled: true } }'), /Cannot be none/],
    [
      inProject('rules: { r: { by: gia, trigger: { kind: task_added }, actions: [{ kind: comment, text: x }] } }'),
      /projects.p.rules.r: /,
    ],
    [inProject('tasks: { t: { comments: [{ text: x, reactions: [word] }] } }'), /Not an emoji/],
    [inProject('access_requests: [{ by: ann }]'), /Has access to this object already/],
    [inProject('custom_types: { bug: {} }, tasks: { t: { custom_type: bug } }'), /Only tasks of the subtype custom/],
  ] as const) {
    await assert.rejects(seeded(at, text), (error: unknown) => {
      assert.ok(error instanceof SeedRefused, text)
      assert.match(error.message, message, text)
      return true
    })
  }
})
