/** Creates a project in a workspace or for a team of an organization. */
import { forbidden, malformed } from '../../lib/errors.ts'
import { rankBetween } from '../../lib/rank.ts'
import { allows } from '../../policy/rights.ts'
import { insert } from '../../store/change.ts'
import { teamOf } from '../../store/queries/membership.ts'
import type { Values } from '../../vocabulary/field.ts'
import { create, type WriteCall } from '../../vocabulary/operation.ts'
import type { creatable } from '../../vocabulary/resource.ts'
import { customFieldValuesInput } from '../fields/rules/value_input.ts'
import { setValues } from '../fields/rules/values.ts'
import { project } from './project.ts'
import { lockMembers, mustBeOf } from './rules/membership.ts'
import { addProjectAdmin, addProjectMembers, followerLevel } from './rules/project_members.ts'
import { newProject, settleProject } from './rules/project_state.ts'
import { mustSeeImages, noText, parseTexts } from './rules/rich_text.ts'
import { createSentStatus, currentStatusInput } from './rules/status.ts'

/** What a project takes in addition to its fields. */
const moreInput = { ...currentStatusInput, ...customFieldValuesInput }

type ProjectInput = Values<ReturnType<typeof creatable<(typeof project)['fields']>> & typeof moreInput>
type CreateProjectCall = WriteCall<unknown, ProjectInput>

interface ProjectHomeInput extends Pick<WriteCall, 'tx' | 'rights'> {
  body: { workspace?: number | undefined; team?: number | null | undefined }
}

/** Returns the workspace of a new project. Throws 400 without one, and 403 if the caller cannot create projects. */
export async function findWorkspace({ tx, body, rights }: ProjectHomeInput): Promise<number> {
  const { workspace, team } = body
  if (team) {
    const { organization } = await teamOf(tx, team)
    mustBeOf(workspace ?? organization, organization, 'team', team)
    if (!allows(rights.team, 'edit')) throw forbidden('team')
    return organization
  }
  // wire: a third party's tests
  if (workspace === undefined) throw malformed('You should specify one of workspace, team')
  if (!allows(rights.workspace, 'edit')) throw forbidden('workspace')
  return workspace
}

async function createProject(call: CreateProjectCall): Promise<number> {
  const { body, tx, actor } = call
  const workspace = await findWorkspace(call)
  // A service account sees every project and is a member of none.
  const creator = actor.kind === 'service' ? null : actor.gid
  const state = settleProject(newProject(creator, body.team ?? null), body)
  await lockUsers(call, workspace, creator, state.owner)
  const text = parseTexts(body, ['notes', 'html_notes'], 'task')
  await mustSeeImages(tx, actor, text, noText)
  const gid = tx.gid()
  await insert(tx, 'projects', {
    gid,
    workspace,
    ...state,
    notes: text?.plain ?? '',
    html_notes: text?.rich ?? null,
    completed: 0,
    completed_at: null,
    completed_by: null,
    current_status_update: null,
    created_from_template: null,
    created_at: tx.now,
    modified_at: tx.now,
    deleted_at: null,
    deleted_by: null,
  })
  const created = { gid, workspace }
  if (creator !== null) await addProjectMembers(tx, created, [creator], { access_level: 'admin', is_follower: 1 })
  if (state.owner !== null) await addProjectAdmin(tx, created, state.owner)
  const access_level = followerLevel(state.default_access_level)
  await addProjectMembers(tx, created, body.followers ?? [], { access_level, is_follower: 1 })
  // wire: recorded: every new project has this section
  const first = { name: 'Untitled section', rank: rankBetween(null, null), created_at: tx.now }
  await insert(tx, 'sections', { gid: tx.gid(), project: gid, workspace, ...first })
  // A new project is in no portfolio, so it has no field: the error is the same as for an update.
  if (body.custom_fields !== undefined) await setValues(tx, actor, { type: 'project', gid }, body.custom_fields)
  await createSentStatus(tx, actor.gid, gid, body)
  return gid
}

/** Locks the workspace memberships of all users of a new project. Throws 400 for users outside the workspace. */
async function lockUsers(
  { body, tx }: CreateProjectCall,
  workspace: number,
  creator: number | null,
  owner: number | null,
) {
  // All in one statement: two requests that create projects for each other's callers must not deadlock.
  const users = [
    ...(creator === null ? [] : [{ gid: creator, at: 'workspace' }]),
    ...(body.followers ?? []).map((gid, index) => ({ gid, at: `followers: [${index}]` })),
    ...(owner === null ? [] : [{ gid: owner, at: 'owner' }]),
  ]
  const gids = users.map(({ gid }) => gid)
  await lockMembers(tx, workspace, gids, index => users[index]?.at ?? '')
}

// `view` is enough to name the workspace or the team; `findWorkspace` requires `edit` on one of the two.
export const operations = [
  create('/projects', project, {
    id: 'createProject',
    doc: 'Creates a project in a workspace or for a team.',
    body: moreInput,
    execute: createProject,
  }),
  create('/workspaces/{workspace_gid}/projects', project, {
    id: 'createProjectForWorkspace',
    doc: 'Creates a project in a workspace.',
    needs: { workspace_gid: 'view' },
    body: moreInput,
    execute: createProject,
  }),
  create('/teams/{team_gid}/projects', project, {
    id: 'createProjectForTeam',
    doc: 'Creates a project for a team.',
    needs: { team_gid: 'view' },
    body: moreInput,
    execute: createProject,
  }),
]
