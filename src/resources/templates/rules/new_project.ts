/** New projects: where they can be created, and their rows. Project templates are created in the same places. */
import { forbidden, malformed } from '../../../lib/errors.ts'
import { ranksBetween } from '../../../lib/rank.ts'
import { allows } from '../../../policy/rights.ts'
import { insert, insertAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { teamOf } from '../../../store/queries/membership.ts'
import type { WriteCall } from '../../../vocabulary/operation.ts'
import { mustBeOf } from '../../work/rules/membership.ts'
import { addProjectAdmin, addProjectMembers, followerLevel } from '../../work/rules/project_members.ts'
import type { ProjectState } from '../../work/rules/project_state.ts'
import type { TextForms } from '../../work/rules/rich_text.ts'

// wire: recorded: every new project has this section
export const FIRST_SECTION = 'Untitled section'

interface NewProjectCall extends Pick<WriteCall, 'tx' | 'rights'> {
  body: { workspace?: number | undefined; team?: number | null | undefined }
}

/** Returns the workspace of a new project. Throws 400 without one, and 403 if the caller cannot create projects. */
export async function findWorkspace({ tx, body, rights }: NewProjectCall): Promise<number> {
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

interface NewProject {
  workspace: number
  /** Becomes an admin and a follower. Null for a service account, which is a member of no project. */
  creator: number | null
  state: ProjectState
  text: TextForms | undefined
  followers: readonly number[]
  /** The names of its sections, in order. */
  sections: readonly string[]
  template: number | null
}

/** Inserts a project with its members and sections. Returns its gid and those of its sections. */
export async function insertProject(
  tx: Writer,
  { workspace, creator, state, text, followers, sections, template }: NewProject,
): Promise<{ gid: number; sections: number[] }> {
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
    created_from_template: template,
    created_at: tx.now,
    modified_at: tx.now,
    deleted_at: null,
    deleted_by: null,
  })
  const created = { gid, workspace }
  if (creator !== null) await addProjectMembers(tx, created, [creator], { access_level: 'admin', is_follower: 1 })
  if (state.owner !== null) await addProjectAdmin(tx, created, state.owner)
  const access_level = followerLevel(state.default_access_level)
  await addProjectMembers(tx, created, followers, { access_level, is_follower: 1 })
  const ranks = ranksBetween(null, null, sections.length)
  const rows = sections.map((name, index) => ({
    ...{ gid: tx.gid(), project: gid, workspace, name, rank: ranks[index] ?? '', created_at: tx.now },
  }))
  await insertAll(tx, 'sections', rows)
  return { gid, sections: rows.map(row => row.gid) }
}
