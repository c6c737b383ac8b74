/** The role of a person in an organization. Roles themselves are objects of the API. */
import { forbidden, notFound } from '../../../lib/errors.ts'
import { allows, rights } from '../../../policy/rights.ts'
import { baseOf, requirePermission } from '../../../policy/standing.ts'
import { assignRole } from '../../../resources/people/rules/assign_role.ts'
import type { Reader } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'
import { standardRoleOf, standingOf } from '../../../store/queries/roles/standing.ts'
import { one } from '../../../vocabulary/field.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from '../route.ts'

/**
 * The person in the path, with the gid of their role. Throws 404 for a caller outside the organization and for a person
 * whom the caller cannot see, and 403 for a caller who neither administers the organization nor gives roles.
 */
async function roleInPath(reader: Reader, { actor, path }: Pick<SessionCall, 'actor' | 'path'>) {
  const { organization_gid: workspace = 0, user_gid: user = 0 } = path
  const own = await rights(reader, actor.gid, 'workspace', [workspace])
  if (!allows(own.get(workspace), 'view')) throw notFound('organization', workspace)
  if (!allows(own.get(workspace), 'admin')) await requirePermission(reader, actor, 'assign_roles', workspace)
  const onPerson = await rights(reader, actor.gid, 'user', [user])
  const standing = allows(onPerson.get(user), 'view') ? await standingOf(reader, workspace, user) : undefined
  if (!standing || standing.is_service === 1) throw notFound('user', user)
  return { workspace, user, role: standing.role ?? (await standardRoleOf(reader, workspace, baseOf(standing))) }
}

const presentRole = (user: number, role: number) => ({ user: { gid: String(user) }, role: { gid: String(role) } })

const path = '/organizations/:organization_gid/people/:user_gid/role'

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', path, {
    doc: 'The role of a person in an organization, for administrators and people who give roles: one that `GET /api/1.0/roles` lists.',
    async execute(call) {
      const { user, role } = await roleInPath(call.console.store.read, call)
      return { data: presentRole(user, role) }
    },
  }),
  sessionRoute('PUT', path, {
    doc: 'Give a person a role, for callers whose own role includes `assign_roles`. Neither the new role nor the former one may have more permissions than the role of the caller.',
    body: { role: one('role', { required: true, need: 'view', doc: 'The new role.' }) },
    execute: call =>
      call.console.store.write(async tx => {
        // people: another transaction may remove this person, or take the role of the caller.
        await advisoryLock(tx, 'people', call.path.organization_gid ?? 0)
        const { workspace, user } = await roleInPath(tx, call)
        const own = await rights(tx, call.actor.gid, 'workspace', [workspace])
        if (!allows(own.get(workspace), 'edit')) throw forbidden('workspace')
        await call.resolve(tx)
        await assignRole(tx, call.actor, { workspace, user }, call.body.role)
        return { data: presentRole(user, call.body.role) }
      }),
  }),
]
