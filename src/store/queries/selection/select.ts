/**
 * A selection as one statement, and one more if any row refers to an object of its own table, such as a parent.
 *
 * A selection is a tree: an object, some of its columns, and the objects at the other end of its edges. The database
 * builds the tree: each row is one JSON array whose slots the plan defines, with nested arrays for lists. So the
 * number of statements depends on the selection and not on the number of rows. A separate statement loads parents: few
 * rows have one, and in PostgreSQL, starting a subquery for it with its access check costs more than the rest of the
 * statement.
 *
 * Invariants:
 * - objects that the caller cannot see are not in the tree: an edge to one is null, a list omits it;
 * - lists inside a row are not sorted unless the join table has an order; `graph` sorts them, which is cheaper.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Builder, Reader, Statement } from '../../db.ts'
import type { JsonMemberType } from '../../dialect.ts'
import { type ParamFn, statement } from '../../statement.ts'
import { atLeast } from '../access.ts'
import { column } from '../columns.ts'
import type { FieldView } from '../fields.ts'
import { type RepeatedSlot, repeatedSlots } from './repeated_slots.ts'
import { FALLBACK, type FallbackColumns, type JoinTable, type RowShape, type Slot } from './shape.ts'

/** Loads the rows of `gids`, unsorted; `me` is the caller. */
export type LoadRows = (reader: Reader, gids: readonly number[], me: number) => Promise<unknown[][]>

/**
 * Compiles a shape into its loader: all rows, or only those that are not in the trash and that pass the access check.
 */
export function loader(shape: RowShape, which: 'all' | 'visible'): LoadRows {
  const slots = shape.slots.map(slot => (targetsOwnTable(shape, slot) ? gidSlot(slot) : slot))
  const load = rowsOf({ ...shape, slots }, which)
  const edges = shape.slots.flatMap((slot, at) =>
    targetsOwnTable(shape, slot) ? [{ at, target: loader(slot.target, 'visible') }] : [],
  )
  if (edges.length === 0) return load
  return async (reader, gids, me) => {
    const rows = await load(reader, gids, me)
    const loading = edges.map(({ at, target }) => replaceGids(rows, at, gids => target(reader, gids, me)))
    if (loading.some(Boolean)) await Promise.all(loading)
    return rows
  }
}

type SingleSlot = Extract<Slot, { kind: 'one' }>

const targetsOwnTable = ({ table }: RowShape, slot: Slot): slot is SingleSlot =>
  slot.kind === 'one' && slot.target.table === table

const gidSlot = ({ column }: SingleSlot): Slot => ({ kind: 'column', column, as: 'gid' })

/** Replaces gids by their objects; by null when the object does not exist or the caller cannot see it. */
function replaceGids(
  rows: unknown[][],
  at: number,
  load: (gids: number[]) => Promise<unknown[][]>,
): Promise<void> | undefined {
  const gids = rows.flatMap(row => (row[at] as number | null) ?? [])
  if (gids.length === 0) return undefined
  return load([...new Set(gids)]).then(targets => {
    const found = new Map(targets.map(row => [row[0], row]))
    for (const row of rows) row[at] = found.get(row[at]) ?? null
  })
}

function rowsOf(shape: RowShape, which: 'all' | 'visible'): LoadRows {
  const repeated = repeatedSlots(shape)
  const text = (single: boolean): Statement<{ row: string }> =>
    statement((param, db) => {
      const key = sql.ref('t0.gid')
      const wanted = single ? sql`${key} = ${param('gids')}` : db.dialect.isAmong(key, param('gids'))
      const visible = which === 'visible' ? condition(shape, 't0', param) : sql``
      const columns = row(db, shape, 0, param, repeated)
      // Parsing one JSON text for a page is faster than parsing one for each row.
      return sql<{ row: string }>`select ${single ? columns : db.dialect.collect(columns)} as "row"
        from ${sql.table(shape.table)} as t0 where ${wanted} ${visible}`
    })
  const [one, many] = [text(true), text(false)]
  return async (reader, gids, me) => {
    const isOne = gids.length === 1
    const found = isOne
      ? await reader.first(one, { gids: gids[0], me })
      : await reader.first(many, { gids: reader.db.dialect.set(gids), me })
    if (found === undefined) return []
    const parsed = JSON.parse(found.row) as unknown[]
    const rows = isOne ? [parsed] : (parsed as unknown[][])
    for (const row of rows) for (const { at, contentOf } of repeated) row[at] = contentOf(row, me)
    return rows
  }
}

