/** Updates and deletes a goal. */
import { forbidden, notAllowed, unknownObject } from '../../lib/errors.ts'
import { allows, type Right } from '../../policy/rights.ts'
import { deleteWhere, getForUpdate, insertOrIgnore, update as set } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { type GoalRow, hasMetric } from '../../store/queries/goals/goals.ts'
import type { Values } from '../../vocabulary/field.ts'
import { remove, update, type WriteCall } from '../../vocabulary/operation.ts'
import type { updatable } from '../../vocabulary/resource.ts'
import { customFieldValuesInput } from '../fields/rules/value_input.ts'
import { setValues } from '../fields/rules/values.ts'
import { giveOwnMember } from '../sharing/rules/own_members.ts'
import { lockMembers, mustFitTeam } from '../work/rules/membership.ts'
import { mustSeeImages, parseTexts } from '../work/rules/rich_text.ts'
import { goal } from './goal.ts'
import { opensGoal } from './rules/goal_openness.ts'
import { type GoalState, mustHaveMetric, settleGoal } from './rules/goal_state.ts'
import { mustFitTimePeriod } from './rules/goal_time_period.ts'
import { mustHaveGoals } from './rules/goals_feature.ts'

type GoalUpdate = Values<ReturnType<typeof updatable<(typeof goal)['fields']>> & typeof customFieldValuesInput>

// wire: forum t/1089758: admins change the name and who has access, editors everything else
const adminFields: readonly (keyof GoalState)[] = ['name', 'privacy_setting', 'default_access_level']

async function updateGoal(call: WriteCall<{ goal_gid: number }, GoalUpdate>): Promise<void> {
  const { body, path, rights, tx, actor } = call
  const { liked, ...rest } = body
  const gid = path.goal_gid
  if (liked !== undefined) await setLiked(tx, gid, actor.gid, liked)
  if (Object.keys(rest).length === 0) return
  // A like needs only `comment`; every other field needs `edit`.
  if (!allows(rights.goal_gid, 'edit')) throw forbidden('goal')
  const before = await getForUpdate(tx, 'goals', gid)
  const after = settleGoal(before, body)
  // Only differences are checked: clients read a goal, change one member, and send all members back.
  const differs = (names: readonly (keyof GoalState)[]) => names.some(name => after[name] !== before[name])
  if (differs(adminFields) && !allows(rights.goal_gid, 'admin')) {
    throw notAllowed('Only admins of this goal can change its name, and who has access.')
  }
  if (differs(['team'])) await mustFitTeam(tx, before.workspace, after.team, rights.team)
  if (differs(['time_period'])) await mustFitTimePeriod(tx, before.workspace, after.time_period)
  if (differs(['owner'])) await shareWithOwner(tx, before, after.owner, rights.goal_gid)
  if (differs(['status'])) mustHaveMetric(await hasMetric(tx, gid), after.status)
  const text = parseTexts(body, ['notes', 'html_notes'], 'task')
  await mustSeeImages(tx, actor, text, async () => before.html_notes)
  await set(tx, 'goals', { gid }, { ...after, ...(text && { notes: text.plain, html_notes: text.rich }) })
  if (body.custom_fields !== undefined) await setValues(tx, actor, { type: 'goal', gid }, body.custom_fields)
}

/** The owner is a member: an admin, if an admin appoints them. */
async function shareWithOwner(tx: Writer, goal: GoalRow, owner: number | null, right: Right | undefined) {
  if (owner === null) return
  await lockMembers(tx, goal.workspace, [owner], () => 'owner')
  await giveOwnMember(tx, { type: 'goal', ...goal }, owner, allows(right, 'admin') ? 'admin' : 'editor')
}

async function setLiked(tx: Writer, goal: number, user: number, liked: boolean): Promise<void> {
  if (liked) await insertOrIgnore(tx, 'goal_likes', { gid: tx.gid(), goal, user })
  else await deleteWhere(tx, 'goal_likes', { goal, user })
}

async function deleteGoal({ path, tx, actor }: WriteCall<{ goal_gid: number }>): Promise<void> {
  await mustHaveGoals(tx, path.goal_gid)
  const { gid, deleted_at } = await getForUpdate(tx, 'goals', path.goal_gid)
  if (deleted_at !== null) throw unknownObject('goal', gid)
  await set(tx, 'goals', { gid }, { deleted_at: tx.now, deleted_by: actor.gid })
}

export const operations = [
  update('/goals/{goal_gid}', goal, {
    id: 'updateGoal',
    doc: 'Updates the given fields of a goal.',
    permissions: [{ name: 'share_goal_with_domain', applies: opensGoal }],
    needs: { goal_gid: 'comment' },
    body: customFieldValuesInput,
    execute: updateGoal,
  }),
  remove('/goals/{goal_gid}', goal, {
    id: 'deleteGoal',
    doc: 'Deletes a goal. What supports it stays.',
    needs: { goal_gid: 'admin' },
    execute: deleteGoal,
  }),
]
