/**
 * An allocation is part of the time of a user or a placeholder that is planned for a project. Viewers of the project
 * see it, and editors write it.
 */
import { invalid, malformed } from '../../lib/errors.ts'
import { getForUpdate, insert, update as set } from '../../store/change.ts'
import { type AllocationRow, resourceTypes, workspaceOf } from '../../store/queries/capacity/capacity.ts'
import { any, computed, constant, date, json, one, type Values } from '../../vocabulary/field.ts'
import {
  create,
  get,
  list,
  listing,
  type ReadCall,
  remove,
  update,
  type WriteCall,
} from '../../vocabulary/operation.ts'
import { type creatable, resource, type updatable } from '../../vocabulary/resource.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { lockParent, moveToTrash } from './rules/capacity_objects.ts'
import { effortColumns, loadEfforts, noEffort, parseEffort, plannedTime } from './rules/effort.ts'
import { lockResource } from './rules/resource.ts'

export const allocation = resource('allocation', {
  doc: 'Part of the time of a user or a placeholder that is planned for a project.',
  guard: 'allocation',
  changes: {
    addedTo: { parent: 'project' },
    streams: ['parent'],
    columns: { effort_type: 'effort', effort_value: 'effort' },
  },
  fields: {
    resource_subtype: constant('project_allocation', { compact: true, doc: 'The type of the parent.' }),
    assignee: any(resourceTypes, {
      ...{ skipAccessCheck: true, write: 'always', required: true, need: 'view' },
      fallback: { type: 'assignee_type' },
      doc: 'The user or placeholder whose time it is.',
    }),
    parent: one('project', {
      ...{ skipAccessCheck: true, write: 'create', required: true, need: 'edit' },
      doc: 'The project. Cannot change.',
    }),
    start_date: date({ write: 'always', required: true, doc: 'The first day.' }),
    end_date: date({ write: 'always', required: true, doc: 'The last day: not before the first.' }),
    effort: computed(effortColumns, loadEfforts, {
      nullable: true,
      shape: { type: true, value: 'number' },
      doc: 'The hours on each working day, or the part of its capacity in percent; null without an effort.',
    }),
    created_by: one('user', { skipAccessCheck: true, doc: 'The user who created it.' }),
  },
})

/** A JSON object: `parseEffort` reads its members. */
export const effort = json({ nullable: true, doc: 'The effort: `type` (`hours` or `percent`) and `value`, or null.' })

type AllocationFields = (typeof allocation)['fields']
interface EffortInput {
  effort?: unknown
}
type CreateAllocationCall = WriteCall<unknown, Values<ReturnType<typeof creatable<AllocationFields>>> & EffortInput>
type UpdateAllocationCall = WriteCall<
  { allocation_gid: number },
  Values<ReturnType<typeof updatable<AllocationFields>>> & EffortInput
>

type AllocationState = Pick<AllocationRow, 'start_date' | 'end_date' | (typeof effortColumns)[number]>

/** The columns after a write. Throws 400 for an invalid combination. */
export function settleAllocation(before: AllocationState, given: Partial<AllocationState> & EffortInput) {
  const { start_date = before.start_date, end_date = before.end_date, effort: raw } = given
  if (start_date > end_date) throw invalid('end_date', 'Must not be before start_date')
  const { effort_type, effort_value } = raw === undefined ? before : parseEffort(raw)
  const planned_time = plannedTime({ effort_type, effort_value }, start_date, end_date)
  return { start_date, end_date, effort_type, effort_value, planned_time }
}

async function createAllocation({ body, tx, actor }: CreateAllocationCall): Promise<number> {
  const { parent, assignee, start_date, end_date, effort } = body
  const workspace = await lockParent(tx, 'allocation', parent)
  const columns = settleAllocation({ start_date, end_date, ...noEffort }, { effort })
  const assignee_type = await lockResource(tx, workspace, assignee, 'assignee')
  const gid = tx.gid()
  await insert(tx, 'allocations', {
    ...{ gid, workspace, parent, assignee, assignee_type, ...columns },
    ...{ created_by: actor.gid, created_at: tx.now, deleted_at: null, deleted_by: null },
  })
  return gid
}

async function updateAllocation({ body, path, tx }: UpdateAllocationCall): Promise<void> {
  const { assignee, ...given } = body
  const before = await getForUpdate(tx, 'allocations', path.allocation_gid)
  const { gid, workspace } = before
  await mustHaveFeature(tx, workspace, 'allocations')
  const moved =
    assignee === undefined || assignee === before.assignee
      ? {}
      : { assignee, assignee_type: await lockResource(tx, workspace, assignee, 'assignee') }
  await set(tx, 'allocations', { gid }, { ...settleAllocation(before, given), ...moved })
}

interface AllocationQuery {
  parent?: number
  assignee?: number
  workspace?: number
}

/** Throws 400 for a combination that would list all allocations of a workspace, or those of a user anywhere. */
function whereOf({ parent, assignee, workspace }: AllocationQuery): Record<string, number> {
  const person: Record<string, number> = assignee === undefined ? {} : { assignee }
  if (parent !== undefined) return { parent, ...person, ...(workspace === undefined ? {} : { workspace }) }
  if (assignee === undefined || workspace === undefined) {
    throw malformed('You should specify parent, or both assignee and workspace')
  }
  return { ...person, workspace }
}

const allocationsWhere = listing('allocation', ({ query }: ReadCall<unknown, AllocationQuery>) => ({
  where: whereOf(query),
  order: ['gid'],
  guarded: query.parent === undefined,
}))

export const operations = [
  list('/allocations', allocation, {
    id: 'getAllocations',
    form: 'full',
    doc: 'Lists the allocations of a project, or those of a user or placeholder in the projects that the caller can see.',
    query: {
      parent: one('project', { doc: 'The project.' }),
      assignee: any(resourceTypes, { doc: 'The user or placeholder. Required without a project.' }),
      workspace: one('workspace', { doc: 'The workspace. Required without a project.' }),
    },
    async execute(call) {
      const { reader, query } = call
      const { parent, workspace = 0 } = whereOf(query)
      const tenant = parent === undefined ? workspace : await workspaceOf(reader, 'project', parent)
      await mustHaveFeature(reader, tenant, 'allocations')
      return allocationsWhere(call)
    },
  }),
  create('/allocations', allocation, {
    id: 'createAllocation',
    doc: 'Creates an allocation for a project. Only for editors of the project.',
    body: { effort },
    execute: createAllocation,
  }),
  get('/allocations/{allocation_gid}', allocation, {
    id: 'getAllocation',
    doc: 'Gets an allocation.',
    async execute({ path, reader }) {
      const gid = path.allocation_gid
      await mustHaveFeature(reader, await workspaceOf(reader, 'allocation', gid), 'allocations')
      return gid
    },
  }),
  update('/allocations/{allocation_gid}', allocation, {
    id: 'updateAllocation',
    doc: 'Updates the given fields of an allocation.',
    body: { effort },
    execute: updateAllocation,
  }),
  remove('/allocations/{allocation_gid}', allocation, {
    id: 'deleteAllocation',
    doc: 'Deletes an allocation.',
    execute: ({ path, tx, actor }) => moveToTrash(tx, actor.gid, 'allocation', path.allocation_gid),
  }),
]
