/** Queries for reactions that writes need. */
import type { Reader } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'

type ReactionRow = Tables['reactions']

const byGid = statement<ReactionRow>((param, db) =>
  db.selectFrom('reactions').selectAll().where('gid', '=', param('gid')),
)

export const reactionOf = (reader: Reader, gid: number): Promise<ReactionRow | undefined> =>
  reader.first(byGid, { gid })

const byUser = statement<ReactionRow>((param, db) =>
  db.selectFrom('reactions').selectAll().where('target', '=', param('target')).where('user', '=', param('user')),
)

/** The reactions of a user to an object. */
export const reactionsBy = (reader: Reader, user: number, target: number): Promise<ReactionRow[]> =>
  reader.all(byUser, { user, target })
