/**
 * A role is what a person may do in a workspace, in addition to the rights on single objects. Each workspace has four
 * standard roles; people with the permission `manage_roles` define further ones, which narrow one of them.
 */
import { notAllowed, unknownObject } from '../../lib/errors.ts'
import { type BaseRoleType, baseRoleTypes, permissionsIn, type RoleTerms } from '../../policy/permissions.ts'
import { termsOf } from '../../policy/standing.ts'
import { deleteWhere, findForUpdate, insert, update as set } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { advisoryLock } from '../../store/locks.ts'
import { countCustomRoles, type RoleRow, workspaceOfRole } from '../../store/queries/roles/standing.ts'
import { computed, flag, one, oneOf, raw, text, timestamp, type Values } from '../../vocabulary/field.ts'
import { create, get, list, listing, remove, update, type WriteCall } from '../../vocabulary/operation.ts'
import { type creatable, resource, type updatable } from '../../vocabulary/resource.ts'
import { columnOfBase } from './rules/assign_role.ts'
import { mustHaveFeature } from './rules/plan.ts'
import {
  membershipColumns,
  mustCover,
  parsePermissions,
  permissionShape,
  permissionsColumn,
} from './rules/role_terms.ts'

export const role = resource('role', {
  doc: 'What people may do in a workspace: a standard role, or one that narrows it.',
  guard: 'role',
  changes: { addedTo: { workspace: 'workspace' }, streams: ['workspace'], columns: { permissions: 'permissions' } },
  fields: {
    name: text({ compact: true, write: 'always', required: true, max: 255, doc: 'The name of the role.' }),
    description: text({ compact: true, write: 'always', required: true, max: 1024, doc: 'What the role is for.' }),
    is_standard_role: flag({ compact: true, doc: 'Whether it is one of the four roles of every workspace.' }),
    creation_time: timestamp({ doc: 'When the role was created.' }),
    modified_at: timestamp({ doc: 'When the role was last changed.' }),
    base_role_type: oneOf(baseRoleTypes, {
      write: 'always',
      required: true,
      doc: 'The standard role that this one narrows.',
    }),
    permissions: computed(
      ['base_role_type', 'permissions'],
      rows => rows.map(row => permissionsIn(termsOf(row as unknown as RoleRow))),
      { shape: permissionShape, doc: 'All permissions, with the value of each.' },
    ),
    workspace: one('workspace', {
      skipAccessCheck: true,
      write: 'create',
      need: 'edit',
      required: true,
      doc: 'The workspace. Cannot change.',
    }),
  },
})

/** The input of permissions, which `parsePermissions` reads. */
export const permissionsInput = {
  permissions: raw({
    doc: 'An object with the permissions that differ from those of the base role type. Others stay as they are.',
  }),
}

const managing = [{ name: 'manage_roles' }] as const

/** Of a workspace. A list of roles is loaded whole where people choose one. */
const MAX_CUSTOM_ROLES = 100

type RoleFields = (typeof role)['fields']
type PermissionsInput = Values<typeof permissionsInput>
type CreateRoleCall = WriteCall<unknown, Values<ReturnType<typeof creatable<RoleFields>>> & PermissionsInput>
type UpdateRoleCall = WriteCall<
  { role_gid: number },
  Values<ReturnType<typeof updatable<RoleFields>>> & PermissionsInput
>

async function createRole({ body, tx, actor }: CreateRoleCall): Promise<number> {
  const { workspace, name, description, base_role_type: base } = body
  const terms = { base, given: parsePermissions(body.permissions ?? {}, base) }
  await mustHaveFeature(tx, workspace, 'roles')
  // people: the role of the caller must not change meanwhile.
  await advisoryLock(tx, 'people', workspace)
  await mustCover(tx, actor, workspace, terms)
  return insertRole(tx, workspace, { name, description, terms })
}

