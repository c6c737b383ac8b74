/** Every resource and every operation, one line each. */
import type { Name } from '../names.ts'
import * as ruleTriggerRun from '../resources/automation/rule_trigger.run.ts'
import * as ruleTrigger from '../resources/automation/rule_trigger.ts'
import * as allocation from '../resources/capacity/allocation.ts'
import * as budget from '../resources/capacity/budget.ts'
import * as placeholder from '../resources/capacity/placeholder.ts'
import * as rate from '../resources/capacity/rate.ts'
import * as exportRequestCreate from '../resources/exports/export_request.create.ts'
import * as exportRequest from '../resources/exports/export_request.ts'
import * as graphExportCreate from '../resources/exports/graph_export.create.ts'
import * as graphExport from '../resources/exports/graph_export.ts'
import * as message from '../resources/exports/message.ts'
import * as organizationExport from '../resources/exports/organization_export.ts'
import * as customField from '../resources/fields/custom_field.ts'
import * as customFieldSetting from '../resources/fields/custom_field_setting.ts'
import * as customType from '../resources/fields/custom_type.ts'
import * as customTypeStatusOption from '../resources/fields/custom_type_status_option.ts'
import * as enumOption from '../resources/fields/enum_option.ts'
import * as attachment from '../resources/files/attachment.ts'
import * as attachmentUpload from '../resources/files/attachment.upload.ts'
import * as goalCreate from '../resources/goals/goal.create.ts'
import * as goalFollowers from '../resources/goals/goal.followers.ts'
import * as goalSetMetric from '../resources/goals/goal.set_metric.ts'
import * as goal from '../resources/goals/goal.ts'
import * as goalUpdate from '../resources/goals/goal.update.ts'
import * as goalMetric from '../resources/goals/goal_metric.ts'
import * as goalSupporting from '../resources/goals/goal_relationship.supporting.ts'
import * as goalRelationship from '../resources/goals/goal_relationship.ts'
import * as timePeriod from '../resources/goals/time_period.ts'
import * as agent from '../resources/people/agent.ts'
import * as oooEntry from '../resources/people/ooo_entry.ts'
import * as role from '../resources/people/role.ts'
import * as teamAddUser from '../resources/people/team.add_user.ts'
import * as teamRemoveUser from '../resources/people/team.remove_user.ts'
import * as team from '../resources/people/team.ts'
import * as teamMembership from '../resources/people/team_membership.ts'
import * as userFavorites from '../resources/people/user.favorites.ts'
import * as user from '../resources/people/user.ts'
import * as userTaskList from '../resources/people/user_task_list.ts'
import * as workspaceAddUser from '../resources/people/workspace.add_user.ts'
import * as workspaceAiStudio from '../resources/people/workspace.ai_studio.ts'
import * as workspaceRemoveUser from '../resources/people/workspace.remove_user.ts'
import * as workspace from '../resources/people/workspace.ts'
import * as workspaceMembership from '../resources/people/workspace_membership.ts'
import * as portfolioItems from '../resources/plan/portfolio.items.ts'
import * as portfolioMembers from '../resources/plan/portfolio.members.ts'
import * as portfolio from '../resources/plan/portfolio.ts'
import * as portfolioMembership from '../resources/plan/portfolio_membership.ts'
import * as projectBrief from '../resources/plan/project_brief.ts'
import * as projectPortfolioSetting from '../resources/plan/project_portfolio_setting.ts'
import * as auditLogEvent from '../resources/platform/audit_log_event.ts'
import * as batchResponse from '../resources/platform/batch_response.ts'
import * as event from '../resources/platform/event.ts'
import * as job from '../resources/platform/job.ts'
import * as webhookCreate from '../resources/platform/webhook.create.ts'
import * as webhook from '../resources/platform/webhook.ts'
import * as projectSearch from '../resources/search/project.search.ts'
import * as taskSearch from '../resources/search/task.search.ts'
import * as workspaceTypeahead from '../resources/search/workspace.typeahead.ts'
import * as accessRequest from '../resources/sharing/access_request.ts'
import * as membership from '../resources/sharing/membership.ts'
import * as projectMembership from '../resources/sharing/project_membership.ts'
import * as reaction from '../resources/sharing/reaction.ts'
import * as portfolioDuplicate from '../resources/templates/portfolio.duplicate.ts'
import * as projectDuplicate from '../resources/templates/project.duplicate.ts'
import * as projectSaveAsTemplate from '../resources/templates/project.save_as_template.ts'
import * as projectTemplateInstantiate from '../resources/templates/project_template.instantiate.ts'
import * as projectTemplate from '../resources/templates/project_template.ts'
import * as taskDuplicate from '../resources/templates/task.duplicate.ts'
import * as taskTemplateInstantiate from '../resources/templates/task_template.instantiate.ts'
import * as taskTemplate from '../resources/templates/task_template.ts'
import * as timeTrackingCategory from '../resources/time/time_tracking_category.ts'
import * as timeTrackingEntry from '../resources/time/time_tracking_entry.ts'
import * as timesheetApprovalStatus from '../resources/time/timesheet_approval_status.ts'
import * as projectCreate from '../resources/work/project.create.ts'
import * as projectMembers from '../resources/work/project.members.ts'
import * as project from '../resources/work/project.ts'
import * as projectUpdate from '../resources/work/project.update.ts'
import * as projectStatus from '../resources/work/project_status.ts'
import * as sectionInsert from '../resources/work/section.insert.ts'
import * as section from '../resources/work/section.ts'
import * as statusUpdate from '../resources/work/status_update.ts'
import * as storyComment from '../resources/work/story.comment.ts'
import * as story from '../resources/work/story.ts'
import * as tag from '../resources/work/tag.ts'
import * as taskCreate from '../resources/work/task.create.ts'
import * as taskDependencies from '../resources/work/task.dependencies.ts'
import * as taskLists from '../resources/work/task.lists.ts'
import * as taskProjects from '../resources/work/task.projects.ts'
import * as taskRelations from '../resources/work/task.relations.ts'
import * as taskSetParent from '../resources/work/task.set_parent.ts'
import * as task from '../resources/work/task.ts'
import * as taskUpdate from '../resources/work/task.update.ts'
import * as taskCounts from '../resources/work/task_counts.ts'
import { isRecorded } from '../vocabulary/changes.ts'
import type { Operation } from '../vocabulary/operation.ts'
import type { Resource } from '../vocabulary/resource.ts'

