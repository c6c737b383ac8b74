/** Queries about uses: what users worked with, in their own changes. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import type { LogPosition, LogRange } from '../events/streams.ts'

const progress: Statement<{ workspace: number; last: number | null; position: string | null }> = statement(
  (param, db) => sql<{ workspace: number; last: number | null; position: string | null }>`select w.gid as workspace,
    (select max(c.gid) from changes c where c.workspace = w.gid) as last,
    (select s.value from settings s where s.name = ${param('name')} || ${db.dialect.text(sql.ref('w.gid'))}) as position
    from workspaces w`,
)

/** The workspaces with changes that were not counted. The setting `name` + workspace contains the last one that was. */
export async function behindUses(reader: Reader, name: string): Promise<LogPosition[]> {
  const all = await reader.all(progress, { name })
  return all.flatMap(({ workspace, last, position }) => {
    const after = Number(position ?? 0)
    return after < (last ?? 0) ? [{ workspace, after, position }] : []
  })
}

/** A use at a time. All changes of one transaction have the same time, and so are one use of each object. */
export interface Use {
  user: number
  resource_type: string
  resource: number
  at: number
}

const inChanges: Statement<Use> = statement(
  (param, db) => sql<Use>`with part as (select c."user", c.at, c.resource_type, c.resource, c.parent_type, c.parent,
      c.value_type, c.value from changes c
      where c.workspace = ${param('workspace')} and c.gid > ${param('after')} and c.gid <= ${param('until')}
        and c."user" is not null),
    part_tasks ("user", task, at) as (select distinct "user", resource, at from part where resource_type = 'task'),
    all_uses ("user", resource_type, resource, at) as (
      select "user", resource_type, resource, at from part
      union select "user", parent_type, parent, at from part where parent is not null
      union select "user", value_type, value, at from part where value is not null
      union select p."user", 'project', m.project, p.at from part_tasks p join task_memberships m on m.task = p.task
        join projects l on l.gid = m.project
      union select p."user", 'user', t.assignee, p.at from part_tasks p join tasks t on t.gid = p.task
        where t.assignee is not null)
    select "user" as "user", resource_type as resource_type, resource as resource, at as at from all_uses
      where ${db.dialect.isAmong(sql.ref('resource_type'), param('types'))}
      order by "user", resource, at`,
)

/** The uses in a range of the log: the objects of these types that a change names, and those that contain its task. */
export const usesInChanges = (reader: Reader, range: LogRange, types: readonly string[]): Promise<Use[]> =>
  reader.all(inChanges, { ...range, types: reader.db.dialect.set(types) })

const known: Statement<Tables['uses']> = statement(
  (param, db) => sql<Tables['uses']>`select u.gid as gid, u."user" as "user", u.workspace as workspace,
    u.resource_type as resource_type, u.resource as resource, u.weight as weight from uses u
    where u.workspace = ${param('workspace')} and (u."user", u.resource) in (
      ${db.dialect.rows(param('pairs'), ['number', 'number'])})`,
)

/** The stored uses of these pairs of a user and an object. */
export const storedUses = (
  reader: Reader,
  workspace: number,
  pairs: readonly (readonly [user: number, resource: number])[],
): Promise<Tables['uses'][]> => reader.all(known, { workspace, pairs: JSON.stringify(pairs) })

const excess: Statement<{ gid: number }> = statement(
  (param, db) => sql<{ gid: number }>`select s.gid as gid from (
    select u.gid, row_number() over (partition by u."user", u.resource_type order by u.weight desc, u.gid desc) as place
    from uses u where ${db.dialect.isAmong(sql.ref('u.user'), param('users'))} and u.workspace = ${param('workspace')}) s
    where s.place > ${param('most')}`,
)

/** The uses of these users beyond the `most` weightiest of each type. */
export const excessUses = async (
  reader: Reader,
  workspace: number,
  users: readonly number[],
  most: number,
): Promise<number[]> =>
  (await reader.all(excess, { workspace, users: reader.db.dialect.set(users), most })).map(({ gid }) => gid)
