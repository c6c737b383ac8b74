/** The permissions of the caller's role that operations need, checked after the rights on the objects of the request. */
import type { Name } from '../names.ts'
import { missingPermission, notPermitted } from '../policy/standing.ts'
import type { Reader } from '../store/db.ts'
import { workspaceOf } from '../store/queries/jobs/webhooks.ts'
import type { Fields } from './field.ts'
import type { Operation, PermissionNeed } from './operation.ts'

type PermissionCall = Parameters<NonNullable<PermissionNeed['applies']>>[0]

/** Throws 403 if the role of the caller in the workspace of the request lacks a permission that the operation needs. */
export async function requirePermissions(operation: Operation, call: PermissionCall): Promise<void> {
  for (const { name, applies } of operation.permissions) {
    const findWorkspace = () => workspaceOfCall(operation, call)
    const value = await missingPermission(call.reader, call.actor, name, findWorkspace)
    if (value !== undefined && (!applies || (await applies(call, value)))) throw notPermitted(name)
  }
}

/** The workspace of the first object that a request names, which is in its path or in its body. */
async function workspaceOfCall(
  { params, body: fields }: Operation,
  { reader, path, body }: PermissionCall,
): Promise<number | undefined> {
  const named = Object.entries(path).map(([name, gid]): [readonly Name[], number] => [
    params[name] ?? [name.slice(0, -'_gid'.length) as Name],
    gid,
  ])
  for (const [types, gid] of [...named, ...namedIn(fields, body)]) {
    const workspace = await workspaceOfAny(reader, types, gid)
    if (workspace !== undefined) return workspace
  }
  return undefined
}

/** The objects that the body names. People belong to several workspaces. */
const namedIn = (fields: Fields, body: Record<string, unknown>): [readonly Name[], number][] =>
  Object.entries(fields).flatMap(([name, { types = [] }]): [readonly Name[], number][] =>
    typeof body[name] === 'number' && !types.includes('user') ? [[types, body[name]]] : [],
  )

async function workspaceOfAny(reader: Reader, types: readonly Name[], gid: number): Promise<number | undefined> {
  for (const type of types) {
    const workspace = type === 'user' ? 0 : await workspaceOf(reader, type, gid)
    if (workspace !== 0) return workspace
  }
  return undefined
}
