/**
 * The types of all tables, for the query builder. Migrations define the tables; `test/golden/tables.test.ts` compares the
 * two. Flags are 0 or 1, timestamps are milliseconds since the Unix epoch, dates are `yyyy-mm-dd`.
 */
import type { AccessTables } from './tables/access.ts'
import type { AutomationTables } from './tables/automation.ts'
import type { CapacityTables } from './tables/capacity.ts'
import type { ChangesTables } from './tables/changes.ts'
import type { CustomTypeTables } from './tables/custom_types.ts'
import type { ExportsTables } from './tables/exports.ts'
import type { FieldsTables } from './tables/fields.ts'
import type { FileTables } from './tables/files.ts'
import type { IdentityTables } from './tables/identity.ts'
import type { InstanceTables } from './tables/instances.ts'
import type { PeopleTables } from './tables/people.ts'
import type { PlanTables } from './tables/plan.ts'
import type { RequestedJobTables } from './tables/requested_jobs.ts'
import type { ScimTables } from './tables/scim.ts'
import type { SearchTables } from './tables/search.ts'
import type { SharingTables } from './tables/sharing.ts'
import type { TemplateTables } from './tables/templates.ts'
import type { TimeTables } from './tables/time.ts'
import type { WorkTables } from './tables/work.ts'

export interface Tables
  extends PeopleTables,
    IdentityTables,
    ScimTables,
    WorkTables,
    SharingTables,
    PlanTables,
    FieldsTables,
    RequestedJobTables,
    FileTables,
    AccessTables,
    CustomTypeTables,
    AutomationTables,
    CapacityTables,
    ChangesTables,
    ExportsTables,
    SearchTables,
    TemplateTables,
    TimeTables,
    InstanceTables {}

export type TableName = keyof Tables
