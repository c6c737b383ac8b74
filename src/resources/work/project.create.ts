/** Creates a project in a workspace or for a team of an organization. */
import { forbidden, malformed } from '../../lib/errors.ts'
import { rankBetween } from '../../lib/rank.ts'
import type { Name } from '../../names.ts'
import { allows, rights } from '../../policy/rights.ts'
import { insert } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { teamOf } from '../../store/queries/membership.ts'
import type { Values } from '../../vocabulary/field.ts'
import { create, type WriteCall } from '../../vocabulary/operation.ts'
import type { creatable } from '../../vocabulary/resource.ts'
import { project } from './project.ts'
import { lockMembers, mustBeOf } from './rules/membership.ts'
import { addProjectAdmin, addProjectMembers, followerLevel } from './rules/project_members.ts'
import { newProject, settleProject } from './rules/project_state.ts'
import { parseTexts } from './rules/rich_text.ts'

type ProjectInput = Values<ReturnType<typeof creatable<(typeof project)['fields']>>>

/** Returns the workspace of a new project. Throws 400 without one, and 403 if the caller cannot create projects. */
async function findWorkspace(tx: Writer, me: number, { workspace, team }: ProjectInput): Promise<number> {
  if (team) {
    const { organization } = await teamOf(tx, team)
    mustBeOf(workspace ?? organization, organization, 'team', team)
    await mustEdit(tx, me, 'team', team)
    return organization
  }
  // wire: a third party's tests
  if (workspace === undefined) throw malformed('You should specify one of workspace, team')
  await mustEdit(tx, me, 'workspace', workspace)
  return workspace
}

async function mustEdit(tx: Writer, me: number, type: Name, gid: number) {
  if (!allows((await rights(tx, me, type, [gid])).get(gid), 'edit')) throw forbidden(type)
}

async function createProject({ body, tx, actor }: WriteCall<unknown, ProjectInput>): Promise<number> {
  const workspace = await findWorkspace(tx, actor.gid, body)
  // A service account sees every project and is a member of none.
  const maker = actor.kind === 'service' ? null : actor.gid
  const state = settleProject(newProject(maker, body.team ?? null), body)
  const { followers = [] } = body
  // All in one statement: two requests that create projects for each other's callers must not deadlock.
  const people = [
    ...(maker === null ? [] : [{ user: maker, at: 'workspace' }]),
    ...followers.map((user, index) => ({ user, at: `followers: [${index}]` })),
    ...(state.owner === null ? [] : [{ user: state.owner, at: 'owner' }]),
  ]
  const users = people.map(({ user }) => user)
  await lockMembers(tx, workspace, users, index => people[index]?.at ?? '')
  const text = parseTexts(body, ['notes', 'html_notes'], 'task')
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
    created_at: tx.now,
    modified_at: tx.now,
    deleted_at: null,
    deleted_by: null,
  })
  const made = { gid, workspace }
  if (maker !== null) await addProjectMembers(tx, made, [maker], { access_level: 'admin', is_follower: 1 })
  if (state.owner !== null) await addProjectAdmin(tx, made, state.owner)
  await addProjectMembers(tx, made, followers, {
    access_level: followerLevel(state.default_access_level),
    is_follower: 1,
  })
  // wire: recorded: every new project has this section
  const first = { name: 'Untitled section', rank: rankBetween(null, null), created_at: tx.now }
  await insert(tx, 'sections', { gid: tx.gid(), project: gid, workspace, ...first })
  return gid
}

// `view` is enough to name the workspace or the team; `findWorkspace` requires `edit` on one of the two.
export const operations = [
  create('/projects', project, {
    id: 'createProject',
    doc: 'Creates a project in a workspace or for a team.',
    execute: createProject,
  }),
  create('/workspaces/{workspace_gid}/projects', project, {
    id: 'createProjectForWorkspace',
    doc: 'Creates a project in a workspace.',
    needs: { workspace_gid: 'view' },
    execute: createProject,
  }),
  create('/teams/{team_gid}/projects', project, {
    id: 'createProjectForTeam',
    doc: 'Creates a project for a team.',
    needs: { team_gid: 'view' },
    execute: createProject,
  }),
]
