/**
 * The types of all tables, for the query builder. Migrations define the tables; `test/golden/tables.test.ts` compares the
 * two. Flags are 0 or 1, timestamps are milliseconds since the Unix epoch, dates are `yyyy-mm-dd`.
 */
import type { AccessTables } from './tables/access.ts'
import type { ChangesTables } from './tables/changes.ts'
import type { FieldsTables } from './tables/fields.ts'
import type { IdentityTables } from './tables/identity.ts'
import type { InstanceTables } from './tables/instances.ts'
import type { PeopleTables } from './tables/people.ts'
import type { PlanTables } from './tables/plan.ts'
import type { ScimTables } from './tables/scim.ts'
import type { WorkTables } from './tables/work.ts'

export interface Tables
  extends PeopleTables,
    IdentityTables,
    ScimTables,
    WorkTables,
    PlanTables,
    FieldsTables,
    AccessTables,
    ChangesTables,
    InstanceTables {}

export type TableName = keyof Tables
