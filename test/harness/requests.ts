/**
 * A valid request for each operation that needs more than the gids in its path. Path parameters that are omitted are
 * the sample world's own objects. An object that an operation deletes is created for it.
 */

import type { Sample, SampleRequest } from './sample.ts'
import { capacityRequests } from './samples/capacity_requests.ts'
import { peopleRequests } from './samples/people_requests.ts'
import { makeProjectTemplate, makeTaskTemplate } from './samples/templates.ts'
import { makeEntry, makeTimesheet, newWeek } from './samples/time.ts'

export type SampleBuilder = (sample: Sample) => SampleRequest | Promise<SampleRequest>

const name = 'Sample'
const named: SampleBuilder = () => ({ body: { name } })
const status = { color: 'yellow', text: 'Sample' }
const link = { resource_subtype: 'external', name, url: 'https://example.com/sample' }
let count = 0
/** The names of custom fields are unique in a workspace. */
const fresh = () => `Sample ${++count}`

/** A request of a new member for access. */
const requestOfMember: SampleBuilder = async ({ newMember, also }) => ({
  path: { access_request_gid: await (await newMember()).create('/access_requests', { target: also.project }) },
})

export const requests: Record<string, SampleBuilder> = {
  // --- people
  updateWorkspace: named,
  addUserForWorkspace: () => ({ body: { user: 'guest@elsewhere.org' } }),
  removeUserForWorkspace: async ({ newMember }) => ({ body: { user: (await newMember()).gid } }),
  getUsers: ({ workspace }) => ({ query: { workspace } }),
  updateUser: named,
  updateUserForWorkspace: named,
  getFavoritesForUser: ({ workspace }) => ({ query: { resource_type: 'project', workspace } }),
  getUserTaskListForUser: ({ workspace }) => ({ query: { workspace } }),
  createTeam: ({ workspace }) => ({ body: { organization: workspace, name } }),
  updateTeam: named,
  getTeamsForUser: ({ workspace }) => ({ query: { organization: workspace } }),
  addUserForTeam: async ({ newMember }) => ({ body: { user: (await newMember()).gid } }),
  async removeUserForTeam({ newMember, ann, the }) {
    const { gid } = await newMember()
    await ann.post(`/teams/${the.team}/addUser`, { user: gid })
    return { body: { user: gid } }
  },
  getTeamMemberships: ({ the }) => ({ query: { team: the.team } }),
  getTeamMembershipsForUser: ({ workspace }) => ({ query: { workspace } }),
  ...peopleRequests,

  // --- searches
  searchTasksForWorkspace: ({ the }) => ({ query: { 'projects.any': the.project } }),
  typeaheadForWorkspace: () => ({ query: { resource_type: 'user' } }),
  searchProjectsForWorkspace: () => ({ query: { completed: 'false' } }),

  // --- batches
  createGraphExport: ({ the }) => ({ body: { parent: the.project } }),
  createResourceExport: ({ the }) => ({
    body: { workspace: the.workspace, export_request_parameters: [{ resource_type: 'team' }] },
  }),
  createOrganizationExport: ({ the }) => ({ body: { organization: the.workspace } }),
  createBatchRequest: ({ the }) => ({
    body: { actions: [{ method: 'put', relative_path: `/tasks/${the.task}`, data: { name } }] },
  }),

  // --- events
  getEvents: async ({ ann, the }) => ({
    query: { resource: the.project, sync: (await ann.get(`/events?resource=${the.project}`)).body.sync },
  }),
  getEventsForProject: async ({ ann, the }) => ({
    query: { sync: (await ann.get(`/projects/${the.project}/events`)).body.sync },
  }),
  getEventsForTask: async ({ ann, the }) => ({
    query: { sync: (await ann.get(`/tasks/${the.task}/events`)).body.sync },
  }),
  getWorkspaceEvents: async ({ bot, workspace }) => ({
    query: { sync: (await bot.get(`/workspaces/${workspace}/events`)).body.sync },
  }),

  // --- projects
  createProject: ({ workspace }) => ({ body: { workspace, name } }),
  createProjectForWorkspace: named,
  createProjectForTeam: named,
  updateProject: named,
  deleteProject: async ({ ann, workspace }) => ({
    path: { project_gid: await ann.create('/projects', { workspace, name, privacy_setting: 'private' }) },
  }),
  addMembersForProject: async ({ newMember }) => ({ body: { members: [(await newMember()).gid] } }),
  removeMembersForProject: async ({ newMember }) => ({ body: { members: [(await newMember()).gid] } }),
  addFollowersForProject: async ({ newMember }) => ({ body: { followers: [(await newMember()).gid] } }),
  removeFollowersForProject: async ({ newMember }) => ({ body: { followers: [(await newMember()).gid] } }),
  getAccessRequests: ({ the }) => ({ query: { target: the.project } }),
  async createAccessRequest({ newMember, workspace }) {
    const person = await newMember()
    return { body: { target: await person.create('/projects', { workspace, name, privacy_setting: 'private' }) } }
  },
  approveAccessRequest: requestOfMember,
  rejectAccessRequest: requestOfMember,
  getMemberships: ({ the }) => ({ query: { parent: the.project } }),
  createMembership: async ({ newMember, the }) => ({ body: { parent: the.project, member: (await newMember()).gid } }),
  updateMembership: () => ({ body: { access_level: 'admin' } }),
  async deleteMembership({ ann, the, newMember }) {
    const body = { parent: the.project, member: (await newMember()).gid }
    return { path: { membership_gid: await ann.create('/memberships', body) } }
  },
  createSectionForProject: named,
  updateSection: named,
  deleteSection: async ({ ann, the }) => ({
    path: { section_gid: await ann.create(`/projects/${the.project}/sections`, { name }) },
  }),
  insertSectionForProject: ({ the, also }) => ({ body: { section: also.section, before_section: the.section } }),

  // --- goals
  getGoals: ({ workspace }) => ({ query: { workspace } }),
  createGoal: ({ workspace }) => ({ body: { workspace, name } }),
  updateGoal: named,
  deleteGoal: async ({ ann, workspace }) => ({ path: { goal_gid: await ann.create('/goals', { workspace, name }) } }),
  addFollowers: async ({ newMember }) => ({ body: { followers: [(await newMember()).gid] } }),
  removeFollowers: async ({ newMember }) => ({ body: { followers: [(await newMember()).gid] } }),
  createGoalMetric: ({ the }) => ({ path: { goal_gid: the.goal }, body: { target_number_value: 10 } }),
  updateGoalMetric: ({ the }) => ({ path: { goal_gid: the.goal }, body: { current_number_value: 7 } }),
  getGoalRelationships: ({ the }) => ({ query: { supported_goal: the.goal } }),
  updateGoalRelationship: () => ({ body: { contribution_weight: 0.5 } }),
  addSupportingRelationship: ({ also }) => ({ body: { supporting_resource: also.project } }),
  async removeSupportingRelationship({ ann, the, also }) {
    await ann.post(`/goals/${the.goal}/addSupportingRelationship`, { supporting_resource: also.project })
    return { body: { supporting_resource: also.project } }
  },
  createStoryForGoal: () => ({ body: { text: 'Sample' } }),
  addCustomFieldSettingForGoal: () => ({ body: { custom_field: { name: fresh(), resource_subtype: 'text' } } }),
  async removeCustomFieldSettingForGoal({ ann, the, workspace }) {
    const custom_field = await ann.create('/custom_fields', { workspace, name: fresh(), resource_subtype: 'text' })
    await ann.post(`/goals/${the.goal}/addCustomFieldSetting`, { custom_field })
    return { body: { custom_field } }
  },

  // --- portfolios
  getPortfolios: ({ workspace }) => ({ query: { workspace } }),
  createPortfolio: ({ workspace }) => ({ body: { workspace, name } }),
  updatePortfolio: named,
  deletePortfolio: async ({ ann, workspace }) => ({
    path: { portfolio_gid: await ann.create('/portfolios', { workspace, name }) },
  }),
  addItemForPortfolio: ({ also }) => ({ body: { item: also.project } }),
  async removeItemForPortfolio({ ann, the, also }) {
    await ann.post(`/portfolios/${the.portfolio}/addItem`, { item: also.project })
    return { body: { item: also.project } }
  },
  addMembersForPortfolio: async ({ newMember }) => ({ body: { members: [(await newMember()).gid] } }),
  removeMembersForPortfolio: async ({ newMember }) => ({ body: { members: [(await newMember()).gid] } }),
  getPortfolioMemberships: ({ the }) => ({ query: { portfolio: the.portfolio } }),
  updateProjectPortfolioSetting: () => ({ body: { is_access_control_inherited: true } }),

  // --- custom fields
  createCustomField: ({ workspace }) => ({ body: { workspace, name: fresh(), resource_subtype: 'text' } }),
  updateCustomField: () => ({ body: { name: fresh() } }),
  deleteCustomField: async ({ ann, workspace }) => ({
    path: {
      custom_field_gid: await ann.create('/custom_fields', { workspace, name: fresh(), resource_subtype: 'text' }),
    },
  }),
  createEnumOptionForCustomField: named,
  updateEnumOption: named,
  async insertEnumOptionForCustomField({ ann, the }) {
    const moved = await ann.create(`/custom_fields/${the.custom_field}/enum_options`, { name })
    return { body: { enum_option: moved, before_enum_option: the.enum_option } }
  },
  addCustomFieldSettingForProject: ({ the }) => ({
    path: { project_gid: the.project },
    body: { custom_field: { name: fresh(), resource_subtype: 'text' } },
  }),
  async removeCustomFieldSettingForProject({ ann, the, workspace }) {
    const custom_field = await ann.create('/custom_fields', { workspace, name: fresh(), resource_subtype: 'text' })
    await ann.post(`/projects/${the.project}/addCustomFieldSetting`, { custom_field })
    return { body: { custom_field } }
  },
  addCustomFieldSettingForPortfolio: ({ the }) => ({
    path: { portfolio_gid: the.portfolio },
    body: { custom_field: { name: fresh(), resource_subtype: 'text' } },
  }),
  async removeCustomFieldSettingForPortfolio({ ann, the, workspace }) {
    const custom_field = await ann.create('/custom_fields', { workspace, name: fresh(), resource_subtype: 'text' })
    await ann.post(`/portfolios/${the.portfolio}/addCustomFieldSetting`, { custom_field })
    return { body: { custom_field } }
  },
  async getTaskForCustomID({ ann, the }) {
    const field = { name: fresh(), resource_subtype: 'text', id_prefix: 'SAMPLE' }
    await ann.post(`/projects/${the.project}/addCustomFieldSetting`, { custom_field: field })
    return { path: { custom_id: 'SAMPLE-1' } }
  },

  getCustomTypes: ({ the }) => ({ query: { project: the.project } }),

  // --- tasks
  getTasks: ({ the }) => ({ query: { project: the.project } }),
  createTask: ({ the }) => ({ body: { name, projects: [the.project] } }),
  createTaskInWorkspace: named,
  createSubtaskForTask: named,
  updateTask: named,
  deleteTask: async ({ ann, the }) => ({
    path: { task_gid: await ann.create('/tasks', { name, projects: [the.project] }) },
  }),
  setParentForTask: ({ also }) => ({ path: { task_gid: also.mine }, body: { parent: also.task } }),
  addDependenciesForTask: ({ also }) => ({ body: { dependencies: [also.mine] } }),
  removeDependenciesForTask: ({ also }) => ({ body: { dependencies: [also.mine] } }),
  addDependentsForTask: ({ also }) => ({ body: { dependents: [also.subtask] } }),
  removeDependentsForTask: ({ also }) => ({ body: { dependents: [also.subtask] } }),
  addProjectForTask: ({ also }) => ({ body: { project: also.project } }),
  removeProjectForTask: ({ also }) => ({ body: { project: also.project } }),
  addTaskForSection: ({ the }) => ({ body: { task: the.task } }),
  insertTaskForUserTaskList: ({ also }) => ({ body: { task: also.mine } }),
  addTagForTask: ({ the }) => ({ body: { tag: the.tag } }),
  removeTagForTask: ({ the }) => ({ body: { tag: the.tag } }),
  addFollowersForTask: async ({ newMember }) => ({ body: { followers: [(await newMember()).gid] } }),
  removeFollowerForTask: async ({ newMember }) => ({ body: { followers: [(await newMember()).gid] } }),

  // --- jobs
  duplicateTask: named,
  duplicateProject: named,
  duplicatePortfolio: named,

  // --- webhooks
  getWebhooks: ({ workspace }) => ({ query: { workspace } }),
  createWebhook: ({ the }) => ({ body: { resource: the.project, target: 'https://example.com/hook' } }),
  updateWebhook: () => ({ body: { filters: [{ resource_type: 'task' }] } }),
  deleteWebhook: async ({ ann, the }) => ({
    path: {
      webhook_gid: await ann.create('/webhooks', { resource: the.project, target: 'https://example.com/hook' }),
    },
  }),

  // --- templates
  getProjectTemplates: ({ workspace }) => ({ query: { workspace } }),
  instantiateProject: named,
  instantiateTask: named,
  projectSaveAsTemplate: () => ({ body: { name, public: false } }),
  deleteProjectTemplate: async all => ({ path: { project_template_gid: await makeProjectTemplate(all, all.ann) } }),
  deleteTaskTemplate: async all => ({
    path: { task_template_gid: await makeTaskTemplate(all, all.ann, all.the.project) },
  }),
  ...capacityRequests,
  // --- rules
  triggerRule: ({ the }) => ({ body: { resource: the.task, action_data: { who: 'Sample' } } }),

  // --- time tracking
  deleteTimeTrackingCategory: async ({ bot, workspace }) => ({
    path: { time_tracking_category_gid: await bot.create('/time_tracking_categories', { workspace, name }) },
  }),
  updateTimeTrackingEntry: () => ({ body: { description: name } }),
  deleteTimeTrackingEntry: async ({ ann, the }) => ({
    path: { time_tracking_entry_gid: await makeEntry(ann, the.task) },
  }),
  getTimeTrackingEntries: ({ the }) => ({ query: { portfolio: the.portfolio } }),
  createTimesheetApprovalStatus: ({ ann, workspace }) => ({
    body: { user: ann.gid, workspace, ...newWeek() },
  }),
  updateTimesheetApprovalStatus: async ({ ann, workspace }) => ({
    path: { timesheet_approval_status_gid: await makeTimesheet(ann, workspace) },
    body: { approval_status: 'submitted', message: 'Sample' },
  }),

  // --- tags, stories and status updates
  getTags: ({ workspace }) => ({ query: { workspace } }),
  createTag: ({ workspace }) => ({ body: { workspace, name } }),
  createTagForWorkspace: named,
  updateTag: named,
  deleteTag: async ({ ann, workspace }) => ({ path: { tag_gid: await ann.create('/tags', { workspace, name }) } }),
  getStatusesForObject: ({ the }) => ({ query: { parent: the.project } }),
  createStatusForObject: ({ the }) => ({ body: { parent: the.project, status_type: 'at_risk', text: 'Sample' } }),
  deleteStatus: async ({ ann, the }) => ({
    path: { status_update_gid: await ann.create(`/projects/${the.project}/project_statuses`, status) },
  }),
  createProjectStatusForProject: () => ({ body: status }),
  deleteProjectStatus: async ({ ann, the }) => ({
    path: { project_status_gid: await ann.create(`/projects/${the.project}/project_statuses`, status) },
  }),
  createProjectBrief: async ({ ann, workspace }) => ({
    path: { project_gid: await ann.create('/projects', { workspace, name, privacy_setting: 'private' }) },
    body: { title: name, text: 'Sample' },
  }),
  updateProjectBrief: () => ({ body: { title: name } }),
  deleteProjectBrief: async ({ ann, workspace }) => {
    const project = await ann.create('/projects', { workspace, name, privacy_setting: 'private' })
    return { path: { project_brief_gid: await ann.create(`/projects/${project}/project_briefs`, { title: name }) } }
  },
  getReactionsOnObject: ({ the }) => ({ query: { target: the.story, emoji_base: '👍' } }),
  getAttachmentsForObject: ({ the }) => ({ query: { parent: the.task } }),
  createAttachmentForObject: ({ the }) => ({ body: { parent: the.task, ...link } }),
  createAttachmentForTask: () => ({ body: link }),
  deleteAttachment: async ({ ann, the }) => ({
    path: { attachment_gid: (await ann.post('/attachments', { parent: the.task, ...link })).data.gid },
  }),
  createStoryForTask: () => ({ body: { text: 'Sample' } }),
  updateStory: () => ({ body: { text: 'Sample' } }),
  deleteStory: async ({ ann, the }) => ({
    path: { story_gid: await ann.create(`/tasks/${the.task}/stories`, { text: 'Sample' }) },
  }),
}
