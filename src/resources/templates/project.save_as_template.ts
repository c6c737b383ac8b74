/** Saves a project as a template. The request itself makes an empty template; the job fills it. */
import { unknownObject } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import type { Writer } from '../../store/db.ts'
import { findProject, type ProjectRow } from '../../store/queries/projects.ts'
import { flag, one, text, type Values } from '../../vocabulary/field.ts'
import { action, created, type WriteCall } from '../../vocabulary/operation.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { requestJob } from '../platform/rules/request_job.ts'
import { project } from '../work/project.ts'
import { mustBeOf } from '../work/rules/membership.ts'
import { requireTemplateName } from './rules/compose.ts'
import { findWorkspace } from './rules/new_project.ts'
import { insertProjectTemplate } from './rules/write.ts'

const body = {
  name: text({ required: true, max: 1024, doc: 'The name of the new template.' }),
  public: flag({ required: true, doc: 'Whether the members of its team can use the template.' }),
  team: one('team', { need: 'view', doc: 'The team of the template; by default that of the project.' }),
  workspace: one('workspace', { need: 'view', doc: 'The workspace of the project, for a template without a team.' }),
}

type SaveCall = WriteCall<{ project_gid: number }, Values<typeof body>>

/** The team of the new template. Throws 403 if the caller cannot create templates there. */
async function findTeam(call: SaveCall, { workspace, team: own }: ProjectRow): Promise<number | null> {
  const { tx, actor, body } = call
  if (body.workspace !== undefined) mustBeOf(workspace, body.workspace, 'workspace', body.workspace)
  const team = body.team ?? (body.workspace === undefined ? own : null)
  const rightOn = async (type: 'team' | 'workspace', gid: number) =>
    (await rights(tx, actor.gid, type, [gid])).get(gid) ?? 'none'
  // The team of the project may be one that the caller cannot see: then the template has none.
  const right = team === null ? 'none' : await rightOn('team', team)
  const chosen = body.team === undefined && !allows(right, 'edit') ? null : team
  const held = { team: right, workspace: await rightOn('workspace', workspace) } as const
  await findWorkspace({ tx, rights: held, body: { workspace, team: chosen } })
  return chosen
}

async function saveAsTemplate(call: SaveCall): Promise<number> {
  const { tx, actor, path, body, filesQuota } = call
  const source = await findProject(tx, path.project_gid)
  if (!source) throw unknownObject('project', path.project_gid)
  const { workspace } = source
  await mustHaveFeature(tx, workspace, 'templates')
  const template = await insertTemplate(tx, source, {
    ...{ name: requireTemplateName(body.name), is_public: body.public ? 1 : 0, team: await findTeam(call, source) },
    owner: actor.kind === 'service' ? null : actor.gid,
  })
  const created = { new_project_template: template }
  return requestJob(call, {
    ...{ workspace, subtype: 'save_project_as_template', source: source.gid, created, input: { filesQuota } },
  })
}

interface SavedTemplate {
  name: string
  is_public: number
  team: number | null
  owner: number | null
}

/** Inserts a template without tasks, which cannot be used yet. */
const insertTemplate = (tx: Writer, source: ProjectRow, columns: SavedTemplate): Promise<number> => {
  const { workspace, notes: description, html_notes: html_description, color, icon, default_view } = source
  const content = { icon, default_view, sections: [], custom_fields: [], start: null, due: null }
  return insertProjectTemplate(
    tx,
    { workspace, description, html_description, color, is_complete: 0, ...columns },
    { content, requested_dates: [], requested_roles: [] },
  )
}

export const operations = [
  action('/projects/{project_gid}/saveAsTemplate', project, {
    id: 'projectSaveAsTemplate',
    doc: 'Starts a job that saves a project as a template.',
    needs: { project_gid: 'view' },
    limit: 'job',
    status: created,
    type: 'job',
    body,
    execute: saveAsTemplate,
  }),
]
