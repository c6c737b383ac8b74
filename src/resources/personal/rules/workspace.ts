/** The workspace that a request of the web app names. */
import { unrecognized } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import { allows, type Right, rights } from '../../../policy/rights.ts'
import type { Reader } from '../../../store/db.ts'

/** The gid of a workspace, and the right of the caller on it. Throws 400 for one that the caller cannot see. */
export async function visibleWorkspace(
  reader: Reader,
  me: number,
  text: string,
): Promise<{ workspace: number; right: Right }> {
  const workspace = parseGid(text) ?? 0
  const right = (await rights(reader, me, 'workspace', [workspace])).get(workspace) ?? 'none'
  if (!allows(right, 'view')) throw unrecognized('workspace', text.slice(0, 100))
  return { workspace, right }
}
