/** Custom types of copied tasks. A type belongs to one project, so the copy of a project has copies of its types. */
import { insertAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { copiesAmong } from '../../../store/queries/jobs/copies.ts'
import { firstStatusesOf, optionsOfTypes, typesOfProject } from '../../../store/queries/types/custom_types.ts'
import type { TaskTable } from '../../../store/tables/work.ts'
import { untyped } from '../../fields/rules/task_type.ts'

/** The columns of a copy of a task with this type. */
export type TypeOfCopy = (type: number | null) => Pick<TaskTable, 'custom_type' | 'custom_type_status_option'>

interface TypedTerms {
  job: number
  parts: ReadonlySet<string>
}

/** A copy has the copy of the type, or the type itself where it is in the same project or below the same parent. */
export async function copiedTypes(
  tx: Writer,
  { job, parts }: TypedTerms,
  tasks: readonly { source: Pick<TaskTable, 'custom_type'> }[],
): Promise<TypeOfCopy> {
  const types = [...new Set(tasks.flatMap(({ source }) => source.custom_type ?? []))]
  if (types.length === 0) return () => untyped
  const copies = await copiesAmong(tx, job, types)
  const keepsTypes = parts.has('projects') || parts.has('parent')
  const typeOf = (type: number) => copies.get(type) ?? (keepsTypes ? type : undefined)
  const statuses = await firstStatusesOf(
    tx,
    types.flatMap(type => typeOf(type) ?? []),
  )
  return type => {
    const copy = type === null ? undefined : typeOf(type)
    const status = copy === undefined ? undefined : statuses.get(copy)
    return copy === undefined || status === undefined
      ? untyped
      : { custom_type: copy, custom_type_status_option: status }
  }
}

interface TypedProject {
  job: number
  user: number
  source: number
  copy: number
}

/** Copies the types of a project, with their status options. Returns the next position among the copies of the job. */
export async function copyTypes(
  tx: Writer,
  { job, user, source, copy: project }: TypedProject,
  position: number,
): Promise<number> {
  const types = await typesOfProject(tx, source)
  const copies = new Map(types.map(({ gid }) => [gid, tx.gid()]))
  const rows = types.map(type => ({ ...type, gid: copies.get(type.gid) ?? 0, project, created_by: user }))
  await insertAll(
    tx,
    'custom_types',
    rows.map(row => ({ ...row, created_at: tx.now })),
  )
  const options = await optionsOfTypes(tx, [...copies.keys()])
  await insertAll(
    tx,
    'custom_type_status_options',
    options.map(option => ({ ...option, gid: tx.gid(), custom_type: copies.get(option.custom_type) ?? 0 })),
  )
  const pairs = [...copies].map(([type, copy], at) => ({ job, position: position + at, source: type, copy }))
  await insertAll(tx, 'job_copies', pairs)
  return position + pairs.length
}
