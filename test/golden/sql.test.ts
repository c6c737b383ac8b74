/**
 * The statements of typical requests compared with golden files. A statement for each row, or an index that is no
 * longer used, is visible in review.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVERYTHING } from '../../src/store/cache/memory_cache.ts'
import { isPostgres } from '../harness/engine.ts'
import { golden } from '../harness/golden.ts'
import { ok, sample } from '../harness/sample.ts'
import { formatSql, shadowedNames, watchStatements } from '../harness/statements.ts'
import type { Answer, Person } from '../harness/world.ts'

const watch = watchStatements()
const all = await sample()
const { ann, the, also, workspace } = all
// The cache of an engine must not expire in between.
all.clock.step = 0
// The first request with a token records its use.
await all.sam.get('/users/me')

const nested = [
  'name,completed,due_on,assignee.name,assignee.email,projects.name,memberships.section.name,tags.name,tags.color',
  'followers.name,parent.name,parent.assignee.name,num_subtasks,custom_type.name,permalink_url',
].join(',')

const get = (path: string) => () => ann.get(path)
const post = (path: string, body: object) => () => ann.post(path, body)
const put = (path: string, body: object) => () => ann.put(path, body)
const name = 'Golden'

/** A path that continues after the changes so far, whose next page has one more change. */
async function eventsOf(person: Person, path: string): Promise<string> {
  const { body } = await person.get(path)
  await ok(ann.put(`/tasks/${also.task}`, { name: path, liked: true }))
  watch.take()
  return `${path}&sync=${body.sync}`
}

