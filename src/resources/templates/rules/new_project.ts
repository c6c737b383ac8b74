/** The place of new projects and of new project templates: a workspace, or a team of an organization. */
import { forbidden, malformed } from '../../../lib/errors.ts'
import { allows } from '../../../policy/rights.ts'
import { teamOf } from '../../../store/queries/membership.ts'
import type { WriteCall } from '../../../vocabulary/operation.ts'
import { mustBeOf } from '../../work/rules/membership.ts'

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
