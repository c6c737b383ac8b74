/**
 * Containers: the types whose objects have access grants. An object inside a container has none; it has the level of
 * the container that one of its columns names (`within` of `access.ts`).
 *
 * Invariants:
 * - only these rules define the grants of a container: migrations, `store/grants.ts`, `doctor` and the tests derive the
 *   grants from them;
 * - a project inherits the grants of the portfolios whose setting says so: of those that contain it directly, not of those
 *   that contain them;
 * - a change of a rule needs a migration with `derives`, which derives the grants of existing stores again.
 */
import type { TableName } from '../../tables.ts'
import type { StaleGrants } from '../../tracking/stale_grants.ts'
import { PRINCIPAL_KINDS, ROLES } from './principals.ts'

/** A rule that gives a principal a level. The texts are SQL expressions over the rows of `from`. */
interface GrantRule {
  kind: string | number
  principal: string | number
  level: string | number
  from: string
  /** `o.gid` is the object. */
  when: string
}

interface Container {
  table: TableName
  /** The alias of the table in the rules. */
  alias: string
  /** If several rules match one principal, the highest level counts. */
  rules: readonly GrantRule[]
  /** The tables from which the rules derive grants. */
  from: Partial<Record<TableName, GrantSource>>
}

/**
 * The column with the object, the one with the principal if a row affects only one, and all columns that rules read.
 */
interface GrantSource {
  object: string
  principal?: string
  columns: readonly string[]
  /** The objects that inherit the grants of this one depend on the row, too. */
  isInherited?: true
  /** The column with the object whose grants this one may inherit: a concurrent change of those must wait. */
  inheritsFrom?: string
}

// wire: resource-behaviours 8: a level on a project, from the least
const levelOf = (column: string) =>
  `case ${column} when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end`

/** The kind of the member at `m`, which is a user or the team at `te`. */
const KIND_OF_MEMBER = `case when te.gid is null then ${PRINCIPAL_KINDS.user} else ${PRINCIPAL_KINDS.team} end`

/** The grants of the portfolio at `f`: its default level to its workspace, and individual levels to its members. */
const portfolioRules = (from: string, when: string): GrantRule[] => [
  {
    ...{ kind: PRINCIPAL_KINDS.role, principal: ROLES.full, level: levelOf('f.default_access_level') },
    ...{ from, when: `${when} and f.privacy_setting = 'public_to_domain'` },
  },
  {
    ...{ kind: KIND_OF_MEMBER, principal: 'm.member', level: levelOf('m.access_level') },
    from: `${from} cross join portfolio_memberships m left join teams te on te.gid = m.member`,
    when: `${when} and m.portfolio = f.gid`,
  },
]

const portfolio: Container = {
  table: 'portfolios',
  alias: 'f',
  rules: portfolioRules('portfolios f', 'f.gid = o.gid'),
  from: {
    portfolios: {
      object: 'gid',
      columns: ['workspace', 'privacy_setting', 'default_access_level', 'deleted_at'],
      isInherited: true,
    },
    portfolio_memberships: {
      object: 'portfolio',
      principal: 'member',
      columns: ['portfolio', 'member', 'access_level'],
      isInherited: true,
    },
  },
}

/**
 * A project grants its default level to its workspace or its team, and individual levels to its members. The grants of
 * portfolios whose access it inherits are its own, too.
 */