/** `and …`: the row is not in the trash and passes the access check. */
function condition({ trash, guard }: RowShape, alias: string, param: ParamFn): RawBuilder<unknown> {
  const undeleted = trash ? sql`and ${sql.ref(`${alias}.deleted_at`)} is null` : sql``
  return guard ? sql`${undeleted} and ${atLeast(guard, alias, 1, param)}` : undeleted
}

function row(
  db: Builder,
  shape: RowShape,
  depth: number,
  param: ParamFn,
  repeated: readonly RepeatedSlot[] = [],
): RawBuilder<string> {
  return db.dialect.array(
    shape.slots.map((slot, at) => {
      const isRepeated = repeated.some(other => other.at === at)
      if (!isRepeated) return expression(db, shape, slot, depth, param)
      return slot.kind === 'values' ? valuesOf(db, `t${depth}`, slot, 'listed') : sql`null`
    }),
  )
}

function expression(db: Builder, shape: RowShape, slot: Slot, depth: number, param: ParamFn): RawBuilder<unknown> {
  const source = `t${depth}`
  const at = `t${depth + 1}`
  const inner = (target: RowShape) => row(db, target, depth + 1, param)
  const single = (target: RowShape, key: string, columns: RawBuilder<unknown>) => sql`(select ${columns}
    from ${sql.table(target.table)} as ${sql.id(at)} where ${sql.ref(`${at}.gid`)} = ${column(db, shape.table, source, key, param, 'gid')}
    ${condition(target, at, param)})`
  switch (slot.kind) {
    case 'column':
      return column(db, shape.table, source, slot.column, param, slot.as)
    case 'gids':
      return targetGids(db, source, `l${depth}`, slot.through)
    case 'values':
      return valuesOf(db, source, slot)
    case 'one':
      return single(slot.target, slot.column, inner(slot.target))
    case 'any': {
      const choices = slot.target.map(({ name, shape: target }) =>
        single(target, slot.column, db.dialect.array([sql.lit(name), inner(target)])),
      )
      const own: OwnColumn = (name, as) => column(db, shape.table, source, name, param, as)
      if (slot.fallback) return withFallback(db, own, slot, slot.fallback, choices)
      return choices.length === 1 && choices[0] ? choices[0] : sql`coalesce(${sql.join(choices)})`
    }
    case 'many':
      return list(db, source, depth, slot.through, {
        part: inner(slot.target),
        join: sql`join ${sql.table(slot.target.table)} as ${sql.id(at)} on ${sql.ref(`${at}.gid`)}
          = ${sql.ref(`l${depth}.${slot.through.to}`)} ${condition(slot.target, at, param)}`,
      })
    case 'parts':
      return list(db, source, depth, slot.through, {
        // Parts are rows of the join table itself, so it has the alias of the next level.
        alias: at,
        part: inner(slot.target),
        join: sql``,
      })
  }
}

/** A column of the row itself. */
type OwnColumn = (name: string, as: JsonMemberType) => RawBuilder<unknown>

/** The object, looked up only in the table of its type, or else the fallback columns. */
function withFallback(
  db: Builder,
  own: OwnColumn,
  { column: key, target }: Extract<Slot, { kind: 'any' }>,
  { type, subtype }: FallbackColumns,
  choices: RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const cases = choices.map((choice, index) => sql`when ${sql.lit(target[index]?.name)} then ${choice}`)
  const fallback = [own(key, 'gid'), own(type, 'text'), subtype ? own(subtype, 'text') : sql`null`]
  const marked = db.dialect.array([sql.lit(FALLBACK), db.dialect.array(fallback)])
  return sql`case when ${own(key, 'gid')} is not null
    then coalesce(case ${own(type, 'text')} ${sql.join(cases, sql` `)} end, ${marked}) end`
}

