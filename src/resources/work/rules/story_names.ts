/**
 * Names of the objects in system stories. A story stores gids. An object that the reader cannot see, by rights or by
 * scopes of the token, has no name for that reader. All stories of a response share one statement.
 */
import { mayRead } from '../../../identity/scopes.ts'
import { type StoryReference, storyReferencesOf } from '../../../store/queries/stories.ts'
import type { LoadContext, Row } from '../../../vocabulary/field.ts'

export type SystemStoryDetail = Record<string, unknown>

/** The referenced objects by gid; undefined if the reader cannot see the object. */
export type StoryNames = ReadonlyMap<number, StoryReference | undefined>

/** The stored detail of a system story, or the part of it that its text needs; empty for a comment. */
export function detailOf({ detail, gist = detail }: Row): SystemStoryDetail {
  return typeof gist === 'string' ? JSON.parse(gist) : {}
}

const edges = [
  ...['assignee', 'follower', 'old_section', 'new_section', 'task', 'project', 'tag', 'dependency', 'custom_field'],
  'attachment',
  ...['old_enum_value', 'new_enum_value', 'old_multi_enum_values', 'new_multi_enum_values'],
  ...['old_people_value', 'new_people_value', 'duplicated_from'],
]

/** The objects that a story refers to. */
function referencedGids(row: Row): number[] {
  const detail = detailOf(row)
  const gids = edges.flatMap(name => detail[name] ?? []) as number[]
  return typeof row.created_by === 'number' ? [...gids, row.created_by] : gids
}

// The members of a response are computed one after another, and most refer to the same objects.
const namesByContext = new WeakMap<LoadContext, Map<number, StoryReference | undefined>>()

/** Loads the names in these stories that the caller can see. */
export async function loadNames(rows: readonly Row[], context: LoadContext): Promise<StoryNames> {
  const known = namesByContext.get(context) ?? new Map<number, StoryReference | undefined>()
  namesByContext.set(context, known)
  const gids = [...new Set(rows.flatMap(referencedGids))].filter(gid => !known.has(gid))
  if (gids.length > 0) {
    const found = await storyReferencesOf(context.reader, context.actor.gid, gids)
    for (const gid of gids) known.set(gid, undefined)
    for (const one of found) if (mayRead(context.actor, one.type)) known.set(one.gid, one)
  }
  return known
}
