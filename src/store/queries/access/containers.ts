/**
 * Containers: the types of which each object has access grants of its own. What is inside one has none; it follows the
 * container that a column of it names (`within` of `access.ts`).
 *
 * What must always hold: the grants of a container are written down here and nowhere else. The migration, the keeper
 * (`store/grants.ts`), `doctor` and the tests derive them from these texts. When one of them changes, a migration with
 * `derives` brings the stores that are there up to date.
 */
import type { Tables } from '../../tables.ts'
import { KINDS, ROLES } from './principals.ts'

interface Container {
  table: keyof Tables
  /**
   * A select of object, kind, principal, level and workspace for the objects among `wanted`: a row for each way to a level, of
   * which the highest counts. `cross join` keeps SQLite from reading the table from end to end.
   */
  grants: string
  /** The rows from which they come: the column that names the object, and those that decide. */
  from: Partial<Record<keyof Tables, Source>>
}

interface Source {
  object: string
  columns: readonly string[]
}

// wire: resource-behaviours 8: a level on a project, from the least
const levelOf = (column: string) =>
  `case ${column} when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end`

/** Open to its workspace or its team, as far as its level says, and shared with people and teams by name. */
const project: Container = {
  table: 'projects',
  grants: `
    select p.gid as object, ${KINDS.role} as kind, ${ROLES.full} as principal, ${levelOf('p.default_access_level')} as level, p.workspace as workspace
    from wanted o cross join projects p where p.gid = o.gid and p.privacy_setting = 'public_to_workspace'
    union all select p.gid, ${KINDS.team}, p.team, ${levelOf('p.default_access_level')}, p.workspace
    from wanted o cross join projects p where p.gid = o.gid and p.privacy_setting <> 'private' and p.team is not null
    union all select m.project, case when te.gid is null then ${KINDS.user} else ${KINDS.team} end, m.member, ${levelOf('m.access_level')}, p.workspace
    from wanted o cross join projects p cross join project_memberships m
      left join teams te on te.gid = m.member
    where p.gid = o.gid and m.project = p.gid`,
  from: {
    projects: { object: 'gid', columns: ['workspace', 'team', 'privacy_setting', 'default_access_level'] },
    project_memberships: { object: 'project', columns: ['project', 'member', 'access_level'] },
  },
}

// wire: docs: guests see the fields that are open to them, and change none; a private field is its maker's
const custom_field: Container = {
  table: 'custom_fields',
  grants: `
    select f.gid as object, ${KINDS.user} as kind, f.created_by as principal, 4 as level, f.workspace as workspace
    from wanted o cross join custom_fields f where f.gid = o.gid
    union all select f.gid, ${KINDS.role}, ${ROLES.administrators}, 4, f.workspace
    from wanted o cross join custom_fields f where f.gid = o.gid
    union all select f.gid, ${KINDS.role}, ${ROLES.full},
      case f.default_access_level when 'admin' then 4 when 'editor' then 3 else 2 end, f.workspace
    from wanted o cross join custom_fields f where f.gid = o.gid and f.privacy_setting in ('public', 'public_with_guests')
    union all select f.gid, ${KINDS.role}, ${ROLES.everybody}, 2, f.workspace
    from wanted o cross join custom_fields f where f.gid = o.gid and f.privacy_setting = 'public_with_guests'`,
  from: {
    custom_fields: {
      object: 'gid',
      columns: ['workspace', 'created_by', 'privacy_setting', 'default_access_level'],
    },
  },
}

const containers: readonly Container[] = [project, custom_field]

/** Every container there is. */
export const EVERY = containers.map(({ table }) => `select gid from ${table}`).join(' union all ')

/** The grants of the containers among `wanted`. */
export const DERIVED = `select object, kind, principal, max(level) as level, workspace
  from (${containers.map(({ grants }) => grants).join(' union all ')}) as ways
  where level > 0 group by object, kind, principal, workspace`

/** Statements that derive all grants anew, whatever there is. */
export const DERIVING = [
  'delete from access_grants',
  `with wanted (gid) as (${EVERY}) insert into access_grants (object, kind, principal, level, workspace) ${DERIVED}`,
]

type Row = Record<string, unknown>

const sources = new Map<keyof Tables, Source>()
for (const { from } of containers) {
  for (const [table, source] of Object.entries(from)) sources.set(table as keyof Tables, source)
}

/** Whether grants come from these columns of a table; from the rows themselves, without columns. */
export const feedsGrants = (table: keyof Tables, columns?: readonly string[]): boolean => {
  const source = sources.get(table)
  return source !== undefined && (columns === undefined || columns.some(column => source.columns.includes(column)))
}

/** Remembers the container whose grants a change of a row may change, and whether it was made by it. */
export function noteContainer(
  stale: Map<number, boolean>,
  table: keyof Tables,
  before: Row | null,
  after: Row | null,
): void {
  const source = sources.get(table)
  const row = before ?? after
  if (source === undefined || row === null) return
  if (before && after && source.columns.every(column => before[column] === after[column])) return
  const gid = row[source.object] as number
  stale.set(gid, stale.get(gid) ?? (before === null && source.object === 'gid'))
}
