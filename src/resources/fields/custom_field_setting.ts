/** A custom field setting applies a custom field to the tasks of a project, or to a team. */
import { invalid, invalidReference, malformed, notGid, unrecognized } from '../../lib/errors.ts'
import { parseGid } from '../../lib/gid.ts'
import { allows, rights } from '../../policy/rights.ts'
import { advisoryLock, deleteAndCount, insert } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { fieldsOf, settingsOf } from '../../store/queries/fields.ts'
import { wasDeleted } from '../../store/queries/objects.ts'
import { rankAt, settingsOfParent } from '../../store/queries/order.ts'
import { type TaskList, taskListsOf } from '../../store/queries/tasks.ts'
import { any, flag, one, raw } from '../../vocabulary/field.ts'
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
  doc: 'Applies a custom field to a project or a team.',
  guard: 'custom_field_setting',
  cached: true,
  changes: { none: 'the API has no events of custom fields' },
  fields: {
    custom_field: one('custom_field', { compact: true, doc: 'The custom field.' }),
    is_important: flag({ compact: true, doc: 'Whether lists show the custom field.' }),
    parent: any(['project', 'team', 'user_task_list'], {
      skipAccessCheck: true,
      compact: true,
      doc: 'The project or team that has the custom field.',
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

// wire: older docs: twenty fields a project
const MAX_FIELDS = 20

const settingsWhere = (parent: number) => ({ where: { parent }, order: ['rank', 'gid'], guarded: true })

type ListCall = Pick<WriteCall<{ project_gid: number }>, 'tx' | 'actor' | 'path' | 'rights'>

/** Returns the list whose fields change. Throws 403 for guests, and for callers who cannot customize the project. */
async function mustCustomizeList({ tx, actor, path, rights }: ListCall): Promise<TaskList> {
  const gid = path.project_gid
  const into = (await taskListsOf(tx, [gid])).get(gid)
  if (!into) throw invalidReference('project', gid)
  await mustNotBeGuest(tx, actor.gid, into.workspace)
  await mustCustomize(tx, gid, rights.project_gid)
  return into
}

/** The field with the given gid, or a new field of this project from the given definition. */
async function findOrCreateField(tx: Writer, me: number, { gid: project, workspace }: TaskList, given: unknown) {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    return defineField(tx, me, workspace, parseDefinition(given as Record<string, unknown>), project)
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
  if (field.project !== null && field.project !== project)
    throw invalid('custom_field', 'Belongs to another project and cannot be used here')
  return gid
}

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
  action('/projects/{project_gid}/addCustomFieldSetting', customFieldSetting, {
    id: 'addCustomFieldSettingForProject',
    doc: 'Adds a custom field to a project: an existing one, or a new one.',
    params: { project_gid: ['project', 'user_task_list'] },
    body: {
      custom_field: raw({ required: true, doc: 'The gid of a custom field, or the definition of a new one.' }),
      is_important: flag({ doc: 'Whether lists show the custom field.' }),
      insert_before: one('custom_field_setting', { need: 'view', doc: 'The setting right after the new one.' }),
      insert_after: one('custom_field_setting', { need: 'view', doc: 'The setting right before the new one.' }),
    },
    async execute(call) {
      const { path, body, tx, actor } = call
      const parent = path.project_gid
      const into = await mustCustomizeList(call)
      const { workspace } = into
      await mustHaveFeature(tx, workspace, 'custom_field_settings')
      // positions: a concurrent request must not add a field after these are counted.
      await advisoryLock(tx, 'positions', parent)
      const field = await findOrCreateField(tx, actor.gid, into, body.custom_field)
      const settings = await settingsOf(tx, parent)
      if (settings.some(setting => setting.custom_field === field))
        throw invalid('custom_field', 'The project has this custom field already')
      if (settings.length >= MAX_FIELDS) throw malformed(`A project can have at most ${MAX_FIELDS} custom fields`)
      const position = parsePosition(body) ?? 'end'
      const rank = await rankAt(tx, settingsOfParent, parent, position)
      if (rank === undefined) throw invalidAnchor(position)
      const gid = tx.gid()
      await insert(tx, 'custom_field_settings', {
        gid,
        custom_field: field,
        parent,
        workspace,
        is_important: body.is_important ? 1 : 0,
        rank,
      })
      // numbers: a task that a concurrent request restores is numbered by one of the two transactions.
      await advisoryLock(tx, 'numbers', workspace)
      await numberTasks(tx, 'project', parent)
      return gid
    },
  }),
  action('/projects/{project_gid}/removeCustomFieldSetting', customFieldSetting, {
    id: 'removeCustomFieldSettingForProject',
    doc: 'Removes a custom field from a project. The tasks keep its values, which can only be cleared.',
    answers: 'nothing',
    params: { project_gid: ['project', 'user_task_list'] },
    body: { custom_field: one('custom_field', { need: 'view', required: true, doc: 'The custom field.' }) },
    async execute(call) {
      const { path, body, tx } = call
      await mustCustomizeList(call)
      const deleted = await deleteAndCount(tx, 'custom_field_settings', {
        parent: path.project_gid,
        custom_field: body.custom_field,
      })
      if (deleted === 0) throw invalidReference('custom_field', body.custom_field)
      return undefined
    },
  }),
]
