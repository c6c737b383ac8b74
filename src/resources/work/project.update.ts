/** Updates and deletes a project. */
import { notAllowed } from '../../lib/errors.ts'
import { allows } from '../../policy/rights.ts'
import { getForUpdate, update as set } from '../../store/change.ts'
import type { Values } from '../../vocabulary/field.ts'
import { remove, update, type WriteCall } from '../../vocabulary/operation.ts'
import type { updatable } from '../../vocabulary/resource.ts'
import { customFieldValuesInput } from '../fields/rules/value_input.ts'
import { setValues } from '../fields/rules/values.ts'
import { project } from './project.ts'
import { lockMembers, mustFitTeam } from './rules/membership.ts'
import { addProjectAdmin, mustManage } from './rules/project_members.ts'
import { type ProjectState, settleProject } from './rules/project_state.ts'
import { mustSeeImages, parseTexts } from './rules/rich_text.ts'
import { createSentStatus, currentStatusInput } from './rules/status.ts'
import { moveProjectToTrash } from './rules/trash.ts'

/** What an update takes in addition to the fields. */
const moreInput = { ...currentStatusInput, ...customFieldValuesInput }

type ProjectUpdate = Values<ReturnType<typeof updatable<(typeof project)['fields']>> & typeof moreInput>

/** Only admins can change these: with them, an editor could make anyone an admin. */
const adminFields = [
  'privacy_setting',
  'default_access_level',
  'minimum_access_level_for_customization',
  'minimum_access_level_for_sharing',
  'team',
  'owner',
] as const

const appearanceFields = ['color', 'icon', 'default_view'] as const

async function updateProject(call: WriteCall<{ project_gid: number }, ProjectUpdate>): Promise<void> {
  const { body, path, rights, tx, actor } = call
  if (Object.keys(body).length === 0) return
  const gid = path.project_gid
  const before = await getForUpdate(tx, 'projects', gid)
  const after = settleProject(before, body)
  // Only differences are checked: clients read a project, change one member, and send all members back.
  const differs = (names: readonly (keyof ProjectState)[]) => names.some(name => after[name] !== before[name])
  if (differs(adminFields) && !allows(rights.project_gid, 'admin')) {
    throw notAllowed('Only admins of this project can change its owner, its team, and what people may do with it.')
  }
  if (differs(appearanceFields)) mustManage(before, rights.project_gid, 'customization')
  if (differs(['team'])) await mustFitTeam(tx, before.workspace, after.team, rights.team)
  const { owner } = after
  if (differs(['owner']) && owner !== null) {
    await lockMembers(tx, before.workspace, [owner], () => 'owner')
    await addProjectAdmin(tx, before, owner)
  }
  const text = parseTexts(body, ['notes', 'html_notes'], 'task')
  await mustSeeImages(tx, actor, text, async () => before.html_notes)
  const notes = text && { notes: text.plain, html_notes: text.rich }
  await set(tx, 'projects', { gid }, { ...after, ...notes, modified_at: tx.now })
  if (body.custom_fields !== undefined) await setValues(tx, actor, { type: 'project', gid }, body.custom_fields)
  await createSentStatus(tx, actor.gid, gid, body)
}

// wire: forum t/100480: unassigned tasks without another project or a parent are deleted with it
export const operations = [
  update('/projects/{project_gid}', project, {
    id: 'updateProject',
    doc: 'Updates the given fields of a project.',
    body: moreInput,
    execute: updateProject,
  }),
  remove('/projects/{project_gid}', project, {
    id: 'deleteProject',
    doc: 'Deletes a project, and its unassigned tasks without another project or a parent.',
    needs: { project_gid: 'admin' },
    execute: ({ path, tx, actor }) => moveProjectToTrash(tx, path.project_gid, actor.gid),
  }),
]
