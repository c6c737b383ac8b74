/**
 * Containers: the types of which each object has access grants of its own. What is inside one has none; it follows the
 * container that a column of it names (`within` of `access.ts`).
 *
 * What must always hold: the grants of a container are written down here and nowhere else. The migration, the keeper
 * (`store/grants.ts`), `doctor` and the tests derive them from these texts. When one of them changes, a migration with
 * `derives` brings the stores that are there up to date.
 */
import type { Tables } from '../../tables.ts'
import type { Stale } from '../../written/stale.ts'
import { KINDS, ROLES } from './principals.ts'

/** One way to a level. The texts are expressions over the rows that `from` names. */
interface Way {
  kind: string | number
  principal: string | number
  level: string | number
  from: string
  /** `o.gid` is the object. */
  when: string
}

interface Container {
  table: keyof Tables
  /** Its alias in the ways. */
  alias: string
  /** Where several lead to one principal, the highest level counts. */
  ways: readonly Way[]
  /** The rows from which they come. */
  from: Partial<Record<keyof Tables, Source>>
}

/** The column that names the object, the one that names the only principal whom a row concerns, and those that decide. */
interface Source {
  object: string
  principal?: string
  columns: readonly string[]
}

// wire: resource-behaviours 8: a level on a project, from the least
const levelOf = (column: string) =>
  `case ${column} when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end`

/** Open to its workspace or its team, as far as its level says, and shared with people and teams by name. */
const project: Container = {
  table: 'projects',
  alias: 'p',
  ways: [
    {
      ...{ kind: KINDS.role, principal: ROLES.full, level: levelOf('p.default_access_level') },
      ...{ from: 'projects p', when: `p.gid = o.gid and p.privacy_setting = 'public_to_workspace'` },
    },
    {
      ...{ kind: KINDS.team, principal: 'p.team', level: levelOf('p.default_access_level') },
      ...{ from: 'projects p', when: `p.gid = o.gid and p.privacy_setting <> 'private' and p.team is not null` },
    },
    {
      kind: `case when te.gid is null then ${KINDS.user} else ${KINDS.team} end`,
      ...{ principal: 'm.member', level: levelOf('m.access_level') },
      from: 'projects p cross join project_memberships m left join teams te on te.gid = m.member',
      when: 'p.gid = o.gid and m.project = p.gid',
    },
  ],
  from: {
    projects: { object: 'gid', columns: ['workspace', 'team', 'privacy_setting', 'default_access_level'] },
    project_memberships: { object: 'project', principal: 'member', columns: ['project', 'member', 'access_level'] },
  },
}

const FIELD_LEVEL = `case f.default_access_level when 'admin' then 4 when 'editor' then 3 else 2 end`

const ofField = (way: Pick<Way, 'kind' | 'principal' | 'level'>, open?: string): Way => ({
  ...{ ...way, from: 'custom_fields f' },
  when: `f.gid = o.gid${open ? ` and f.privacy_setting in (${open})` : ''}`,
})

// wire: docs: guests see the fields that are open to them, and change none; a private field is its maker's
const custom_field: Container = {
  table: 'custom_fields',
  alias: 'f',
  ways: [
    ofField({ kind: KINDS.user, principal: 'f.created_by', level: 4 }),
    ofField({ kind: KINDS.role, principal: ROLES.administrators, level: 4 }),
    ofField({ kind: KINDS.role, principal: ROLES.full, level: FIELD_LEVEL }, `'public', 'public_with_guests'`),
    ofField({ kind: KINDS.role, principal: ROLES.everybody, level: 2 }, `'public_with_guests'`),
  ],
  from: {
    custom_fields: {
      object: 'gid',
      columns: ['workspace', 'created_by', 'privacy_setting', 'default_access_level'],
    },
  },
}

const containers: readonly Container[] = [project, custom_field]

/** Stands for every principal: no gid is 0. */
export const EVERY_PRINCIPAL = 0

/** Rows of a table that concern what is `wanted`: each has an index of its own for all principals, and for one. */
const either = (select: string, principal: string | number) =>
  `${select} and o.principal = ${EVERY_PRINCIPAL} union all ${select} and o.principal = ${principal}`

/** `cross join` keeps SQLite from reading a table from end to end. */
const rowsOf = ({ alias, ways }: Container) =>
  ways.map(({ kind, principal, level, from, when }) =>
    either(
      `select o.gid as object, ${kind} as kind, ${principal} as principal, ${level} as level,
        ${alias}.workspace as workspace from wanted o cross join ${from} where ${when}`,
      principal,
    ),
  )

/** Every container there is, with every principal. */
export const EVERYTHING = containers
  .map(({ table }) => `select gid, ${EVERY_PRINCIPAL} from ${table}`)
  .join(' union all ')

/** The grants that are `wanted`: a table of objects, each with a principal. */
export const DERIVED = `select object, kind, principal, max(level) as level, workspace
  from (${containers.flatMap(rowsOf).join(' union all ')}) as ways
  where level > 0 group by object, kind, principal, workspace`

/** The same, as they are kept. The key has the kind before the principal. */
export const KEPT = either(
  `select g.object, g.kind, g.principal, g.level, g.workspace
    from wanted o cross join access_grants g where g.object = o.gid and g.kind in (${Object.values(KINDS)})`,
  'g.principal',
)

/** Statements that derive all grants anew, whatever there is. */
export const DERIVING = [
  'delete from access_grants',
  `with wanted (gid, principal) as (${EVERYTHING})
   insert into access_grants (object, kind, principal, level, workspace) ${DERIVED}`,
]

type Row = Record<string, unknown>

const sources = new Map<string, Source>()
for (const { from } of containers) for (const [table, source] of Object.entries(from)) sources.set(table, source)

/** Whether grants come from these columns of a table; from the rows themselves, without columns. */
export const feedsGrants = (table: keyof Tables, columns?: readonly string[]): boolean => {
  const source = sources.get(table)
  return source !== undefined && (columns === undefined || columns.some(column => source.columns.includes(column)))
}

/** Remembers which grants a change of a row may change. */
export function noteContainer(stale: Stale, table: keyof Tables, before: Row | null, after: Row | null): void {
  const source = sources.get(table)
  const row = before ?? after
  if (source === undefined || row === null) return
  if (before && after && source.columns.every(column => before[column] === after[column])) return
  const gid = row[source.object] as number
  const principal = source.principal === undefined ? EVERY_PRINCIPAL : (row[source.principal] as number)
  const known = stale.get(gid) ?? { isNew: before === null && source.object === 'gid', principals: new Set() }
  stale.set(gid, { ...known, principals: known.principals.add(principal) })
}