/** Inserts a custom role. Throws 403 for one too many. */
export async function insertRole(
  tx: Writer,
  workspace: number,
  { name, description, terms }: { name: string; description: string; terms: RoleTerms },
): Promise<number> {
  if ((await countCustomRoles(tx, workspace)) >= MAX_CUSTOM_ROLES)
    throw notAllowed(`A workspace may have at most ${MAX_CUSTOM_ROLES} custom roles. Delete one that nobody has.`)
  const gid = tx.gid()
  await insert(tx, 'roles', {
    ...{ gid, workspace, name, description, is_standard_role: 0, base_role_type: terms.base },
    ...{ permissions: permissionsColumn(terms), creation_time: tx.now, modified_at: tx.now },
  })
  return gid
}

/** The custom role in the path, locked with all memberships of its workspace. Throws 403 for a standard role. */
async function customRole({ path, tx, actor }: Pick<UpdateRoleCall, 'path' | 'tx' | 'actor'>): Promise<RoleRow> {
  const found = await findForUpdate(tx, 'roles', { gid: path.role_gid })
  if (!found) throw unknownObject('role', path.role_gid)
  if (found.is_standard_role === 1) throw notAllowed('Standard roles cannot be changed or deleted.')
  await mustCover(tx, actor, found.workspace, termsOf(found))
  return found
}

/** Locks the people of the workspace of a role, before its row: as where a role is given to a person. */
async function lockPeople(tx: Writer, gid: number): Promise<void> {
  const workspace = await workspaceOfRole(tx, gid)
  // people: the role may be given to a person meanwhile.
  if (workspace !== undefined) await advisoryLock(tx, 'people', workspace)
}

async function updateRole(call: UpdateRoleCall): Promise<void> {
  const { path, body, tx, actor } = call
  await lockPeople(tx, path.role_gid)
  const before = await customRole(call)
  const was = termsOf(before)
  const terms: RoleTerms = { base: (body.base_role_type ?? was.base) as BaseRoleType, given: was.given }
  if (body.permissions !== undefined) {
    terms.given = { ...was.given, ...parsePermissions(body.permissions, terms.base) }
  }
  await mustHaveFeature(tx, before.workspace, 'roles')
  await mustCover(tx, actor, before.workspace, terms)
  const { name = before.name, description = before.description } = body
  const after = { name, description, base_role_type: terms.base, permissions: permissionsColumn(terms) }
  await set(tx, 'roles', { gid: before.gid }, { ...after, modified_at: tx.now })
  await set(tx, 'workspace_memberships', { role: before.gid }, membershipColumns(terms))
}

async function deleteRole(call: WriteCall<{ role_gid: number }>): Promise<void> {
  const { tx, path } = call
  await lockPeople(tx, path.role_gid)
  const { gid, workspace, base_role_type } = await customRole(call)
  const standard = termsOf({ base_role_type, permissions: {} })
  const role = await columnOfBase(tx, workspace, standard.base)
  await set(tx, 'workspace_memberships', { role: gid }, { ...membershipColumns(standard), role })
  await deleteWhere(tx, 'roles', { gid })
}

export const operations = [
  list('/roles', role, {
    id: 'getRoles',
    doc: 'Lists the roles of a workspace, or of all workspaces of the caller: standard and custom ones.',
    query: {
      workspace: one('workspace', { doc: 'The workspace.' }),
      archived: flag({ doc: 'Roles are never archived: `true` lists none.' }),
    },
    execute: listing('role', ({ query: { workspace, archived } }) => ({
      where: { ...(workspace === undefined ? {} : { workspace }), ...(archived === true ? { gid: 0 } : {}) },
      order: ['gid'],
      guarded: true,
      inMyWorkspaces: workspace === undefined,
    })),
  }),
  create('/roles', role, {
    id: 'createRole',
    doc: 'Creates a custom role. It has at most what its base role type and the caller have.',
    permissions: managing,
    body: permissionsInput,
    execute: createRole,
  }),
  get('/roles/{role_gid}', role, { id: 'getRole', doc: 'Gets a role.' }),
  update('/roles/{role_gid}', role, {
    id: 'updateRole',
    doc: 'Updates the given fields of a custom role. People who have it have the new permissions immediately.',
    permissions: managing,
    body: permissionsInput,
    execute: updateRole,
  }),
  remove('/roles/{role_gid}', role, {
    id: 'deleteRole',
    doc: 'Deletes a custom role. People who have it get the standard role of its base role type.',
    permissions: managing,
    execute: deleteRole,
  }),
]
