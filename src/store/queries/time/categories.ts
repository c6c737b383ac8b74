/** Queries for time tracking categories that writes need. */
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'

type Category = Pick<Tables['time_tracking_categories'], 'workspace' | 'is_archived'>

const category: Statement<Category> = statement((param, db) =>
  db
    .selectFrom('time_tracking_categories')
    .select(['workspace', 'is_archived'])
    .where('gid', '=', param('gid'))
    .where('deleted_at', 'is', null),
)

/** A category that is not in the trash. */
export const findCategory = (reader: Reader, gid: number): Promise<Category | undefined> =>
  reader.first(category, { gid })
