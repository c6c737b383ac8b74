/**
 * What the stories of the program speak of. They keep gids, and what a reader may not see, by rights or by the scopes of
 * the token, has no name for that reader.
 * All stories of an answer, and all of their members, share one statement.
 */
import { mayRead } from '../../../identity/scopes.ts'
import { type Spoken, spokenOf } from '../../../store/queries/stories.ts'
import type { Context, Row } from '../../../vocabulary/field.ts'

export type Detail = Record<string, unknown>

/** What is spoken of, by gid; undefined where the reader may not see it. */
export type Names = ReadonlyMap<number, Spoken | undefined>

/** What is kept of a story of the program, or the part of it that texts are made of; nothing of a comment. */
export function detailOf({ detail, gist = detail }: Row): Detail {
  return typeof gist === 'string' ? JSON.parse(gist) : {}
}

const edges = [
  ...['assignee', 'follower', 'old_section', 'new_section', 'task', 'project', 'tag', 'dependency', 'custom_field'],
  ...['old_enum_value', 'new_enum_value', 'old_multi_enum_values', 'new_multi_enum_values'],
  ...['old_people_value', 'new_people_value'],
]

/** The objects that a story speaks of. */
function meant(row: Row): number[] {
  const detail = detailOf(row)
  const gids = edges.flatMap(name => detail[name] ?? []) as number[]
  return typeof row.created_by === 'number' ? [...gids, row.created_by] : gids
}

// The members of an answer are computed one after another, and most speak of the same objects.
const asked = new WeakMap<Context, Map<number, Spoken | undefined>>()

/** The names in these stories, as far as the caller may know them. */
export async function namesIn(rows: readonly Row[], context: Context): Promise<Names> {
  const known = asked.get(context) ?? new Map<number, Spoken | undefined>()
  asked.set(context, known)
  const gids = [...new Set(rows.flatMap(meant))].filter(gid => !known.has(gid))
  if (gids.length > 0) {
    const found = await spokenOf(context.reader, context.actor.gid, gids)
    for (const gid of gids) known.set(gid, undefined)
    for (const one of found) if (mayRead(context.actor, one.type)) known.set(one.gid, one)
  }
  return known
}
