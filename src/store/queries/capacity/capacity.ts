/** Queries for allocations, budgets and rates: their workspaces, and what a project has already. */
import { sql } from 'kysely'
import type { Name } from '../../../names.ts'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { Tables } from '../../tables.ts'
import { tableOf } from '../objects.ts'

export type AllocationRow = Tables['allocations']
export type BudgetRow = Tables['budgets']

/** The types of who can be allocated and have a rate. */
export const resourceTypes = ['user', 'placeholder'] as const satisfies Name[]

/** The types of objects that belong to one workspace, of which requests about capacity name one. */
type CapacityName = 'allocation' | 'budget' | 'rate' | 'project' | 'placeholder'

const workspaces = new Map<CapacityName, Statement<{ workspace: number }>>()

/** The workspace of an object, which exists. */
export async function workspaceOf(reader: Reader, type: CapacityName, gid: number): Promise<number> {
  let known = workspaces.get(type)
  if (!known) {
    known = statement((param, db) => db.selectFrom(tableOf(type)).select('workspace').where('gid', '=', param('gid')))
    workspaces.set(type, known)
  }
  const found = await reader.first(known, { gid })
  if (!found) throw new Error(`There is no ${type} ${gid}.`)
  return found.workspace
}

const placeholder: Statement<{ name: string }> = statement((param, db) =>
  db.selectFrom('placeholders').select('name').where('gid', '=', param('gid')),
)

/** A placeholder, also one in the trash; undefined for any other gid. */
export const placeholderOf = (reader: Reader, gid: number) => reader.first(placeholder, { gid })

const budget: Statement<{ gid: number }> = statement((param, db) =>
  db.selectFrom('budgets').select('gid').where('parent', '=', param('parent')).where('deleted_at', 'is', null),
)

/** Whether a project has a budget that is not in the trash. */
export const hasBudget = async (reader: Reader, parent: number): Promise<boolean> =>
  (await reader.first(budget, { parent })) !== undefined

const rate: Statement<{ gid: number }> = statement((param, db) =>
  db
    .selectFrom('rates')
    .select('gid')
    .where('parent', '=', param('parent'))
    .where('resource', '=', param('resource'))
    .where('deleted_at', 'is', null),
)

/** Whether a project has a rate of a user or placeholder that is not in the trash. */
export const hasRate = async (reader: Reader, parent: number, resource: number): Promise<boolean> =>
  (await reader.first(rate, { parent, resource })) !== undefined

const placeholders: Statement<{ gid: number; name: string }> = statement((param, db) =>
  db
    .selectFrom('placeholders')
    .select(['gid', 'name'])
    .where('workspace', '=', param('workspace'))
    .where('deleted_at', 'is', null)
    .where('gid', '>', param('after'))
    .orderBy('gid')
    .modifyEnd(db.dialect.limit(param('limit'))),
)

/** The placeholders of a workspace after a gid, the oldest first. */
export const placeholdersOf = (
  reader: Reader,
  workspace: number,
  after: number,
  limit: number,
): Promise<{ gid: number; name: string }[]> => reader.all(placeholders, { workspace, after, limit })

const allocations: Statement<AllocationRow> = statement((param, db) =>
  db
    .selectFrom('allocations as a')
    .selectAll()
    .where('parent', '=', param('parent'))
    .where('deleted_at', 'is', null)
    .where('gid', '>', param('after'))
    .where(
      () => sql<boolean>`(a.assignee_type = 'user' or exists (
        select 1 from placeholders p where p.gid = a.assignee and p.deleted_at is null))`,
    )
    .orderBy('gid')
    .modifyEnd(db.dialect.limit(param('limit'))),
)

/** The allocations of a project after a gid, without those of placeholders in the trash. */
export const nextAllocations = (
  reader: Reader,
  parent: number,
  after: number,
  limit: number,
): Promise<AllocationRow[]> => reader.all(allocations, { parent, after, limit })
