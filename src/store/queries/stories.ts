/** Questions about stories: what a write has to know before it may happen. */
import type { Reader } from '../db.ts'
import { statement } from '../statement.ts'
import type { Tables } from '../tables.ts'

export type StoryRow = Tables['stories']

const storyByGid = statement<StoryRow>((param, db) =>
  db.selectFrom('stories').selectAll().where('gid', '=', param('gid')),
)

export async function storyOf(reader: Reader, gid: number): Promise<StoryRow> {
  const row = await reader.first(storyByGid, { gid })
  if (!row) throw new Error(`There is no story ${gid}.`)
  return row
}
