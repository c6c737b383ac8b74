/** Every resource and every operation, one line each. */
import type { Name } from '../names.ts'
import * as team from '../resources/people/team.ts'
import * as teamMembership from '../resources/people/team_membership.ts'
import * as user from '../resources/people/user.ts'
import * as userTaskList from '../resources/people/user_task_list.ts'
import * as workspace from '../resources/people/workspace.ts'
import * as workspaceMembership from '../resources/people/workspace_membership.ts'
import * as projectMembership from '../resources/sharing/project_membership.ts'
import * as project from '../resources/work/project.ts'
import * as section from '../resources/work/section.ts'
import * as story from '../resources/work/story.ts'
import * as tag from '../resources/work/tag.ts'
import * as task from '../resources/work/task.ts'
import * as taskCounts from '../resources/work/task_counts.ts'
import type { Operation } from '../vocabulary/operation.ts'
import type { Resource } from '../vocabulary/resource.ts'

export const resources: Record<Name, Resource> = {
  workspace: workspace.workspace,
  workspace_membership: workspaceMembership.workspaceMembership,
  user: user.user,
  user_task_list: userTaskList.userTaskList,
  team: team.team,
  team_membership: teamMembership.teamMembership,
  project: project.project,
  project_membership: projectMembership.projectMembership,
  section: section.section,
  task_counts: taskCounts.taskCounts,
  task: task.task,
  tag: tag.tag,
  story: story.story,
}

export const operations: readonly Operation[] = [
  ...workspace.operations,
  ...workspaceMembership.operations,
  ...user.operations,
  ...userTaskList.operations,
  ...team.operations,
  ...teamMembership.operations,
  ...project.operations,
  ...taskCounts.operations,
  ...projectMembership.operations,
  ...section.operations,
  ...task.operations,
  ...tag.operations,
  ...story.operations,
]
