/**
 * The scopes of applications and the operations that each allows. An operation that is not listed requires full
 * permission. The table also lists operations of the contract that do not exist yet.
 */
import type { Actor } from '../identity/actor.ts'
import { FULL, isFull } from '../identity/scopes.ts'
import { missingScope } from '../lib/errors.ts'

// wire: contract: a scope and the ids of its operations; two scopes only decide which fields of objects are shown
const operationsOfScope: Record<string, string> = {
  'attachments:delete': 'deleteAttachment',
  'attachments:read': 'getAttachment getAttachmentsForObject getAttachmentsForTask',
  'attachments:write': 'createAttachmentForObject createAttachmentForTask',
  'custom_fields:read': 'getCustomField getCustomFieldsForWorkspace',
  'custom_fields:write': `
    createCustomField updateCustomField createEnumOptionForCustomField insertEnumOptionForCustomField
    updateEnumOption`,
  'goals:read': 'getCustomFieldSettingsForGoal getGoal getGoals getParentGoalsForGoal',
  'goals:write': 'addCustomFieldSettingForGoal removeCustomFieldSettingForGoal',
  'jobs:read': 'getJob',
  'ooo_entries:delete': 'deleteOooEntry',
  'ooo_entries:read': 'getOooEntry getOooEntries',
  'ooo_entries:write': 'updateOooEntry createOooEntry',
  'portfolios:read': 'getCustomFieldSettingsForPortfolio getPortfolios getPortfolio getItemsForPortfolio',
  'portfolios:write': `
    createPortfolio updatePortfolio addItemForPortfolio removeItemForPortfolio
    addCustomFieldSettingForPortfolio removeCustomFieldSettingForPortfolio duplicatePortfolio`,
  'project_portfolio_settings:read': `
    getProjectPortfolioSetting getProjectPortfolioSettingsForProject getProjectPortfolioSettingsForPortfolio`,
  'project_portfolio_settings:write': 'updateProjectPortfolioSetting',
  'project_sections:read': '',
  'project_templates:read': 'getProjectTemplate getProjectTemplates getProjectTemplatesForTeam',
  'projects:delete': 'deleteProject',
  'projects:read': `
    getCustomFieldSettingsForProject getProjects getProject getProjectsForTask getProjectsForTeam
    getProjectsForWorkspace searchProjectsForWorkspace getTaskCountsForProject`,
  'projects:write': `
    instantiateProject createProject updateProject duplicateProject createProjectForTeam
    createProjectForWorkspace addCustomFieldSettingForProject removeCustomFieldSettingForProject`,
  'roles:delete': 'deleteRole',
  'roles:read': 'getRoles getRole',
  'roles:write': 'createRole updateRole',
  'stories:delete': 'deleteStory',
  'stories:read': 'getStory getStoriesForTask getStoriesForGoal',
  'stories:write': 'updateStory createStoryForTask createStoryForGoal',
  'tags:read': 'getTags getTag getTagsForTask getTagsForWorkspace',
  'tags:write': 'createTag updateTag createTagForWorkspace',
  'task_custom_types:read': '',
  'task_templates:read': 'getTaskTemplates getTaskTemplate',
  'tasks:delete': 'deleteTask',
  'tasks:read': `
    getTasks getTask getTasksForProject getTasksForSection getTasksForTag getTasksForUserTaskList
    getSubtasksForTask getDependenciesForTask getDependentsForTask getTaskForCustomID searchTasksForWorkspace
    getUserTaskList getUserTaskListForUser`,
  'tasks:write': `
    addTaskForSection createTask updateTask duplicateTask createSubtaskForTask setParentForTask
    addDependenciesForTask removeDependenciesForTask addDependentsForTask removeDependentsForTask
    addProjectForTask removeProjectForTask addTagForTask removeTagForTask addFollowersForTask
    removeFollowerForTask createTaskInWorkspace insertTaskForUserTaskList`,
  'team_memberships:read': 'getTeamMembership getTeamMemberships getTeamMembershipsForTeam getTeamMembershipsForUser',
  'teams:read': 'getCustomFieldSettingsForTeam getTeam getTeamsForWorkspace getTeamsForUser getTeamsForOrganization',
  'time_tracking_categories:delete': 'deleteTimeTrackingCategory',
  'time_tracking_categories:read': `
    getTimeTrackingCategory getTimeTrackingEntriesForTimeTrackingCategory getTimeTrackingCategories`,
  'time_tracking_categories:write': 'updateTimeTrackingCategory createTimeTrackingCategory',
  'time_tracking_entries:read': 'getTimeTrackingEntriesForTask getTimeTrackingEntry getTimeTrackingEntries',
  'timesheet_approval_statuses:read': 'getTimesheetApprovalStatus getTimesheetApprovalStatuses',
  'timesheet_approval_statuses:write': 'updateTimesheetApprovalStatus createTimesheetApprovalStatus',
  'users:read': 'getUsers getUser getFavoritesForUser getUsersForTeam getUsersForWorkspace getUserForWorkspace',
  'webhooks:delete': 'deleteWebhook',
  'webhooks:read': 'getWebhooks getWebhook',
  'webhooks:write': 'createWebhook updateWebhook',
  'workspaces.typeahead:read': 'typeaheadForWorkspace',
  'workspaces:read': 'getWorkspaces getWorkspace getWorkspacesForUser',
}

const scopeOf = new Map(
  Object.entries(operationsOfScope).flatMap(([scope, ids]) => ids.split(/\s+/).map(id => [id, scope] as const)),
)

/** The scope that an operation needs: one of its own, or full permission. */
export const scopeFor = (id: string): string => scopeOf.get(id) ?? FULL

/**
 * Throws 403 when the token of the caller lacks the scope of an operation. A service account with scopes may use only
 * SCIM: its scopes share names with those of applications, but not their meaning.
 */
export function requireScope({ kind, scopes }: Actor, { id }: { id: string }): void {
  if (scopes === null || (kind === 'application' && isFull(scopes))) return
  if (kind !== 'application') throw missingScope('all')
  const scope = scopeFor(id)
  if (!scopes.includes(scope)) throw missingScope(scope)
}

const verbs: Record<string, string> = { read: 'See', write: 'Create and update', delete: 'Delete' }

/** `time_tracking_entries:read` as "See time tracking entries." */
function docOf(scope: string): string {
  const [noun = '', deed = ''] = scope.split(':')
  return `${verbs[deed]} ${noun.replaceAll('_', ' ')}.`
}

/** The scopes that a user can grant to an application, each with a sentence for that user. */
export const scopes: ReadonlyMap<string, string> = new Map([
  [FULL, 'Everything that you can do yourself.'],
  ['openid', 'Know who you are.'],
  ['email', 'Know your e-mail address.'],
  ['profile', 'Know your name and your picture.'],
  ...Object.keys(operationsOfScope).map(scope => [scope, docOf(scope)] as const),
  ['workspaces.typeahead:read', 'Find things by their names.'],
])
