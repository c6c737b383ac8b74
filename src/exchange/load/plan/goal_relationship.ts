/** Loads what supports goals, in its order. */
import { weightText } from '../../../resources/goals/rules/weight.ts'
import { insertAll } from '../../../store/change.ts'
import { findSupporting, supportingTypes } from '../../../store/queries/goals/relationships.ts'
import type { Tables } from '../../../store/tables.ts'
import { any, number } from '../../../vocabulary/field.ts'
import { mustBeAcyclic } from '../acyclic.ts'
import { forEachObject, loader, mustBeDistinct, nextRank, parentOf } from '../given.ts'

export const goalRelationships = loader({
  type: 'goal_relationship',
  fields: {
    supporting_resource: any(supportingTypes, { need: 'view', required: true, doc: 'What supports the goal.' }),
    contribution_weight: number({ doc: 'How much it counts, from 0 to 1; 0 by default.' }),
  },
  async load(into, objects) {
    const { tx, workspace } = into
    mustBeDistinct(objects, object => `${parentOf(object)} ${object.values.supporting_resource}`)
    const steps = objects.map(object => [parentOf(object), object.values.supporting_resource] as const)
    mustBeAcyclic(steps, 'A goal cannot support itself')
    const rows: Tables['goal_relationships'][] = []
    await forEachObject(objects, async object => {
      const { supporting_resource, contribution_weight = 0 } = object.values
      const [goal, found] = [parentOf(object), await findSupporting(tx, supporting_resource)]
      if (!found) throw new Error(`Unknown object: ${supporting_resource}`)
      rows.push({
        ...{ gid: object.gid, supported_goal: goal, supporting_resource, supporting_type: found.type, workspace },
        resource_subtype: found.type === 'goal' ? 'subgoal' : 'supporting_work',
        contribution_weight: weightText(contribution_weight),
        ...{ rank: nextRank(into, goal), created_at: object.created_at },
      })
    })
    await insertAll(tx, 'goal_relationships', rows)
  },
})
