/** Paging of every list: each object that exists throughout is returned exactly once, while others are added. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorkspace, join } from '../../src/resources/people/rules/join.ts'
import { createServiceAccount } from '../../src/resources/people/rules/service_account.ts'
import { react } from '../../src/resources/sharing/rules/react.ts'
import { getForUpdate, insert } from '../../src/store/change.ts'
import { makeCustomType } from '../harness/fields.ts'
import { catalog, createSample, ok, type Sample, sample, sampleOf } from '../harness/sample.ts'
import { makeEntry, makeTimesheet } from '../harness/samples/time.ts'
import { allPages, gidsOf } from '../harness/work.ts'

type AddObject = (sample: Sample) => Promise<unknown>

let count = 0
const name = () => `More ${++count}`

const task =
  (more: (sample: Sample) => object): AddObject =>
  all =>
    all.ann.create('/tasks', { name: name(), ...more(all) })
const subtask: AddObject = ({ ann, the }) => ann.create(`/tasks/${the.task}/subtasks`, { name: name() })
const project: AddObject = ({ ann, the, workspace }) =>
  ann.create('/projects', { name: name(), workspace, team: the.team })
const tag: AddObject = ({ ann, workspace }) => ann.create('/tags', { name: name(), workspace })
const team: AddObject = ({ ann, workspace }) => ann.create('/teams', { name: name(), organization: workspace })
const member: AddObject = all => all.newMember()

async function teammate({ ann, the, newMember }: Sample) {
  await ok(ann.post(`/teams/${the.team}/addUser`, { user: (await newMember()).gid }))
}

const workspace: AddObject = ({ store, ann }) =>
  store.write(async tx => {
    const gid = await createWorkspace(tx, { name: name(), domains: null, plan: 'free' })
    await join(tx, Number(ann.gid), gid)
  })

/** One more link of the sample task. */
async function attachment({ ann, the }: Sample) {
  const link = { parent: the.task, resource_subtype: 'external', name: name(), url: 'https://example.com' }
  await ok(ann.post('/attachments', link))
}

/** One more task, which an operation relates to the sample task. */
const related =
  (verb: string, key: string): AddObject =>
  async all => {
    const gid = await all.ann.create('/tasks', { name: name(), workspace: all.workspace })
    await ok(all.ann.post(`/tasks/${all.the.task}/${verb}`, { [key]: [gid] }))
  }

async function favorite(all: Sample) {
  const resource = Number(await all.ann.create('/projects', { name: name(), workspace: all.workspace }))
  const [user, own] = [Number(all.ann.gid), Number(all.workspace)]
  const row = { user, workspace: own, resource_type: 'project', resource, rank: String(resource) }
  await all.store.write(tx => insert(tx, 'favorites', row))
}

/** A project and a portfolio, so that items of both types are among others. */
async function portfolioItem({ ann, the, workspace }: Sample) {
  for (const type of ['portfolios', 'projects']) {
    const item = await ann.create(`/${type}`, { name: name(), workspace })
    await ok(ann.post(`/portfolios/${the.portfolio}/addItem`, { item }))
  }
}

async function portfolioMember({ ann, the, newMember }: Sample) {
  await ok(ann.post(`/portfolios/${the.portfolio}/addMembers`, { members: [(await newMember()).gid] }))
}
/** One more row like that of an object, whose type the API does not create. */
const copyOf =
  (table: 'project_templates' | 'task_templates', gidIn: (sample: Sample) => string): AddObject =>
  all =>
    all.store.write(async tx => {
      const row = await getForUpdate(tx, table, Number(gidIn(all)))
      await insert(tx, table, { ...row, gid: tx.gid() })
    })

const entry: AddObject = ({ ann, the }) => makeEntry(ann, the.task, [the.time_tracking_category])

