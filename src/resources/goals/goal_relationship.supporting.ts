/** Adds what supports a goal, and removes it: other goals, in an order, and projects, tasks and portfolios. */
import { invalid, invalidReference, malformed, unknownObject } from '../../lib/errors.ts'
import { deleteAndCount, getForUpdate, insert, update } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { advisoryLock } from '../../store/locks.ts'
import {
  findSupporting,
  relationshipOf,
  type SupportingResource,
  supportCountOf,
  supportingTypes,
  supports,
} from '../../store/queries/goals/relationships.ts'
import { rankAt, supportOfGoal } from '../../store/queries/order.ts'
import { any, one } from '../../vocabulary/field.ts'
import { action, type WriteCall } from '../../vocabulary/operation.ts'
import { anchorOf, invalidAnchor, parsePosition } from '../work/rules/position.ts'
import { goalRelationship } from './goal_relationship.ts'
import { contributionWeight, weightText } from './rules/weight.ts'

const MAX_SUPPORTING = 1500

interface SupportingInput {
  supporting_resource: number
  insert_before?: number
  insert_after?: number
  contribution_weight?: number
}

type AddCall = WriteCall<{ goal_gid: number }, SupportingInput>

async function addSupporting({ path, body, tx }: AddCall): Promise<number> {
  const { gid: goal, workspace, deleted_at } = await getForUpdate(tx, 'goals', path.goal_gid)
  // Another transaction may have deleted it after the rights were checked.
  if (deleted_at !== null) throw unknownObject('goal', goal)
  const { supporting_resource: resource, contribution_weight: weight } = body
  const found = await findSupporting(tx, resource)
  if (found?.workspace !== workspace) throw invalidReference('supporting_resource', resource)
  const position = parsePosition(body)
  // wire: contract: only subgoals have a position
  if (position !== undefined && found.type !== 'goal') throw invalid(positionField(body), 'Only subgoals have an order')
  // hierarchy: a concurrent request could make the goal support this one.
  if (found.type === 'goal') await advisoryLock(tx, 'hierarchy', workspace)
  // positions: a concurrent request could add something after these are counted.
  await advisoryLock(tx, 'positions', goal)
  const known = await relationshipOf(tx, goal, resource)
  if (known && weight !== undefined) {
    await update(tx, 'goal_relationships', { gid: known.gid }, { contribution_weight: weightText(weight) })
  }
  if (known && (position === undefined || anchorOf(position) === resource)) return known.gid
  const rank = await rankAt(tx, supportOfGoal, goal, position ?? 'end')
  if (rank === undefined) throw invalidAnchor(position ?? 'end')
  if (!known) return insertSupporting(tx, goal, found, { rank, contribution_weight: weightText(weight ?? 0) })
  await update(tx, 'goal_relationships', { gid: known.gid }, { rank })
  return known.gid
}

const positionField = (body: SupportingInput) => (body.insert_before === undefined ? 'insert_after' : 'insert_before')

/** Throws 400 for a goal that the goal supports, and for one object too many. */
async function insertSupporting(
  tx: Writer,
  goal: number,
  { gid: supporting_resource, type, workspace }: SupportingResource,
  columns: { rank: string; contribution_weight: string },
): Promise<number> {
  if (type === 'goal' && (await supports(tx, goal, supporting_resource))) {
    throw invalid('supporting_resource', 'A goal cannot support itself')
  }
  if ((await supportCountOf(tx, goal)) >= MAX_SUPPORTING) {
    throw malformed(`At most ${MAX_SUPPORTING} objects can support a goal`)
  }
  const gid = tx.gid()
  await insert(tx, 'goal_relationships', {
    ...{ gid, supported_goal: goal, supporting_resource, supporting_type: type, workspace, ...columns },
    ...{ resource_subtype: type === 'goal' ? 'subgoal' : 'supporting_work', created_at: tx.now },
  })
  return gid
}

type RemoveCall = WriteCall<{ goal_gid: number }, SupportingInput>

async function removeSupporting({ path, body, tx }: RemoveCall): Promise<undefined> {
  const { supporting_resource } = body
  const where = { supported_goal: path.goal_gid, supporting_resource }
  const deleted = await deleteAndCount(tx, 'goal_relationships', where)
  if (deleted === 0) throw invalidReference('supporting_resource', supporting_resource)
  return undefined
}

const supportingResource = any(supportingTypes, {
  need: 'view',
  required: true,
  doc: 'The goal, project, task or portfolio.',
})

export const operations = [
  action('/goals/{goal_gid}/addSupportingRelationship', goalRelationship, {
    id: 'addSupportingRelationship',
    doc: 'Adds what supports a goal, by default at the end; moves a subgoal that supports it already.',
    body: {
      supporting_resource: supportingResource,
      insert_before: one('goal', { need: 'view', doc: 'The subgoal right after the new one.' }),
      insert_after: one('goal', { need: 'view', doc: 'The subgoal right before the new one.' }),
      contribution_weight: contributionWeight,
    },
    execute: addSupporting,
  }),
  action('/goals/{goal_gid}/removeSupportingRelationship', goalRelationship, {
    id: 'removeSupportingRelationship',
    doc: 'Removes what supports a goal.',
    answers: 'nothing',
    body: { supporting_resource: supportingResource },
    execute: removeSupporting,
  }),
]
