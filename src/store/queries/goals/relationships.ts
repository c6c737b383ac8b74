/** Queries for what supports goals. */
import { sql } from 'kysely'
import type { Name } from '../../../names.ts'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { tableOf } from '../objects.ts'

/** The types of objects that support a goal. */
export const supportingTypes = ['goal', 'project', 'task', 'portfolio'] as const satisfies Name[]

/** An object that can support a goal. */
export interface SupportingResource {
  gid: number
  type: (typeof supportingTypes)[number]
  workspace: number
}

const possible: Statement<SupportingResource> = statement(param => {
  const parts = supportingTypes.map(
    type => sql`select t.gid as gid, ${sql.lit(type)} as type, t.workspace as workspace
      from ${sql.table(tableOf(type))} as t where t.gid = ${param('gid')}`,
  )
  return sql<SupportingResource>`${sql.join(parts, sql` union all `)}`
})

/** The goal, project, task or portfolio with this gid. */
export const findSupporting = (reader: Reader, gid: number): Promise<SupportingResource | undefined> =>
  reader.first(possible, { gid })

const relationship: Statement<Tables['goal_relationships']> = statement((param, db) =>
  db
    .selectFrom('goal_relationships')
    .selectAll()
    .where('supported_goal', '=', param('goal'))
    .where('supporting_resource', '=', param('resource')),
)

/** The relationship in which an object supports a goal. */
export const relationshipOf = (
  reader: Reader,
  goal: number,
  resource: number,
): Promise<Tables['goal_relationships'] | undefined> => reader.first(relationship, { goal, resource })

const count: Statement<{ count: number }> = statement(
  param => sql<{ count: number }>`select count(*) as count from goal_relationships r
    where r.supported_goal = ${param('goal')}`,
)

/** The number of objects that support a goal, also of those in the trash. */
export const supportCountOf = async (reader: Reader, goal: number): Promise<number> =>
  (await reader.first(count, { goal }))?.count ?? 0

const supported: Statement<{ gid: number }> = statement(
  param => sql<{ gid: number }>`with recursive up (gid) as (
      select gid from goals where gid = ${param('goal')}
      union select r.supported_goal from up join goal_relationships r on r.supporting_resource = up.gid)
    select gid from up where gid = ${param('above')}`,
)

/** Whether a goal is `above` itself, or supports it at any depth. */
export const supports = async (reader: Reader, goal: number, above: number): Promise<boolean> =>
  (await reader.first(supported, { goal, above })) !== undefined