/** How one more object is added to a list, by operation. */
const ADD_OBJECT: Record<string, AddObject> = {
  getWorkspaces: workspace,
  getWorkspacesForUser: workspace,
  getWorkspaceMembershipsForUser: workspace,
  getWorkspaceMembershipsForWorkspace: member,
  getUsers: member,
  getUsersForWorkspace: member,
  getUsersForTeam: teammate,
  getFavoritesForUser: favorite,
  getTeamsForWorkspace: team,
  getTeamsForOrganization: team,
  getTeamsForUser: team,
  getTeamMemberships: teammate,
  getTeamMembershipsForTeam: teammate,
  getTeamMembershipsForUser: team,
  searchTasksForWorkspace: task(({ the }) => ({ projects: [the.project] })),
  searchProjectsForWorkspace: project,
  typeaheadForWorkspace: member,
  getProjects: project,
  getProjectsForTeam: project,
  getProjectsForWorkspace: project,
  async getProjectsForTask({ ann, the, workspace }) {
    const gid = await ann.create('/projects', { name: name(), workspace })
    await ok(ann.post(`/tasks/${the.task}/addProject`, { project: gid }))
  },
  async getProjectMembershipsForProject({ ann, the, newMember }) {
    await ok(ann.post(`/projects/${the.project}/addMembers`, { members: [(await newMember()).gid] }))
  },
  async getAccessRequests({ the, newMember }) {
    await (await newMember()).create('/access_requests', { target: the.project })
  },
  async getMemberships({ ann, the, newMember }) {
    await ann.create('/memberships', { parent: the.project, member: (await newMember()).gid })
  },
  getSectionsForProject: ({ ann, the }) => ann.create(`/projects/${the.project}/sections`, { name: name() }),
  getTasks: task(({ the }) => ({ projects: [the.project] })),
  getTasksForProject: task(({ the }) => ({ projects: [the.project] })),
  getTasksForSection: task(({ the }) => ({ memberships: [{ project: the.project, section: the.section }] })),
  getTasksForTag: task(({ the }) => ({ tags: [the.tag], workspace: the.workspace })),
  getTasksForUserTaskList: task(({ the }) => ({ assignee: 'me', workspace: the.workspace })),
  getSubtasksForTask: subtask,
  getDependenciesForTask: related('addDependencies', 'dependencies'),
  getDependentsForTask: related('addDependents', 'dependents'),
  getTags: tag,
  getTagsForWorkspace: tag,
  async getTagsForTask({ ann, the, workspace }) {
    const gid = await ann.create('/tags', { name: name(), workspace })
    await ok(ann.post(`/tasks/${the.task}/addTag`, { tag: gid }))
  },
  getCustomFieldsForWorkspace: ({ ann, workspace }) =>
    ann.create('/custom_fields', { workspace, name: name(), resource_subtype: 'text' }),
  async getCustomFieldSettingsForProject({ ann, the }) {
    const custom_field = { name: name(), resource_subtype: 'text' }
    await ok(ann.post(`/projects/${the.project}/addCustomFieldSetting`, { custom_field }))
  },
  async getCustomFieldSettingsForPortfolio({ ann, the }) {
    const custom_field = { name: name(), resource_subtype: 'text' }
    await ok(ann.post(`/portfolios/${the.portfolio}/addCustomFieldSetting`, { custom_field }))
  },
  async getCustomFieldSettingsForTeam({ ann, the, workspace, store }) {
    const field = Number(await ann.create('/custom_fields', { workspace, name: name(), resource_subtype: 'text' }))
    const row = { custom_field: field, parent: Number(the.team), workspace: Number(workspace), is_important: 0 }
    await store.write(tx => insert(tx, 'custom_field_settings', { gid: tx.gid(), ...row, rank: `a${field}` }))
  },
  getCustomTypes: all => makeCustomType(all, all.ann, all.the.project),
  getItemsForPortfolio: portfolioItem,
  getProjectPortfolioSettingsForPortfolio: portfolioItem,
  async getProjectPortfolioSettingsForProject({ ann, the, workspace }) {
    const portfolio = await ann.create('/portfolios', { name: name(), workspace })
    await ok(ann.post(`/portfolios/${portfolio}/addItem`, { item: the.project }))
  },
  async getCustomFieldSettingsForGoal({ ann, the }) {
    const custom_field = { name: name(), resource_subtype: 'text' }
    await ok(ann.post(`/goals/${the.goal}/addCustomFieldSetting`, { custom_field }))
  },
  getGoals: ({ ann, workspace }) => ann.create('/goals', { name: name(), workspace }),
  async getParentGoalsForGoal({ ann, the, workspace }) {
    const parent = await ann.create('/goals', { name: name(), workspace })
    await ok(ann.post(`/goals/${parent}/addSupportingRelationship`, { supporting_resource: the.goal }))
  },
  async getGoalRelationships({ ann, the, workspace }) {
    for (const type of ['goals', 'projects', 'tasks', 'portfolios']) {
      const supporting_resource = await ann.create(`/${type}`, { name: name(), workspace })
      await ok(ann.post(`/goals/${the.goal}/addSupportingRelationship`, { supporting_resource }))
    }
  },
  getAgentsForWorkspace: ({ store, workspace, ann }) => {
    const account = { name: name(), scopes: 'all', is_agent: true, created_by: Number(ann.gid) }
    return store.write(tx => createServiceAccount(tx, Number(workspace), account))
  },
  getStoriesForGoal: ({ ann, the }) => ann.create(`/goals/${the.goal}/stories`, { text: name() }),
  getPortfolioMemberships: portfolioMember,
  getPortfolioMembershipsForPortfolio: portfolioMember,
  getWebhooks: ({ ann, the }) => ann.create('/webhooks', { resource: the.task, target: 'https://example.com/hook' }),
  getStatusesForObject: ({ ann, the }) =>
    ann.create('/status_updates', { parent: the.project, status_type: 'on_hold', text: name() }),
  getProjectStatusesForProject: ({ ann, the }) =>
    ann.create(`/projects/${the.project}/project_statuses`, { color: 'blue', text: name() }),
  getProjectTemplates: copyOf('project_templates', ({ the }) => the.project_template),
  getProjectTemplatesForTeam: copyOf('project_templates', ({ the }) => the.project_template),
  getTaskTemplates: copyOf('task_templates', ({ the }) => the.task_template),
  async getReactionsOnObject({ the, newMember, ann, store }) {
    const { gid } = await newMember()
    await ok(ann.post(`/projects/${the.project}/addMembers`, { members: [gid] }))
    await store.write(tx => react(tx, Number(gid), { target: the.story, emoji: '👍🏿' }))
  },
  getAttachmentsForObject: attachment,
  getAttachmentsForTask: attachment,
  async getTimePeriods({ store, the }) {
    await store.write(async tx => {
      const row = await getForUpdate(tx, 'time_periods', Number(the.time_period))
      await insert(tx, 'time_periods', { ...row, gid: tx.gid(), start_on: `20${10 + (++count % 90)}-01-01` })
    })
  },
  getAllocations: ({ ann, the }) =>
    ann.create('/allocations', {
      ...{ parent: the.project, assignee: the.user, start_date: '2026-01-05', end_date: '2026-01-09' },
    }),
  async getRates({ ann, the, newMember }) {
    await ann.create('/rates', { parent: the.project, resource: (await newMember()).gid, rate: 1 })
  },
  getTimeTrackingEntries: entry,
  getTimeTrackingEntriesForTask: entry,
  getTimeTrackingEntriesForTimeTrackingCategory: entry,
  getTimesheetApprovalStatuses: ({ ann, workspace }) => makeTimesheet(ann, workspace),
  getStoriesForTask: ({ ann, the }) => ann.create(`/tasks/${the.task}/stories`, { text: name() }),
}

