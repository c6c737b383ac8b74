/**
 * A custom field setting applies a custom field to the tasks of a project, to the items of a portfolio, to the users of a
 * team, or to a goal: one level deep, and no deeper.
 */
import type { Actor } from '../../identity/actor.ts'
import { invalid, invalidReference, malformed, notGid, unknownObject, unrecognized } from '../../lib/errors.ts'
import { parseGid } from '../../lib/gid.ts'
import { allows, rights } from '../../policy/rights.ts'
import { deleteAndCount, getForUpdate, insert } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { advisoryLock } from '../../store/locks.ts'
import { fieldsOf, settingsOf } from '../../store/queries/fields.ts'
import { tableOf, wasDeleted } from '../../store/queries/objects.ts'
import { rankAt, settingsOfParent } from '../../store/queries/order.ts'
import { type TaskList, taskListsOf } from '../../store/queries/tasks.ts'
import { any, flag, one, raw, type Values } from '../../vocabulary/field.ts'
import { action, list, listing, type WriteCall } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { invalidAnchor, parsePosition } from '../work/rules/position.ts'
import { mustCustomize } from '../work/rules/project_members.ts'
import { defineField } from './rules/define.ts'
import { mustNotBeGuest } from './rules/guests.ts'
import { parseDefinition } from './rules/input.ts'
import { numberTasks } from './rules/numbering.ts'

export const customFieldSetting = resource('custom_field_setting', {
  doc: 'Applies a custom field to a project, a portfolio, a goal or a team.',
  guard: 'custom_field_setting',
  cached: true,
  changes: { none: 'the API has no events of custom fields' },
  fields: {
    custom_field: one('custom_field', { compact: true, doc: 'The custom field.' }),
    is_important: flag({ compact: true, doc: 'Whether lists show the custom field.' }),
    parent: any(['project', 'team', 'user_task_list', 'portfolio', 'goal'], {
      skipAccessCheck: true,
      compact: true,
      doc: 'The project, portfolio, goal or team that has the custom field.',
    }),
    project: one('project', {
      skipAccessCheck: true,
      compact: true,
      sparse: true,
      column: 'parent',
      doc: 'The older name of `parent`.',
    }),
  },
})

// wire: older docs: twenty fields a project; contract: a portfolio has as many
const MAX_FIELDS = 20

const settingsWhere = (parent: number) => ({ where: { parent }, order: ['rank', 'gid'], guarded: true })

type ListCall = Pick<WriteCall<{ project_gid: number }>, 'tx' | 'actor' | 'path' | 'rights'>

/** An object whose fields change. */
interface FieldParent extends Pick<TaskList, 'gid' | 'workspace'> {
  type: 'project' | 'portfolio' | 'goal'
}

/** Returns the list whose fields change. Throws 403 for guests, and for callers who cannot customize the project. */
async function mustCustomizeList({ tx, actor, path, rights }: ListCall): Promise<FieldParent> {
  const gid = path.project_gid
  const into = (await taskListsOf(tx, [gid])).get(gid)
  if (!into) throw invalidReference('project', gid)
  await mustNotBeGuest(tx, actor.gid, into.workspace)
  await mustCustomize(tx, gid, rights.project_gid)
  return { type: 'project', ...into }
}

type CustomizeCall = Pick<WriteCall, 'tx' | 'actor'>

/** Returns the portfolio or goal whose fields change. Throws 403 for guests. */
async function mustCustomizeObject(
  { tx, actor }: CustomizeCall,
  type: 'portfolio' | 'goal',
  parent: number,
): Promise<FieldParent> {
  const { gid, workspace, deleted_at } = await getForUpdate(tx, tableOf(type), parent)
  if (deleted_at !== null) throw unknownObject(type, gid)
  await mustNotBeGuest(tx, actor.gid, workspace)
  return { type, gid, workspace }
}

const mustCustomizePortfolio = (call: CustomizeCall & { path: { portfolio_gid: number } }) =>
  mustCustomizeObject(call, 'portfolio', call.path.portfolio_gid)

const mustCustomizeGoal = (call: CustomizeCall & { path: { goal_gid: number } }) =>
  mustCustomizeObject(call, 'goal', call.path.goal_gid)

/** The field with the given gid, or a new field of this parent from the given definition. */
async function findOrCreateField(
  tx: Writer,
  me: number,
  { type, gid: parent, workspace }: FieldParent,
  given: unknown,
) {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    return defineField(tx, me, workspace, parseDefinition(given as Record<string, unknown>), parent)
  }
  if (typeof given !== 'string' && typeof given !== 'number') {
    throw notGid('custom_field', Array.isArray(given) ? 'array' : typeof given)
  }
  const gid = parseGid(String(given))
  const right = gid === undefined ? undefined : (await rights(tx, me, 'custom_field', [gid])).get(gid)
  if (gid === undefined || !allows(right, 'view')) {
    if (gid !== undefined && (await wasDeleted(tx, me, 'custom_field', gid)))
      throw invalidReference('custom_field', gid)
    throw unrecognized('custom_field', String(given).slice(0, 100).toWellFormed())
  }
  const field = (await fieldsOf(tx, [gid])).get(gid)
  if (field?.workspace !== workspace) throw invalidReference('custom_field', gid)
  if (field.project !== null && field.project !== parent)
    throw invalid('custom_field', `Belongs to another ${type} and cannot be used here`)
  return gid
}

const settingInput = {
  custom_field: raw({ required: true, doc: 'The gid of a custom field, or the definition of a new one.' }),
  is_important: flag({ doc: 'Whether lists show the custom field.' }),
  insert_before: one('custom_field_setting', { need: 'view', doc: 'The setting right after the new one.' }),
  insert_after: one('custom_field_setting', { need: 'view', doc: 'The setting right before the new one.' }),
}