interface ListParts {
  part: RawBuilder<unknown>
  join: RawBuilder<unknown>
  alias?: string
}

function list(db: Builder, source: string, depth: number, through: JoinTable, parts: ListParts) {
  const alias = parts.alias ?? `l${depth}`
  const order = through.order === undefined ? undefined : sql.ref(`${alias}.${through.order}`)
  return sql`(select ${db.dialect.collect(parts.part, order)} from ${sql.table(through.table)} as ${sql.id(alias)}
    ${parts.join} where ${sql.ref(`${alias}.${through.from}`)} = ${sql.ref(`${source}.${through.ownerColumn ?? 'gid'}`)})`
}

/** The gids of the targets of a list edge. */
function targetGids(
  db: Builder,
  source: string,
  alias: string,
  { table, from, to, ownerColumn = 'gid', order }: JoinTable,
) {
  const ordered = order === undefined ? undefined : sql.ref(`${alias}.${order}`)
  return sql`(select ${db.dialect.collect(sql.ref(`${alias}.${to}`), ordered)} from ${sql.table(table)} as ${sql.id(alias)}
    where ${sql.ref(`${alias}.${from}`)} = ${sql.ref(`${source}.${ownerColumn}`)})`
}

/** The lists whose fields apply to the object at an alias; null for its own ones if the row lists them elsewhere. */
const listsOf: Record<FieldView, (db: Builder, alias: string, own?: 'listed') => RawBuilder<unknown>> = {
  task_fields(db, task, listed) {
    const gid = sql.ref(`${task}.gid`)
    const parent = sql.ref(`${task}.parent`)
    const own = sql`select m.project from task_memberships m where m.task = ${gid}`
    const above = sql`select m.project from task_memberships m where m.task = (
      with recursive up (gid, parent) as (
        select ${gid}, ${parent} union select a.gid, a.parent from up join tasks a on a.gid = up.parent)
      select up.gid from up where up.parent is null)`
    const lists = (of: RawBuilder<unknown>) =>
      sql`(select ${db.dialect.collect(sql`lists.project`)} from (${of}) as lists)`
    const all = lists(sql`${own} union ${above}`)
    if (listed) return sql`case when ${parent} is not null then ${all} end`
    return sql`case when ${parent} is null then ${lists(own)} else ${all} end`
  },
  item_fields: (db, item) => sql`(select ${db.dialect.collect(sql`pi.portfolio`)} from portfolio_items pi
    join portfolios pf on pf.gid = pi.portfolio and pf.deleted_at is null where pi.item = ${sql.ref(`${item}.gid`)})`,
  goal_fields: (db, goal) => db.dialect.array([sql.ref(`${goal}.gid`)]),
  user_fields: (db, user) => sql`(select ${db.dialect.collect(sql`um.team`)} from team_memberships um
    join teams ut on ut.gid = um.team and ut.deleted_at is null where um."user" = ${sql.ref(`${user}.gid`)})`,
}

/** The custom field values of an object, and the lists whose fields apply to it: see `graph/values.ts`. */
function valuesOf(db: Builder, alias: string, { of, choices }: Extract<Slot, { kind: 'values' }>, own?: 'listed') {
  // Only values that are lists have choices.
  const chosen = sql`case when coalesce(v.text_value, v.number_value, v.date_on) is null and v.enum_value is null then
    (select ${db.dialect.collect(db.dialect.array([sql`c.choice`, sql`c.rank`]))} from custom_field_choices c
    where c.value = v.gid) end`
  const columns = ['custom_field', 'gid', 'text_value', 'number_value', 'enum_value', 'date_on', 'date_at']
  const value = [...columns.map(column => sql.ref(`v.${column}`)), ...(choices ? [chosen] : [])]
  return db.dialect.array([
    sql`(select ${db.dialect.collect(db.dialect.array(value))} from custom_field_values v
      where v.object = ${sql.ref(`${alias}.gid`)})`,
    listsOf[of](db, alias, own),
  ])
}