/** The requests, by file name. */
const requests: Record<string, () => Promise<Answer>> = {
  task: get(`/tasks/${the.task}`),
  task_name: get(`/tasks/${the.task}?opt_fields=name`),
  task_nested: get(`/tasks/${the.task}?opt_fields=${nested}`),
  task_dependencies: get(`/tasks/${the.task}/dependencies`),
  task_dependents: get(`/tasks/${the.task}/dependents`),
  task_projects: get(`/tasks/${the.task}/projects`),
  task_tags: get(`/tasks/${the.task}/tags`),
  task_stories: get(`/tasks/${the.task}/stories?limit=50`),
  task_subtasks: get(`/tasks/${the.task}/subtasks`),
  tasks_of_project: get(`/projects/${the.project}/tasks?limit=100`),
  tasks_of_project_nested: get(`/projects/${the.project}/tasks?limit=100&opt_fields=${nested}`),
  tasks_of_project_open: get(`/projects/${the.project}/tasks?completed_since=now&limit=100`),
  async tasks_of_project_next_page() {
    const first = await ok(ann.get(`/projects/${the.project}/tasks?limit=1`))
    watch.take()
    return ann.get(first.body.next_page.path)
  },
  tasks_of_section: get(`/sections/${the.section}/tasks`),
  tasks_of_tag: get(`/tags/${the.tag}/tasks`),
  tasks_of_mine: get(`/user_task_lists/${the.user_task_list}/tasks`),
  tasks_of_assignee: get(`/tasks?assignee=me&workspace=${workspace}`),
  tasks_modified: get(`/tasks?project=${the.project}&modified_since=2026-01-01T00:00:00Z`),
  task_unseen: () => all.sam.get(`/tasks/${the.task}`),
  project: get(`/projects/${the.project}`),
  project_task_counts: get(`/projects/${the.project}/task_counts?opt_fields=num_tasks,num_incomplete_tasks`),
  project_sections: get(`/projects/${the.project}/sections`),
  project_memberships: get(`/projects/${the.project}/project_memberships`),
  projects_of_workspace: get(`/workspaces/${workspace}/projects?archived=false&limit=100`),
  projects_of_team: get(`/teams/${the.team}/projects`),
  projects_anywhere: get('/projects'),
  task_custom_fields: get(`/tasks/${the.task}?opt_fields=custom_fields`),
  custom_field: get(`/custom_fields/${the.custom_field}`),
  custom_fields_of_workspace: get(`/workspaces/${workspace}/custom_fields`),
  project_custom_field_settings: get(`/projects/${the.project}/custom_field_settings`),
  events: async () => ann.get(await eventsOf(ann, `/events?resource=${the.project}`)),
  events_of_workspace: async () => all.bot.get(await eventsOf(all.bot, `/workspaces/${workspace}/events?`)),
  section: get(`/sections/${the.section}`),
  story: get(`/stories/${the.story}`),
  tag: get(`/tags/${the.tag}`),
  tags_of_workspace: get(`/workspaces/${workspace}/tags`),
  tags_anywhere: get('/tags'),
  me: get('/users/me'),
  users_of_workspace: get(`/workspaces/${workspace}/users`),
  users_of_team: get(`/teams/${the.team}/users`),
  users_anywhere: get('/users'),
  my_task_list: get(`/users/me/user_task_list?workspace=${workspace}`),
  favorites: get(`/users/me/favorites?workspace=${workspace}&resource_type=project`),
  teams_of_workspace: get(`/workspaces/${workspace}/teams`),
  teams_of_user: get(`/users/me/teams?organization=${workspace}`),
  team_memberships: get(`/team_memberships?team=${the.team}`),
  workspaces: get('/workspaces'),
  workspace_memberships: get(`/workspaces/${workspace}/workspace_memberships`),
  audit_log: () => all.bot.get(`/workspaces/${workspace}/audit_log_events`),
  audit_log_filtered: () =>
    all.bot.get(
      `/workspaces/${workspace}/audit_log_events?start_at=2026-01-01&end_at=2027-01-01&event_type=team_created&actor_gid=${ann.gid}`,
    ),
  create_task: post('/tasks', { workspace, name, assignee: 'me' }),
  create_task_in_project: post('/tasks', { projects: [the.project], name, tags: [the.tag], followers: [all.ben.gid] }),
  create_subtask: post(`/tasks/${the.task}/subtasks`, { name }),
  rename_task: put(`/tasks/${also.mine}`, { name }),
  complete_task: put(`/tasks/${also.mine}`, { completed: true }),
  assign_task: put(`/tasks/${also.mine}`, { assignee: all.ben.gid }),
  schedule_task: put(`/tasks/${also.mine}`, { due_on: '2026-02-03' }),
  move_task: post(`/sections/${also.section}/addTask`, { task: also.mine }),
  add_project: post(`/tasks/${also.mine}/addProject`, { project: also.project }),
  add_tag: post(`/tasks/${also.mine}/addTag`, { tag: the.tag }),
  add_follower: post(`/tasks/${also.mine}/addFollowers`, { followers: [all.ben.gid] }),
  set_parent: post(`/tasks/${also.mine}/setParent`, { parent: also.task }),
  set_custom_field: put(`/tasks/${also.mine}`, { custom_fields: { [the.custom_field]: the.enum_option } }),
  comment: post(`/tasks/${the.task}/stories`, { text: name }),
  delete_task: () => ann.delete(`/tasks/${also.subtask}`),
  create_project: post('/projects', { workspace, name }),
  create_section: post(`/projects/${the.project}/sections`, { name }),
  create_tag: post('/tags', { workspace, name }),
  project_template: get(`/project_templates/${the.project_template}`),
  project_templates_of_team: get(`/teams/${the.team}/project_templates?limit=50`),
  project_templates_of_workspace: get(`/project_templates?workspace=${workspace}&limit=50`),
  task_template: get(`/task_templates/${the.task_template}`),
  task_templates: get(`/task_templates?project=${the.project}&limit=50`),
  instantiate_project: post(`/project_templates/${the.project_template}/instantiateProject`, { name }),
  instantiate_task: post(`/task_templates/${the.task_template}/instantiateTask`, {}),
  save_as_template: post(`/projects/${the.project}/saveAsTemplate`, { name, public: true }),
  status_update: get(`/status_updates/${the.status_update}`),
  status_updates_since: get(`/status_updates?parent=${the.project}&created_since=2026-01-01T00:00:00Z&limit=50`),
  project_statuses: get(`/projects/${the.project}/project_statuses?limit=50`),
  create_status_update: post('/status_updates', { parent: also.project, status_type: 'on_track', text: name }),
  portfolio: get(`/portfolios/${the.portfolio}`),
  portfolios: get(`/portfolios?workspace=${workspace}&limit=50`),
  portfolio_items: get(`/portfolios/${the.portfolio}/items?limit=50`),
  portfolio_memberships: get(`/portfolio_memberships?portfolio=${the.portfolio}`),
  portfolio_memberships_of_user: get(`/portfolio_memberships?workspace=${workspace}&user=me`),
  project_portfolio_settings: get(`/projects/${the.project}/project_portfolio_settings`),
  create_portfolio: post('/portfolios', { workspace, name }),
  add_portfolio_item: post(`/portfolios/${the.portfolio}/addItem`, { item: also.project }),
  inherit_portfolio_access: put(`/project_portfolio_settings/${the.project_portfolio_setting}`, {
    is_access_control_inherited: true,
  }),
  add_portfolio_members: post(`/portfolios/${the.portfolio}/addMembers`, { members: [all.ben.gid] }),
  delete_status_update: () => ann.delete(`/status_updates/${the.status_update}`),
}

