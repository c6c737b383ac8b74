/** Creates a project in a workspace or for a team of an organization. */
import type { Values } from '../../vocabulary/field.ts'
import { create, type WriteCall } from '../../vocabulary/operation.ts'
import type { creatable } from '../../vocabulary/resource.ts'
import { customFieldValuesInput } from '../fields/rules/value_input.ts'
import { setValues } from '../fields/rules/values.ts'
import { FIRST_SECTION, findWorkspace, insertProject } from '../templates/rules/new_project.ts'
import { project } from './project.ts'
import { lockNewMembers } from './rules/membership.ts'
import { newProject, settleProject } from './rules/project_state.ts'
import { mustSeeImages, noText, parseTexts } from './rules/rich_text.ts'
import { createSentStatus, currentStatusInput } from './rules/status.ts'

/** What a project takes in addition to its fields. */
const moreInput = { ...currentStatusInput, ...customFieldValuesInput }

type ProjectInput = Values<ReturnType<typeof creatable<(typeof project)['fields']>> & typeof moreInput>
type CreateProjectCall = WriteCall<unknown, ProjectInput>

async function createProject(call: CreateProjectCall): Promise<number> {
  const { body, tx, actor } = call
  const workspace = await findWorkspace(call)
  // A service account sees every project and is a member of none.
  const creator = actor.kind === 'service' ? null : actor.gid
  const state = settleProject(newProject(creator, body.team ?? null), body)
  const { followers = [] } = body
  await lockNewMembers(tx, workspace, { creator, followers, owner: state.owner })
  const text = parseTexts(body, ['notes', 'html_notes'], 'task')
  await mustSeeImages(tx, actor, text, noText)
  const { gid } = await insertProject(tx, {
    ...{ workspace, creator, state, text, followers, template: null },
    sections: [FIRST_SECTION],
  })
  // A new project is in no portfolio, so it has no field: the error is the same as for an update.
  if (body.custom_fields !== undefined) await setValues(tx, actor, { type: 'project', gid }, body.custom_fields)
  await createSentStatus(tx, actor.gid, gid, body)
  return gid
}

// `view` is enough to name the workspace or the team; `findWorkspace` requires `edit` on one of the two.
export const operations = [
  create('/projects', project, {
    id: 'createProject',
    doc: 'Creates a project in a workspace or for a team.',
    permissions: [{ name: 'create_project' }],
    body: moreInput,
    execute: createProject,
  }),
  create('/workspaces/{workspace_gid}/projects', project, {
    id: 'createProjectForWorkspace',
    doc: 'Creates a project in a workspace.',
    permissions: [{ name: 'create_project' }],
    needs: { workspace_gid: 'view' },
    body: moreInput,
    execute: createProject,
  }),
  create('/teams/{team_gid}/projects', project, {
    id: 'createProjectForTeam',
    doc: 'Creates a project for a team.',
    permissions: [{ name: 'create_project' }],
    needs: { team_gid: 'view' },
    body: moreInput,
    execute: createProject,
  }),
]