const declared = {
  workspace: workspace.workspace,
  workspace_membership: workspaceMembership.workspaceMembership,
  user: user.user,
  user_task_list: userTaskList.userTaskList,
  team: team.team,
  team_membership: teamMembership.teamMembership,
  project: project.project,
  project_membership: projectMembership.projectMembership,
  membership: membership.membership,
  access_request: accessRequest.accessRequest,
  section: section.section,
  task_counts: taskCounts.taskCounts,
  task: task.task,
  tag: tag.tag,
  story: story.story,
  portfolio: portfolio.portfolio,
  portfolio_membership: portfolioMembership.portfolioMembership,
  project_portfolio_setting: projectPortfolioSetting.projectPortfolioSetting,
  goal: goal.goal,
  goal_metric: goalMetric.goalMetric,
  goal_relationship: goalRelationship.goalRelationship,
  status_update: statusUpdate.statusUpdate,
  project_status: projectStatus.projectStatus,
  project_brief: projectBrief.projectBrief,
  reaction: reaction.reaction,
  project_template: projectTemplate.projectTemplate,
  task_template: taskTemplate.taskTemplate,
  attachment: attachment.attachment,
  custom_field: customField.customField,
  enum_option: enumOption.enumOption,
  custom_field_setting: customFieldSetting.customFieldSetting,
  custom_type: customType.customType,
  custom_type_status_option: customTypeStatusOption.customTypeStatusOption,
  event: event.event,
  webhook: webhook.webhook,
  audit_log_event: auditLogEvent.auditLogEvent,
  batch_response: batchResponse.batchResponse,
  graph_export: graphExport.graphExport,
  export_request: exportRequest.exportRequest,
  organization_export: organizationExport.organizationExport,
  message: message.message,
  job: job.job,
  rule_trigger: ruleTrigger.ruleTrigger,
  time_period: timePeriod.timePeriod,
  allocation: allocation.allocation,
  budget: budget.budget,
  rate: rate.rate,
  placeholder: placeholder.placeholder,
  time_tracking_category: timeTrackingCategory.timeTrackingCategory,
  time_tracking_entry: timeTrackingEntry.timeTrackingEntry,
  timesheet_approval_status: timesheetApprovalStatus.timesheetApprovalStatus,
  role: role.role,
  ooo_entry: oooEntry.oooEntry,
  agent: agent.agent,
} satisfies Record<Name, Resource>