/** The statements of a request with an empty cache: each cacheable object is loaded by a statement of its own. */
async function statementsOf(request: () => Promise<Answer>): Promise<string[]> {
  await all.store.write(async tx => void tx.invalidations.add(EVERYTHING))
  watch.take()
  // A column that stays as it is, such as the time of a change, is not written.
  all.clock.now++
  const { status, message } = await request()
  assert.ok(status < 300 || status === 404, `answered ${status}: ${message}`)
  return watch.take()
}

const big = [
  ...['project_templates', 'task_templates', 'template_tasks', 'template_dependencies'],
  ...['tasks', 'task_memberships', 'task_followers', 'task_tags', 'task_likes', 'task_dependencies', 'stories'],
  ...['story_likes', 'projects', 'project_memberships', 'sections', 'users', 'workspace_memberships', 'tokens'],
  ...['status_updates', 'status_update_likes', 'portfolios', 'portfolio_memberships', 'portfolio_items'],
  ...['teams', 'team_memberships', 'user_task_lists', 'tags', 'favorites', 'workspaces', 'access_grants'],
  ...[
    'audit_log_events',
    'custom_fields',
    'enum_options',
    'custom_field_settings',
    'custom_field_values',
    'custom_field_choices',
  ],
  ...['changes', 'streams'],
]

/** Tables that are scanned, by request. The list only shrinks. */
const SCANS: Record<string, string[]> = isPostgres
  ? {}
  : {
      // The list of all users whom the caller knows checks each person of the installation.
      users_anywhere: ['users'],
    }

/** The big tables that a statement scans. */
async function scansOf(text: string): Promise<string[]> {
  const alias = new Map(big.map(table => [table, table]))
  for (const [, table = '', name = ''] of text.matchAll(/\b(?:from|join)\s+"?(\w+)"?\s+(?:as\s+)?"?(\w+)"?/gi)) {
    if (big.includes(table)) alias.set(name, table)
  }
  const scanned = (await watch.explain(text)).flatMap(line => /^SCAN (\w+)/.exec(line)?.[1] ?? [])
  return scanned.flatMap(name => alias.get(name) ?? [])
}

const shown = new Map<string, string>()

/** A statement in full at its first occurrence; afterwards the place of that occurrence. */
function once(file: string, number: number, text: string): string {
  const known = shown.get(text)
  if (known) return ` as ${known}`
  shown.set(text, `${file}.sql ${number}`)
  return `\n${formatSql(text)};`
}

for (const [file, request] of Object.entries(requests)) {
  test(`the statements of ${file} match the golden file`, async () => {
    const ran = await statementsOf(request)
    const texts = ran.map((text, index) => `-- ${index + 1}${once(file, index + 1, text)}\n`)
    golden(
      `test/golden/${isPostgres ? 'postgres' : 'sql'}/${file}.sql`,
      `-- statements: ${ran.length}\n\n${texts.join('\n')}`,
    )
    assert.deepEqual(ran.flatMap(shadowedNames), [], 'a name shadows one of an outer query')
    const scans = [...new Set((await Promise.all(ran.map(scansOf))).flat())]
    assert.deepEqual(scans, SCANS[file] ?? [], 'tables are scanned')
  })
}

test('the number of statements depends on the types that rows refer to, and not on the number of rows', async () => {
  const list = `/projects/${the.project}/tasks?opt_fields=${nested}`
  const counts = []
  for (const limit of [1, 2, 100]) counts.push((await statementsOf(get(`${list}&limit=${limit}`))).length)
  assert.ok(
    counts.every(count => count <= 20),
    `${counts} statements for 1, 2 and 100 rows`,
  )
  watch.take()
  await ok(get(`${list}&limit=100`)())
  const again = watch.take()
  assert.ok(again.length <= 9, `cached objects are not loaded again: ${again.length} statements`)
})

test('the check finds a table scan', async () => {
  const mark = isPostgres ? '$1' : '?'
  assert.deepEqual(await scansOf(`select t.gid from tasks as t where t.name = ${mark}`), ['tasks'])
  assert.deepEqual(await scansOf(`select t.gid from tasks as t where t.gid = ${mark}`), [])
})

test('the check finds a shadowed name', () => {
  const exists = 'exists (select 1 from team_memberships t where t.team = "t"."team")'
  assert.deepEqual(shadowedNames(`select t.gid from projects as t where ${exists}`), ['t'])
  assert.deepEqual(shadowedNames(`select t.gid, (select 1 from teams t) from projects as t where 1 in (2)`), ['t'])
  assert.deepEqual(shadowedNames(`select p.gid from projects p where ${exists} or ${exists}`), [])
  assert.deepEqual(shadowedNames('select 1 from tasks t union select 2 from tags t'), [])
})