const twice = (gids: string[]) => gids.filter((gid, index) => gids.indexOf(gid) !== index)

/** Lists of what does not exist here. */
const ALWAYS_EMPTY: ReadonlySet<string> = new Set(['getAiStudioRuns', 'getAiStudioSeats'])

/** Lists of at most one object. */
const OF_ONE: ReadonlySet<string> = new Set(['getBudgets'])

// A log has no last page. It has tests of its own.
const lists = catalog.operations.filter(({ answers, type }) => answers === 'page' && type !== 'audit_log_event')

for (const list of lists.filter(({ id }) => !ALWAYS_EMPTY.has(id) && !OF_ONE.has(id))) {
  test(`${list.id} returns each object on exactly one page while others are added`, async () => {
    const all = await sample()
    const { path, query } = await sampleOf(all, list)
    const url = (limit: string) =>
      `${list.path.replace(/\{([^}]*)\}/g, (_, key: string) => path[key] ?? '')}?${new URLSearchParams({ ...query, ...(limit ? { limit } : {}) })}`
    const more = ADD_OBJECT[list.id] ?? (sampled => createSample(sampled, list.type))
    for (let index = 0; index < 4; index++) await more(all)
    const there = await gidsOf(all.ann, url(''))
    assert.ok(there.length >= 4, 'what was added is in the list')
    for (const limit of ['1', '2']) {
      const seen = await allPages(all.ann, url(limit), async page => {
        assert.ok(page <= there.length + 10, 'the list does not end')
        if (page < 3) await more(all)
      })
      assert.deepEqual(twice(seen), [], 'nothing is shown twice')
      assert.deepEqual(
        seen.filter(gid => there.includes(gid)),
        there,
        'existing objects are shown, in their order',
      )
    }
  })
}
