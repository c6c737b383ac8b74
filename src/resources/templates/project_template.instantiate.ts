/**
 * Creates a project from a template. The request itself makes the project, with its sections and fields; the job adds
 * the tasks.
 */
import { unknownObject } from '../../lib/errors.ts'
import { ranksBetween } from '../../lib/rank.ts'
import { allows, rights } from '../../policy/rights.ts'
import { getForUpdate, insertAll } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { fieldsOf } from '../../store/queries/fields.ts'
import type { ProjectTemplateRow } from '../../store/queries/templates/contents.ts'
import { flag, one, oneOf, text, type Values } from '../../vocabulary/field.ts'
import { action, created, type WriteCall } from '../../vocabulary/operation.ts'
import { hasFeature } from '../people/rules/plan.ts'
import { requestJob } from '../platform/rules/request_job.ts'
import { lockMembers } from '../work/rules/membership.ts'
import { newProject, settleProject } from '../work/rules/project_state.ts'
import { projectTemplate } from './project_template.ts'
import { notComplete } from './rules/compose.ts'
import { absoluteDay, type DateVariable, type ProjectContent, type TemplateRole } from './rules/content.ts'
import type { Instantiation } from './rules/instantiation.ts'
import { findWorkspace, insertProject } from './rules/new_project.ts'
import { chosenDay, chosenRoles, requestedDates, requestedRoles } from './rules/variables.ts'

const body = {
  name: text({ required: true, max: 1024, doc: 'The name of the new project.' }),
  team: one('team', { need: 'view', doc: 'The team of the new project; by default that of the template.' }),
  privacy_setting: oneOf(['public_to_workspace', 'private_to_team', 'private'], {
    doc: 'Who has access to the new project, in addition to its members.',
  }),
  public: flag({ doc: 'The older form of `privacy_setting`.' }),
  is_strict: flag({ doc: 'Whether a missing date is an error. Otherwise it is the current day.' }),
  requested_dates: requestedDates,
  requested_roles: requestedRoles,
}

type InstantiateCall = WriteCall<{ project_template_gid: number }, Values<typeof body>>

/** The workspace and the team of the new project. Throws 403 if the caller cannot create projects there. */
async function findHome(call: InstantiateCall, template: ProjectTemplateRow) {
  const { tx, actor } = call
  const team = call.body.team ?? template.team
  const { workspace } = template
  const own = {
    team: team === null ? undefined : (await rights(tx, actor.gid, 'team', [team])).get(team),
    workspace: (await rights(tx, actor.gid, 'workspace', [workspace])).get(workspace),
  }
  const held = { workspace: own.workspace ?? 'none', team: own.team ?? 'none' } as const
  await findWorkspace({ tx, rights: held, body: { workspace, team } })
  return { workspace, team }
}

/** The custom fields of the template that the caller can see, as fields of the new project. */
async function insertSettings(tx: Writer, me: number, parent: number, workspace: number, gids: readonly number[]) {
  if (gids.length === 0 || !(await hasFeature(tx, workspace, 'custom_field_settings'))) return
  const [fields, levels] = [await fieldsOf(tx, gids), await rights(tx, me, 'custom_field', [...gids])]
  const usable = gids.filter(gid => fields.get(gid)?.project === null && allows(levels.get(gid), 'view'))
  const ranks = ranksBetween(null, null, usable.length)
  const rows = usable.map((custom_field, index) => ({
    ...{ gid: tx.gid(), custom_field, parent, workspace, is_important: 0, rank: ranks[index] ?? '' },
  }))
  await insertAll(tx, 'custom_field_settings', rows)
}

async function instantiateProject(call: InstantiateCall): Promise<number> {
  const { tx, actor, path, filesQuota } = call
  const { name, privacy_setting, public: isPublic, is_strict = false, ...given } = call.body
  const template = await getForUpdate(tx, 'project_templates', path.project_template_gid)
  // Another transaction may have deleted it after the rights were checked.
  if (template.deleted_at !== null) throw unknownObject('project_template', template.gid)
  if (!template.is_complete) throw notComplete()
  const { workspace, team } = await findHome(call, template)
  const content = JSON.parse(template.content) as ProjectContent
  const { timeZone } = actor
  const from = chosenDay({
    variables: JSON.parse(template.requested_dates) as DateVariable[],
    ...{ given: given.requested_dates ?? [], isStrict: is_strict, now: tx.now, timeZone },
  })
  const roles = chosenRoles(JSON.parse(template.requested_roles) as TemplateRole[], given.requested_roles ?? [])
  const creator = actor.kind === 'service' ? null : actor.gid
  const state = settleProject(newProject(creator, team), {
    ...{ name, color: template.color, icon: content.icon, default_view: content.default_view },
    ...{ start_on: absoluteDay(content.start, from), due_on: absoluteDay(content.due, from) },
    ...(privacy_setting === undefined ? {} : { privacy_setting }),
    ...(isPublic === undefined ? {} : { public: isPublic }),
  })
  if (creator !== null) await lockMembers(tx, workspace, [creator], () => 'workspace')
  const { gid: project, sections } = await insertProject(tx, {
    ...{ workspace, creator, state, text: { plain: template.description, rich: template.html_description } },
    ...{ followers: [], sections: content.sections, template: template.gid },
  })
  await insertSettings(tx, actor.gid, project, workspace, content.custom_fields)
  const { modified_at } = template
  const input: Instantiation = { project, sections, from, timeZone, roles, follows: false, filesQuota, modified_at }
  return requestJob(call, {
    ...{ workspace, subtype: 'instantiate_project', source: template.gid, created: { new_project: project }, input },
  })
}

export const operations = [
  action('/project_templates/{project_template_gid}/instantiateProject', projectTemplate, {
    id: 'instantiateProject',
    doc: 'Starts a job that creates a project from a template.',
    permissions: [{ name: 'create_project' }],
    needs: { project_template_gid: 'view' },
    limit: 'job',
    status: created,
    type: 'job',
    body,
    execute: instantiateProject,
  }),
]
