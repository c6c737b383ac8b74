/**
 * Loads given objects in one transaction, in an order in which references find their objects.
 *
 * Invariants:
 * - nothing but the objects, and what is derived from them, is written: see `WriteOrigin.isSilent`;
 * - the memory that a load needs in addition to the objects does not grow with their number.
 */
import type { Name } from '../../names.ts'
import { rules } from './automation/rule.ts'
import { ruleTriggers } from './automation/rule_trigger.ts'
import { allocations } from './capacity/allocation.ts'
import { budgets } from './capacity/budget.ts'
import { placeholders } from './capacity/placeholder.ts'
import { rates } from './capacity/rate.ts'
import type { GivenObject, GivenType, Loader, Loading } from './given.ts'
import { applications } from './people/application.ts'
import { oooEntries } from './people/ooo_entry.ts'
import { roles } from './people/role.ts'
import { serviceAccounts } from './people/service_account.ts'
import { teams } from './people/team.ts'
import { users } from './people/user.ts'
import { workspaces } from './people/workspace.ts'
import { goals } from './plan/goal.ts'
import { goalRelationships } from './plan/goal_relationship.ts'
import { portfolios } from './plan/portfolio.ts'
import { portfolioItems } from './plan/portfolio_item.ts'
import { accessRequests } from './sharing/access_request.ts'
import { reactions } from './sharing/reaction.ts'
import { projectTemplates } from './templates/project_template.ts'
import { taskTemplates } from './templates/task_template.ts'
import { timeTrackingCategories } from './time/time_tracking_category.ts'
import { timeTrackingEntries } from './time/time_tracking_entry.ts'
import { timesheets } from './time/timesheet_approval_status.ts'
import { customTypes } from './types/custom_type.ts'
import { customTypeStatusOptions } from './types/custom_type_status_option.ts'
import { attachments } from './work/attachment.ts'
import { customFields } from './work/custom_field.ts'
import { loadDependencies } from './work/dependency.ts'
import { enumOptions } from './work/enum_option.ts'
import { projects } from './work/project.ts'
import { projectBriefs } from './work/project_brief.ts'
import { sections } from './work/section.ts'
import { customFieldSettings } from './work/setting.ts'
import { statusUpdates } from './work/status_update.ts'
import { stories } from './work/story.ts'
import { tags } from './work/tag.ts'
import { tasks } from './work/task.ts'
import { webhooks } from './work/webhook.ts'

/** All loaders. Each type comes after those that it refers to. */
export const loaders: readonly Loader[] = [
  ...[workspaces, roles, users, serviceAccounts, applications, oooEntries, placeholders, timeTrackingCategories],
  ...[teams, tags, customFields, enumOptions, projects, sections, customFieldSettings],
  ...[customTypes, customTypeStatusOptions, tasks, stories, portfolios, portfolioItems, goals, goalRelationships],
  ...[statusUpdates, projectBriefs, reactions, accessRequests, timeTrackingEntries, timesheets],
  ...[allocations, budgets, rates, taskTemplates, projectTemplates, rules, ruleTriggers, attachments, webhooks],
]

/** The types of the API that cannot be given, each with the reason. */
export const UNLOADED: Partial<Record<Name, string>> = {
  workspace_membership: 'comes with its user',
  user_task_list: 'comes with its user',
  team_membership: 'comes with its team',
  project_membership: 'comes with its project',
  portfolio_membership: 'comes with its portfolio',
  membership: 'comes with the object that is shared',
  goal_metric: 'comes with its goal',
  time_period: 'comes with its workspace',
  task_counts: 'is counted',
  project_status: 'is a status update in its older form',
  message: 'is a status update of an export',
  agent: 'is a service account',
  event: 'is recorded for changes only',
  audit_log_event: 'is recorded for changes only',
  batch_response: 'is not stored',
  job: 'is transient',
  graph_export: 'is transient',
  export_request: 'is transient',
  organization_export: 'is transient',
}

/** The objects that are loaded together: few enough to be in memory, many enough for few statements. */
const CHUNK_OBJECTS = 1000

/** What is to be loaded: objects by type, and pairs. */
export interface Load {
  /** The objects of a type, each after those that contain it. */
  objectsOf(type: GivenType): Iterable<GivenObject>
  dependencies: readonly { task: number; dependency: number }[]
}

/** Loads all objects. Throws a RefusedObject, and then the transaction must end. */
export async function loadAll(into: Loading, { objectsOf, dependencies }: Load): Promise<void> {
  for (const { type, load } of loaders) {
    for (const chunk of chunksOf(objectsOf(type))) {
      await load(into, chunk)
      await derive(into)
    }
    if (type === 'task') await loadDependencies(into, dependencies)
  }
  await derive(into)
}

/** Derives what follows from the rows so far, and forgets them. */
const derive = ({ tx }: Loading): Promise<void> => tx.capture.beforeCommit(tx)

function* chunksOf<T>(objects: Iterable<T>): Generator<T[]> {
  let chunk: T[] = []
  for (const object of objects) {
    if (chunk.push(object) < CHUNK_OBJECTS) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
