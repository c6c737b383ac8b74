/**
 * The access level of one caller on objects, cached. Invariant: a cached level names all objects on which it depends,
 * so that a change of any of them invalidates it. A workspace represents all that depends on its memberships.
 */
import { type RawBuilder, sql } from 'kysely'
import { type CallerKind, kindPerCaller } from '../../cache/caller_kinds.ts'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { AccessLevel } from '../access/principals.ts'
import { atLeast, type Guard } from '../access.ts'
import { tableOf, trashable } from '../objects.ts'

type DependencyColumns = readonly RawBuilder<unknown>[]

const ofField = (field: RawBuilder<unknown>): DependencyColumns => [
  field,
  sql`(select f.project from custom_fields f where f.gid = ${field})`,
]

const ofType = (type: RawBuilder<unknown>): DependencyColumns => [
  type,
  sql`(select y.project from custom_types y where y.gid = ${type})`,
]

const workspace = sql`t.workspace`

/** Dependencies in addition to the object itself and the caller. A level on other types has too many to be cached. */
const dependsOn: Partial<Record<Guard, DependencyColumns>> = {
  workspace: [],
  team: [sql`t.organization`],
  project: [workspace],
  portfolio: [workspace],
  goal: [workspace],
  section: [workspace, sql`t.project`],
  custom_field: [workspace, sql`t.project`],
  enum_option: [workspace, ...ofField(sql`t.custom_field`)],
  custom_field_setting: [workspace, sql`t.parent`, ...ofField(sql`t.custom_field`)],
  custom_type: [workspace, sql`t.project`],
  custom_type_status_option: [workspace, ...ofType(sql`t.custom_type`)],
  // For guests, a level on a person depends on everything that the two share; it is not cached.
  known_person: [],
  user: [],
}

const isOfPeople = (guard: Guard) => guard === 'known_person' || guard === 'user'

interface LevelRow {
  gid: number
  level: number
  /** The gids on which the level depends, as JSON; null when it must not be cached. */
  on: string | null
}

const statements = new Map<Guard, Statement<LevelRow>>()

const kinds = new Map<Guard, CallerKind>()

/** The kind of the cached levels of one caller. */
function kindOf(guard: Guard, me: number): string {
  let kind = kinds.get(guard)
  if (!kind) {
    kind = kindPerCaller()
    kinds.set(guard, kind)
  }
  return kind(me)
}

/** The objects on which a cached level depends. */
export const cachedLevelDependencies = (reader: Reader, me: number, guard: Guard, gid: number): readonly number[] =>
  reader.cache.on(kindOf(guard, me), gid)

/** A cached level, and the objects on which it depends. */
export interface DependentLevel {
  readonly value: number
  readonly on: readonly number[]
}

/** The cached level on one object with its dependencies; undefined if it is not cached. */
export const cachedDependentLevel = (reader: Reader, me: number, guard: Guard, gid: number) =>
  reader.cache.find(kindOf(guard, me), gid) as DependentLevel | undefined

/** The cached level on one object; undefined if it is not cached. */
export const cachedLevel = (reader: Reader, me: number, guard: Guard, gid: number): number | undefined =>
  cachedDependentLevel(reader, me, guard, gid)?.value

/**
 * The level (0 none, 1 view, 2 comment, 3 edit, 4 admin) on each of `gids` that exists as this type and is not in the
 * trash; others are missing or have 0. Returns a promise only if a level is not cached.
 */
export function findLevels(
  reader: Reader,
  me: number,
  guard: Guard,
  gids: Iterable<number>,
): Promise<Map<number, number>> | Map<number, number> {
  const levels = new Map<number, number>()
  const missing: number[] = []
  for (const gid of gids) {
    const level = cachedLevel(reader, me, guard, gid)
    if (level === undefined) missing.push(gid)
    else levels.set(gid, level)
  }
  return missing.length === 0 ? levels : loadLevels(reader, me, guard, missing, levels)
}

/** Loads levels from the store, caches them and adds them to `levels`. */
export async function loadLevels(
  reader: Reader,
  me: number,
  guard: Guard,
  gids: readonly number[],
  levels = new Map<number, number>(),
): Promise<Map<number, number>> {
  const kind = kindOf(guard, me)
  const since = reader.cache.now()
  const absent = new Set(dependsOn[guard] && !isOfPeople(guard) ? gids : [])
  for (const { gid, level, on } of await reader.all(statementOf(guard), { me, gids: reader.db.dialect.set(gids) })) {
    levels.set(gid, level)
    absent.delete(gid)
    if (on === null) continue
    const others = (JSON.parse(on) as (number | null)[]).filter(one => one !== null)
    reader.cache.set(kind, gid, level, [gid, me, ...others], since)
  }
  // Gids of another type, or in the trash.
  for (const gid of absent) reader.cache.set(kind, gid, 0, [gid, me], since)
  return levels
}

function statementOf(guard: Guard): Statement<LevelRow> {
  const known = statements.get(guard)
  if (known) return known
  const type = guard === 'known_person' ? 'user' : guard
  const columns = dependsOn[guard]
  const made = statement<LevelRow>((param, db) => {
    const when = ([4, 3, 2, 1] as AccessLevel[]).map(
      level => sql`when ${atLeast(guard, 't', level, param)} then ${sql.lit(level)}`,
    )
    const list = columns && (columns.length > 0 ? db.dialect.array(columns) : sql`'[]'`)
    const guest = sql`exists (select 1 from workspace_memberships g where g."user" = ${param('me')} and g.is_guest = 1)`
    const on = isOfPeople(guard) ? sql`case when not ${guest} then ${list} end` : (list ?? sql`null`)
    return sql<LevelRow>`select t.gid as gid, case ${sql.join(when, sql` `)} else 0 end as level, ${on} as "on"
      from ${sql.table(tableOf(type))} as t
      where ${db.dialect.isAmong(sql.ref('t.gid'), param('gids'))}
      ${trashable(type) ? sql`and t.deleted_at is null` : sql``}`
  })
  statements.set(guard, made)
  return made
}
