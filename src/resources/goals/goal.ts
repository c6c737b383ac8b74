/**
 * A goal is something that a workspace or a team wants to achieve. Other goals, projects, tasks and portfolios support it
 * (`goal_relationship.ts`). Its members are its followers.
 */
import { malformed, missingInput } from '../../lib/errors.ts'
import { goalPage } from '../../store/queries/goals/goals.ts'
import { computed, date, flag, many, one, oneOf, text, type Values } from '../../vocabulary/field.ts'
import { get, list, listing, type ReadCall } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { customFieldsOf } from '../fields/rules/value_fields.ts'
import { linksInWorkspace } from '../people/rules/permalink.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { likeFields } from '../work/rules/likes.ts'
import { plainText, richText } from '../work/rules/rich_text.ts'
import { goalFollowers, supportingResources } from './rules/goal_changes.ts'
import { goalLevels } from './rules/goal_levels.ts'
import { goalStatuses } from './rules/goal_state.ts'
import { mustHaveGoals } from './rules/goals_feature.ts'
import { metricOfGoal } from './rules/metric_changes.ts'

const { likes, num_likes } = likeFields('goal_likes', 'goal')

export const goal = resource('goal', {
  doc: 'Something that a workspace or a team wants to achieve, supported by other goals and by work.',
  guard: 'goal',
  cached: true,
  changes: {
    addedTo: { team: 'team', workspace: 'workspace' },
    streams: ['team', 'workspace'],
    relations: [supportingResources, goalFollowers, metricOfGoal],
  },
  fields: {
    name: text({ compact: true, write: 'always', max: 1024, doc: 'The name of the goal.' }),
    owner: one('user', {
      skipAccessCheck: true,
      compact: true,
      write: 'always',
      need: 'view',
      nullable: true,
      doc: 'The user who is responsible for the goal: by default its creator.',
    }),
    notes: computed(['notes', 'html_notes'], plainText('notes', 'html_notes'), {
      write: 'always',
      doc: 'The description, as plain text.',
    }),
    html_notes: computed(['notes', 'html_notes'], richText('notes', 'html_notes'), {
      optIn: true,
      write: 'always',
      doc: 'The description, as rich text.',
    }),
    due_on: date({ write: 'always', nullable: true, doc: 'The day on which the goal is due.' }),
    start_on: date({ write: 'always', nullable: true, doc: 'The day on which the goal starts.' }),
    is_workspace_level: flag({
      write: 'always',
      doc: 'Whether it is a goal of the whole workspace. A goal of a team is not, unless it is set.',
    }),
    liked: flag({ write: 'always', doc: 'Whether the caller likes it.' }),
    ...{ likes, num_likes },
    team: one('team', { write: 'always', need: 'view', nullable: true, doc: 'The team of the goal.' }),
    workspace: one('workspace', {
      skipAccessCheck: true,
      write: 'create',
      need: 'view',
      doc: 'The workspace. Cannot change.',
    }),
    followers: many('user', {
      through: { table: 'goal_memberships', from: 'goal', to: 'member' },
      skipAccessCheck: true,
      write: 'create',
      need: 'view',
      doc: 'The users who are members.',
    }),
    time_period: one('time_period', {
      skipAccessCheck: true,
      write: 'always',
      need: 'view',
      nullable: true,
      doc: 'The time period of the goal.',
    }),
    metric: one('goal_metric', { skipAccessCheck: true, nullable: true, doc: 'What measures the progress, or null.' }),
    current_status_update: one('status_update', {
      skipAccessCheck: true,
      nullable: true,
      doc: 'The latest status update, or null.',
    }),
    status: oneOf(goalStatuses, {
      write: 'always',
      nullable: true,
      doc: 'The status: a colour while the goal is open, the result when it is closed. Needs a metric.',
    }),
    custom_field_settings: many('custom_field_setting', {
      through: { table: 'custom_field_settings', from: 'parent', to: 'gid', order: 'rank' },
      doc: 'The custom fields of the goal, as settings.',
    }),
    custom_fields: customFieldsOf('goal_fields', { doc: 'The custom fields of the goal, each with its value.' }),
    privacy_setting: oneOf(['public_to_workspace', 'members_only'], {
      write: 'always',
      doc: 'Who has access, in addition to the members.',
    }),
    default_access_level: oneOf(goalLevels, {
      write: 'always',
      doc: 'The access level of new members, and of users who have access through the workspace.',
    }),
    // wire: contract: a goal has no address there
    permalink_url: computed(['workspace'], linksInWorkspace('goal'), {
      cacheable: true,
      optIn: true,
      doc: 'The address of the goal in the app.',
    }),
  },
})

/** What a list of goals is filtered by. */
const filters = {
  workspace: one('workspace', { doc: 'The workspace.' }),
  team: one('team', { doc: 'The team.' }),
  project: one('project', { doc: 'Only goals that this project supports.' }),
  portfolio: one('portfolio', { doc: 'Only goals that this portfolio supports.' }),
  task: one('task', { doc: 'Only goals that this task supports.' }),
  time_periods: many('time_period', { doc: 'Only goals of these time periods.' }),
  is_workspace_level: flag({ doc: 'Only goals of the whole workspace, or only the others. Requires `workspace`.' }),
}

type ListGoalsCall = ReadCall<unknown, Values<typeof filters>>

async function listGoals({ query, reader, actor, window }: ListGoalsCall) {
  const { workspace, team, project, portfolio, task, is_workspace_level } = query
  const among = workspace ?? team ?? project ?? portfolio ?? task
  // wire: the text is that of the list of projects
  if (among === undefined) throw malformed('You should specify one of workspace, team, project, portfolio, task')
  if (query.time_periods?.length === 0) throw missingInput('time_periods')
  if (is_workspace_level !== undefined && workspace === undefined) throw missingInput('workspace')
  if (workspace === undefined) await mustHaveGoals(reader, among)
  else await mustHaveFeature(reader, workspace, 'goals')
  return goalPage(reader, actor.gid, query, window)
}

export const operations = [
  list('/goals', goal, {
    id: 'getGoals',
    doc: 'Lists the goals of a workspace or a team, or those that an object supports, as far as the caller can see them.',
    query: filters,
    execute: listGoals,
  }),
  get('/goals/{goal_gid}', goal, {
    id: 'getGoal',
    doc: 'Gets a goal.',
    async execute({ path, reader }) {
      await mustHaveGoals(reader, path.goal_gid)
      return path.goal_gid
    },
  }),
  list('/goals/{goal_gid}/parentGoals', goal, {
    id: 'getParentGoalsForGoal',
    doc: 'Lists the goals that a goal supports, as far as the caller can see them.',
    async execute(call) {
      await mustHaveGoals(call.reader, call.path.goal_gid)
      return listing('goal', () => ({
        through: { table: 'goal_relationships', to: 'supported_goal' },
        where: { supporting_resource: call.path.goal_gid },
        order: ['supported_goal'],
        guarded: true,
      }))(call)
    },
  }),
]