const project: Container = {
  table: 'projects',
  alias: 'p',
  rules: [
    {
      ...{ kind: PRINCIPAL_KINDS.role, principal: ROLES.full, level: levelOf('p.default_access_level') },
      ...{ from: 'projects p', when: `p.gid = o.gid and p.privacy_setting = 'public_to_workspace'` },
    },
    {
      ...{ kind: PRINCIPAL_KINDS.team, principal: 'p.team', level: levelOf('p.default_access_level') },
      ...{ from: 'projects p', when: `p.gid = o.gid and p.privacy_setting <> 'private' and p.team is not null` },
    },
    {
      ...{ kind: KIND_OF_MEMBER, principal: 'm.member', level: levelOf('m.access_level') },
      from: 'projects p cross join project_memberships m left join teams te on te.gid = m.member',
      when: 'p.gid = o.gid and m.project = p.gid',
    },
    ...portfolioRules(
      'projects p cross join portfolio_items i cross join portfolios f',
      `p.gid = o.gid and i.item = p.gid and i.is_access_control_inherited = 1
        and f.gid = i.portfolio and f.deleted_at is null`,
    ),
  ],
  from: {
    projects: { object: 'gid', columns: ['workspace', 'team', 'privacy_setting', 'default_access_level'] },
    project_memberships: { object: 'project', principal: 'member', columns: ['project', 'member', 'access_level'] },
    portfolio_items: {
      object: 'item',
      columns: ['item', 'portfolio', 'is_access_control_inherited'],
      inheritsFrom: 'portfolio',
    },
  },
}

/** A goal grants its default level to its workspace, without its guests, and individual levels to its members. */
const goal: Container = {
  table: 'goals',
  alias: 'a',
  rules: [
    {
      ...{ kind: PRINCIPAL_KINDS.role, principal: ROLES.full, level: levelOf('a.default_access_level') },
      ...{ from: 'goals a', when: `a.gid = o.gid and a.privacy_setting = 'public_to_workspace'` },
    },
    {
      ...{ kind: KIND_OF_MEMBER, principal: 'm.member', level: levelOf('m.access_level') },
      from: 'goals a cross join goal_memberships m left join teams te on te.gid = m.member',
      when: 'a.gid = o.gid and m.goal = a.gid',
    },
  ],
  from: {
    goals: { object: 'gid', columns: ['workspace', 'privacy_setting', 'default_access_level'] },
    goal_memberships: { object: 'goal', principal: 'member', columns: ['goal', 'member', 'access_level'] },
  },
}

const fieldLevelOf = (column: string) => `case ${column} when 'admin' then 4 when 'editor' then 3 else 2 end`

const FIELD_LEVEL = fieldLevelOf('f.default_access_level')

const ofField = (way: Pick<GrantRule, 'kind' | 'principal' | 'level'>, open?: string): GrantRule => ({
  ...{ ...way, from: 'custom_fields f' },
  when: `f.gid = o.gid${open ? ` and f.privacy_setting in (${open})` : ''}`,
})

// wire: docs: guests can see the fields that are open to them, and change none; a private field belongs to its creator
const custom_field: Container = {
  table: 'custom_fields',
  alias: 'f',
  rules: [
    ofField({ kind: PRINCIPAL_KINDS.user, principal: 'f.created_by', level: 4 }),
    ofField({ kind: PRINCIPAL_KINDS.role, principal: ROLES.administrators, level: 4 }),
    ofField(
      { kind: PRINCIPAL_KINDS.role, principal: ROLES.full, level: FIELD_LEVEL },
      `'public', 'public_with_guests'`,
    ),
    ofField({ kind: PRINCIPAL_KINDS.role, principal: ROLES.all, level: 2 }, `'public_with_guests'`),
    {
      ...{ kind: KIND_OF_MEMBER, principal: 'm.member', level: fieldLevelOf('m.access_level') },
      from: 'custom_fields f cross join custom_field_memberships m left join teams te on te.gid = m.member',
      when: 'f.gid = o.gid and m.custom_field = f.gid',
    },
  ],
  from: {
    custom_fields: {
      object: 'gid',
      columns: ['workspace', 'created_by', 'privacy_setting', 'default_access_level'],
    },
    custom_field_memberships: {
      object: 'custom_field',
      principal: 'member',
      columns: ['custom_field', 'member', 'access_level'],
    },
  },
}

const TYPE_LEVEL = `case m.access_level when 'admin' then 4 when 'editor' then 3 when 'user' then 2 else 1 end`

