/** The object that a text names by itself: the ID that a custom field gave to a task, the gid of an object, or its address. */

import { parseGid } from '../../../lib/gid.ts'
import type { Name } from '../../../names.ts'
import type { Reader } from '../../../store/db.ts'
import { taskOfId } from '../../../store/queries/fields.ts'
import { visibleObjectOf } from '../../../store/queries/personal/visible_object.ts'

/** The types that are found directly. */
const TYPES = ['task', 'project', 'user', 'tag', 'team', 'portfolio', 'goal'] as const satisfies Name[]

export type DirectType = (typeof TYPES)[number]

const visible = visibleObjectOf(TYPES)

const MAX_LENGTH = 500
const CUSTOM_ID = /^[^\s/]{1,60}-\d+$/
const ADDRESS = /^(?:https?:\/\/[^/\s]+)?\/[\w/.-]+(?:[?#]\S*)?$/
const GID = /^\d+$/

/** The gid at the end of an address such as `/0/{project}/{task}/f` or `/1/{workspace}/project/{gid}/list`, or a gid alone. */
function namedGid(text: string): number | undefined {
  if (GID.test(text)) return parseGid(text)
  if (!ADDRESS.test(text)) return undefined
  const path = text.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/, '')
  return parseGid(path.split('/').findLast(part => GID.test(part)) ?? '')
}

/** The object that a text names, if the caller can see it and it is in the workspace. At most two statements. */
export async function namedDirectly(
  reader: Reader,
  { workspace, me, text }: { workspace: number; me: number; text: string },
): Promise<{ type: DirectType; gid: number } | undefined> {
  const named = text.trim()
  if (named.length > MAX_LENGTH) return undefined
  const gid = CUSTOM_ID.test(named) ? await taskOfId(reader, workspace, named) : namedGid(named)
  const found = gid === undefined ? undefined : await visible(reader, me, gid)
  if (gid === undefined || !found || (found.workspace !== null && found.workspace !== workspace)) return undefined
  return { type: found.resource_type as DirectType, gid }
}
