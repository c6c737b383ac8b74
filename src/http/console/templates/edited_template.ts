/** The template in the path of a request that updates it. */
import { forbidden, notFound } from '../../../lib/errors.ts'
import { allows, rights } from '../../../policy/rights.ts'
import type { Reader } from '../../../store/db.ts'
import type { SessionCall } from '../route.ts'

/** Templates have many tasks with descriptions. */
export const MAX_TEMPLATE_BYTES = 1024 * 1024

/** Returns the gid in the path. Throws 404 for a template that the caller cannot see, 403 for one they cannot edit. */
export async function mustEditTemplate(
  reader: Reader,
  { actor, path }: Pick<SessionCall, 'actor' | 'path'>,
  type: 'project_template' | 'task_template',
): Promise<number> {
  const gid = path[`${type}_gid`] ?? 0
  const right = (await rights(reader, actor.gid, type, [gid])).get(gid)
  if (!allows(right, 'view')) throw notFound(type, gid)
  if (!allows(right, 'edit')) throw forbidden(type)
  return gid
}