/** A custom type has the levels of its project without grants; they are for its own members. */
const custom_type: Container = {
  table: 'custom_types',
  alias: 'y',
  rules: [
    {
      ...{ kind: KIND_OF_MEMBER, principal: 'm.member', level: TYPE_LEVEL },
      from: 'custom_types y cross join custom_type_memberships m left join teams te on te.gid = m.member',
      when: 'y.gid = o.gid and m.custom_type = y.gid',
    },
  ],
  from: {
    custom_types: { object: 'gid', columns: ['workspace'] },
    custom_type_memberships: {
      object: 'custom_type',
      principal: 'member',
      columns: ['custom_type', 'member', 'access_level'],
    },
  },
}

const containers: readonly Container[] = [project, portfolio, goal, custom_field, custom_type]

/** All principals of an object: no gid is 0. */
export const EVERY_PRINCIPAL = 0

/** The rows for the `wanted` pairs. Selecting all principals and selecting one use different indexes. */
const either = (select: string, principal: string | number) =>
  `${select} and o.principal = ${EVERY_PRINCIPAL} union all ${select} and o.principal = ${principal}`

/** `cross join` keeps SQLite from scanning a whole table. */
const rowsOf = ({ alias, rules }: Container) =>
  rules.map(({ kind, principal, level, from, when }) =>
    either(
      `select o.gid as object, ${kind} as kind, ${principal} as principal, ${level} as level,
        ${alias}.workspace as workspace from wanted o cross join ${from} where ${when}`,
      principal,
    ),
  )

/** All containers, with all principals. */
export const ALL_CONTAINERS = containers
  .map(({ table }) => `select gid, ${EVERY_PRINCIPAL} from ${table}`)
  .join(' union all ')

/** The grants that follow from the rules, for `wanted`: a table of objects, each with a principal. */
export const DERIVED_GRANTS = `select object, kind, principal, max(level) as level, workspace
  from (${containers.flatMap(rowsOf).join(' union all ')}) as candidates
  where level > 0 group by object, kind, principal, workspace`

/** The stored grants for `wanted`. The primary key has the kind before the principal, hence the list of kinds. */
export const STORED_GRANTS = either(
  `select g.object, g.kind, g.principal, g.level, g.workspace
    from wanted o cross join access_grants g where g.object = o.gid and g.kind in (${Object.values(PRINCIPAL_KINDS)})`,
  'g.principal',
)

/** Statements that delete all grants and derive them again. */
export const DERIVE_ALL_GRANTS = [
  'delete from access_grants',
  `with wanted (gid, principal) as (${ALL_CONTAINERS})
   insert into access_grants (object, kind, principal, level, workspace) ${DERIVED_GRANTS}`,
]

type ContainerRow = Record<string, unknown>

const sources = new Map<string, GrantSource>()
for (const { from } of containers) for (const [table, source] of Object.entries(from)) sources.set(table, source)

/** Whether grants depend on these columns of a table; without columns, whether they depend on its rows. */
export const affectsGrants = (table: TableName, columns?: readonly string[]): boolean => {
  const source = sources.get(table)
  return source !== undefined && (columns === undefined || columns.some(column => source.columns.includes(column)))
}

/** Records the grants that a change of a row may make stale. */
export function recordStaleGrants(
  stale: StaleGrants,
  table: TableName,
  before: ContainerRow | null,
  after: ContainerRow | null,
): void {
  const source = sources.get(table)
  const row = before ?? after
  if (source === undefined || row === null) return
  if (before && after && source.columns.every(column => before[column] === after[column])) return
  const principal = source.principal === undefined ? EVERY_PRINCIPAL : (row[source.principal] as number)
  const isNew = before === null && source.object === 'gid'
  const { principals } = stale.mark(row[source.object] as number, { isNew, isInherited: source.isInherited ?? false })
  principals.add(principal)
  if (source.inheritsFrom !== undefined) stale.mark(row[source.inheritsFrom] as number, {})
}
