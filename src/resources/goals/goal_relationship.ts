/**
 * A goal relationship says that another goal, a project, a task or a portfolio supports a goal. Invariant: no goal
 * supports itself, at any depth.
 */
import { supportingTypes } from '../../store/queries/goals/relationships.ts'
import { any, computed, one, oneOf } from '../../vocabulary/field.ts'
import { get } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { supportingResources } from './rules/supporting_changes.ts'

export const goalRelationship = resource('goal_relationship', {
  doc: 'A goal, a project, a task or a portfolio that supports a goal.',
  guard: 'goal_relationship',
  changes: { mapper: supportingResources },
  fields: {
    resource_subtype: oneOf(['subgoal', 'supporting_work'], {
      compact: true,
      doc: 'Whether a goal supports the goal, or work.',
    }),
    supporting_resource: any(supportingTypes, { compact: true, doc: 'What supports the goal.' }),
    contribution_weight: computed(
      ['contribution_weight'],
      rows => rows.map(({ contribution_weight }) => Number(contribution_weight)),
      { compact: true, shows: 'number', doc: 'How much it counts for the progress of the goal, from 0 to 1.' },
    ),
    supported_goal: one('goal', { doc: 'The goal that it supports.' }),
  },
})

export const operations = [
  get('/goal_relationships/{goal_relationship_gid}', goalRelationship, {
    id: 'getGoalRelationship',
    doc: 'Gets a goal relationship.',
  }),
]
