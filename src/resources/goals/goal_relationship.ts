/**
 * A goal relationship says that another goal, a project, a task or a portfolio supports a goal. It is visible to readers
 * of both. Invariant: no goal supports itself, at any depth.
 */
import { update as set } from '../../store/change.ts'
import { supportingTypes } from '../../store/queries/goals/relationships.ts'
import { any, computed, one, oneOf } from '../../vocabulary/field.ts'
import { get, list, listing, update } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { contributionWeight, weightText } from './rules/weight.ts'

const subtypes = ['subgoal', 'supporting_work'] as const

export const goalRelationship = resource('goal_relationship', {
  doc: 'A goal, a project, a task or a portfolio that supports a goal.',
  guard: 'goal_relationship',
  changes: { none: 'what supports a goal is added to the goal, and removed from it' },
  fields: {
    resource_subtype: oneOf(subtypes, { compact: true, doc: 'Whether a goal supports the goal, or work.' }),
    supporting_resource: any(supportingTypes, {
      compact: true,
      write: 'create',
      need: 'view',
      doc: 'What supports the goal. Cannot change.',
    }),
    contribution_weight: computed(
      ['contribution_weight'],
      rows => rows.map(({ contribution_weight }) => Number(contribution_weight)),
      { compact: true, shows: 'number', doc: 'How much it counts for the progress of the goal, from 0 to 1.' },
    ),
    supported_goal: one('goal', { write: 'create', need: 'edit', doc: 'The goal that it supports. Cannot change.' }),
  },
})

export const operations = [
  list('/goal_relationships', goalRelationship, {
    id: 'getGoalRelationships',
    doc: 'Lists what supports a goal in its order, as far as the caller can see it.',
    query: {
      supported_goal: one('goal', { required: true, doc: 'The goal.' }),
      resource_subtype: oneOf(subtypes, { doc: 'Only goals, or only work.' }),
    },
    execute: listing('goal_relationship', ({ query: { supported_goal, resource_subtype } }) => ({
      where: { supported_goal, ...(resource_subtype && { resource_subtype }) },
      order: ['rank', 'gid'],
      guarded: true,
    })),
  }),
  get('/goal_relationships/{goal_relationship_gid}', goalRelationship, {
    id: 'getGoalRelationship',
    doc: 'Gets a goal relationship.',
  }),
  update('/goal_relationships/{goal_relationship_gid}', goalRelationship, {
    id: 'updateGoalRelationship',
    doc: 'Changes how much something counts for the progress of a goal.',
    body: { contribution_weight: contributionWeight },
    async execute({ body, path, tx }) {
      if (body.contribution_weight === undefined) return
      const weight = { contribution_weight: weightText(body.contribution_weight) }
      await set(tx, 'goal_relationships', { gid: path.goal_relationship_gid }, weight)
    },
  }),
]