async function addSetting(
  tx: Writer,
  { gid: me }: Actor,
  into: FieldParent,
  body: Values<typeof settingInput>,
): Promise<number> {
  const { type, gid: parent, workspace } = into
  await mustHaveFeature(tx, workspace, 'custom_field_settings')
  // positions: a concurrent request must not add a field after these are counted.
  await advisoryLock(tx, 'positions', parent)
  const field = await findOrCreateField(tx, me, into, body.custom_field)
  const settings = await settingsOf(tx, parent)
  if (settings.some(setting => setting.custom_field === field))
    throw invalid('custom_field', `The ${type} has this custom field already`)
  if (settings.length >= MAX_FIELDS) throw malformed(`A ${type} can have at most ${MAX_FIELDS} custom fields`)
  const position = parsePosition(body) ?? 'end'
  const rank = await rankAt(tx, settingsOfParent, parent, position)
  if (rank === undefined) throw invalidAnchor(position)
  const gid = tx.gid()
  const is_important = body.is_important ? 1 : 0
  await insert(tx, 'custom_field_settings', { gid, custom_field: field, parent, workspace, is_important, rank })
  return gid
}

async function removeSetting(tx: Writer, { gid: parent }: FieldParent, custom_field: number): Promise<undefined> {
  const deleted = await deleteAndCount(tx, 'custom_field_settings', { parent, custom_field })
  if (deleted === 0) throw invalidReference('custom_field', custom_field)
  return undefined
}

const fieldToRemove = { custom_field: one('custom_field', { need: 'view', required: true, doc: 'The custom field.' }) }

export const operations = [
  list('/projects/{project_gid}/custom_field_settings', customFieldSetting, {
    id: 'getCustomFieldSettingsForProject',
    doc: 'Lists the custom field settings of a project in order.',
    params: { project_gid: ['project', 'user_task_list'] },
    execute: listing('custom_field_setting', ({ path }) => settingsWhere(path.project_gid)),
  }),
  list('/teams/{team_gid}/custom_field_settings', customFieldSetting, {
    id: 'getCustomFieldSettingsForTeam',
    doc: 'Lists the custom field settings of a team.',
    execute: listing('custom_field_setting', ({ path }) => settingsWhere(path.team_gid)),
  }),
  list('/portfolios/{portfolio_gid}/custom_field_settings', customFieldSetting, {
    id: 'getCustomFieldSettingsForPortfolio',
    doc: 'Lists the custom field settings of a portfolio in order.',
    execute: listing('custom_field_setting', ({ path }) => settingsWhere(path.portfolio_gid)),
  }),
  action('/projects/{project_gid}/addCustomFieldSetting', customFieldSetting, {
    id: 'addCustomFieldSettingForProject',
    doc: 'Adds a custom field to a project: an existing one, or a new one.',
    params: { project_gid: ['project', 'user_task_list'] },
    body: settingInput,
    async execute(call) {
      const { tx, actor, body } = call
      const into = await mustCustomizeList(call)
      const gid = await addSetting(tx, actor, into, body)
      // numbers: a task that a concurrent request restores is numbered by one of the two transactions.
      await advisoryLock(tx, 'numbers', into.workspace)
      await numberTasks(tx, 'project', into.gid)
      return gid
    },
  }),
  action('/projects/{project_gid}/removeCustomFieldSetting', customFieldSetting, {
    id: 'removeCustomFieldSettingForProject',
    doc: 'Removes a custom field from a project. The tasks keep its values, which can only be cleared.',
    answers: 'nothing',
    params: { project_gid: ['project', 'user_task_list'] },
    body: fieldToRemove,
    execute: async call => removeSetting(call.tx, await mustCustomizeList(call), call.body.custom_field),
  }),
  action('/portfolios/{portfolio_gid}/addCustomFieldSetting', customFieldSetting, {
    id: 'addCustomFieldSettingForPortfolio',
    doc: 'Adds a custom field to the items of a portfolio: an existing one, or a new one.',
    body: settingInput,
    execute: async call => addSetting(call.tx, call.actor, await mustCustomizePortfolio(call), call.body),
  }),
  action('/portfolios/{portfolio_gid}/removeCustomFieldSetting', customFieldSetting, {
    id: 'removeCustomFieldSettingForPortfolio',
    doc: 'Removes a custom field from a portfolio. The items keep its values, which can only be cleared.',
    answers: 'nothing',
    body: fieldToRemove,
    execute: async call => removeSetting(call.tx, await mustCustomizePortfolio(call), call.body.custom_field),
  }),
  list('/goals/{goal_gid}/custom_field_settings', customFieldSetting, {
    id: 'getCustomFieldSettingsForGoal',
    doc: 'Lists the custom field settings of a goal in order.',
    execute: listing('custom_field_setting', ({ path }) => settingsWhere(path.goal_gid)),
  }),
  action('/goals/{goal_gid}/addCustomFieldSetting', customFieldSetting, {
    id: 'addCustomFieldSettingForGoal',
    doc: 'Adds a custom field to a goal: an existing one, or a new one.',
    body: settingInput,
    execute: async call => addSetting(call.tx, call.actor, await mustCustomizeGoal(call), call.body),
  }),
  action('/goals/{goal_gid}/removeCustomFieldSetting', customFieldSetting, {
    id: 'removeCustomFieldSettingForGoal',
    doc: 'Removes a custom field from a goal. The goal keeps its value, which can only be cleared.',
    answers: 'nothing',
    body: fieldToRemove,
    execute: async call => removeSetting(call.tx, await mustCustomizeGoal(call), call.body.custom_field),
  }),
]