export const resources: Record<Name, Resource> = {
  ...declared,
  event: event.eventOf(Object.values(declared).filter(({ changes }) => isRecorded(changes))),
}

export const operations: readonly Operation[] = [
  ...workspace.operations,
  ...workspaceAiStudio.operations,
  ...workspaceAddUser.operations,
  ...workspaceRemoveUser.operations,
  ...workspaceMembership.operations,
  ...user.operations,
  ...userFavorites.operations,
  ...userTaskList.operations,
  ...team.operations,
  ...teamAddUser.operations,
  ...teamRemoveUser.operations,
  ...teamMembership.operations,
  ...project.operations,
  ...projectCreate.operations,
  ...projectMembers.operations,
  ...projectUpdate.operations,
  ...taskCounts.operations,
  ...projectMembership.operations,
  ...membership.operations,
  ...accessRequest.operations,
  ...section.operations,
  ...sectionInsert.operations,
  ...task.operations,
  ...taskCreate.operations,
  ...taskDependencies.operations,
  ...taskLists.operations,
  ...taskProjects.operations,
  ...taskRelations.operations,
  ...taskSetParent.operations,
  ...taskUpdate.operations,
  ...tag.operations,
  ...story.operations,
  ...customField.operations,
  ...enumOption.operations,
  ...customFieldSetting.operations,
  ...customType.operations,
  ...storyComment.operations,
  ...statusUpdate.operations,
  ...projectStatus.operations,
  ...projectBrief.operations,
  ...reaction.operations,
  ...projectTemplate.operations,
  ...taskTemplate.operations,
  ...projectSaveAsTemplate.operations,
  ...projectTemplateInstantiate.operations,
  ...taskTemplateInstantiate.operations,
  ...attachment.operations,
  ...attachmentUpload.operations,
  ...taskSearch.operations,
  ...projectSearch.operations,
  ...workspaceTypeahead.operations,
  ...portfolio.operations,
  ...portfolioItems.operations,
  ...portfolioMembers.operations,
  ...portfolioMembership.operations,
  ...projectPortfolioSetting.operations,
  ...goal.operations,
  ...goalCreate.operations,
  ...goalFollowers.operations,
  ...goalSupporting.operations,
  ...goalSetMetric.operations,
  ...goalUpdate.operations,
  ...goalRelationship.operations,
  ...event.operations,
  ...webhook.operations,
  ...webhookCreate.operations,
  ...auditLogEvent.operations,
  ...batchResponse.operations,
  ...graphExportCreate.operations,
  ...exportRequestCreate.operations,
  ...organizationExport.operations,
  ...job.operations,
  ...taskDuplicate.operations,
  ...ruleTriggerRun.operations,
  ...timePeriod.operations,
  ...projectDuplicate.operations,
  ...portfolioDuplicate.operations,
  ...allocation.operations,
  ...budget.operations,
  ...rate.operations,
  ...timeTrackingCategory.operations,
  ...timeTrackingEntry.operations,
  ...timesheetApprovalStatus.operations,
  ...role.operations,
  ...oooEntry.operations,
  ...agent.operations,
]
