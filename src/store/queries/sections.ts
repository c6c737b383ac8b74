/** Queries for sections that writes need. */
import { sql } from 'kysely'
import type { Reader } from '../db.ts'
import { statement } from '../statement.ts'

const others = statement<{ gid: number }>((param, db) =>
  db
    .selectFrom('sections')
    .select('gid')
    .where('project', '=', param('project'))
    .where('gid', '<>', param('section'))
    .orderBy('rank')
    .limit(sql.lit(1)),
)

/** The first of the other sections of a list; undefined when there is no other. */
export const otherSection = async (reader: Reader, project: number, section: number): Promise<number | undefined> =>
  (await reader.first(others, { project, section }))?.gid

const occupants = statement<{ task: number }>(param => {
  return sql<{ task: number }>`select m.task as task from task_memberships m join tasks t on t.gid = m.task
    where m.section = ${param('section')} and t.deleted_at is null limit 1`
})

/** Whether a section has tasks that are not in the trash, completed or not. */
export const hasTasks = async (reader: Reader, section: number): Promise<boolean> =>
  (await reader.first(occupants, { section })) !== undefined
