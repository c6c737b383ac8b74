/** Copies what a project has in addition to its tasks, in parts. */
import { insert, insertAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import {
  briefOf,
  type CopiedField,
  copiedFieldsOf,
  copiedOptionsOf,
  nextMembers,
  nextSections,
  nextTemplates,
} from '../../../store/queries/jobs/copied_projects.ts'
import { templateTasks } from '../../../store/queries/templates/contents.ts'
import { templateLinks } from '../../../store/queries/templates/new_tasks.ts'
import { hasFeature } from '../../people/rules/plan.ts'
import { stillPresent } from './present_members.ts'
import type { Schedule } from './schedule.ts'
import { MAX_TEMPLATE_TASKS } from './write.ts'

// wire: contract: what the copy of a project can have. A form and a type of tasks of its own are not copied.
export const projectParts = [
  ...(['allocations', 'forms', 'members', 'notes', 'permissions', 'task_assignee', 'task_attachments'] as const),
  ...(['task_dates', 'task_dependencies', 'task_followers', 'task_notes', 'task_projects', 'task_subtasks'] as const),
  ...(['task_tags', 'task_templates', 'task_type_default'] as const),
]

export type ProjectPart = (typeof projectParts)[number]

/** The input of the job, stored as JSON. */
export interface ProjectJobInput {
  parts: ProjectPart[]
  schedule: Schedule | null
  filesQuota: number | null
}

/** The parts before the tasks, in their order. */
export type ProjectPhase = 'sections' | 'fields' | 'members' | 'templates' | 'allocations'

/** A project and its copy. */
export interface ProjectCopy {
  job: number
  user: number
  workspace: number
  source: number
  copy: number
}

/** How far a part is copied: the key of its last row, and the position of the next one among the copies of the job. */
interface PartCursor<Key> {
  after: Key
  position: number
}

/** Copies at most `limit` rows. */
export type CopyPart<Key> = (
  tx: Writer,
  of: ProjectCopy,
  cursor: PartCursor<Key>,
  limit: number,
) => Promise<PartProgress<Key>>

/** The same after some rows; `after` is undefined at the end of the part. */
export interface PartProgress<Key> {
  after: Key | undefined
  position: number
}

const NEW_MEMBER_LEVEL = 'editor'

/** Copies sections, in order. */
export const copySections: CopyPart<string> = async (
  tx,
  { job, workspace, source, copy },
  { after, position },
  limit,
) => {
  const found = await nextSections(tx, source, after, limit)
  const rows = found.map(({ name, rank }) => ({
    ...{ gid: tx.gid(), project: copy, workspace, name, rank, created_at: tx.now },
  }))
  await insertAll(tx, 'sections', rows)
  const pairs = rows.map(({ gid }, at) => ({ job, position: position + at, source: found[at]?.gid ?? 0, copy: gid }))
  await insertAll(tx, 'job_copies', pairs)
  return { after: found[limit - 1]?.rank, position: position + rows.length }
}

// wire: guess: the brief is a description of the project, and so one of its notes
/** Copies the brief of a project, if it has one and the plan includes briefs. The copy is a new project, without a brief. */
export async function copyBrief(
  tx: Writer,
  { user, workspace, source, copy: project }: Omit<ProjectCopy, 'job'>,
): Promise<void> {
  const found = await briefOf(tx, source)
  if (!found || !(await hasFeature(tx, workspace, 'project_briefs'))) return
  const columns = { gid: tx.gid(), project, created_by: user, created_at: tx.now, modified_at: tx.now }
  await insert(tx, 'project_briefs', { ...found, ...columns })
}

/** Copies memberships, with their access levels or with that of new members. */
export const copyMembers =
  (keepsLevels: boolean): CopyPart<number> =>
  async (tx, { workspace, source, copy }, { after, position }, limit) => {
    const found = await nextMembers(tx, { project: source, copy }, after, limit)
    const present = await stillPresent(tx, workspace, found)
    await insertAll(
      tx,
      'project_memberships',
      present.map(({ member, access_level, is_follower }) => ({
        ...{
          gid: tx.gid(),
          project: copy,
          member,
          workspace,
          access_level: keepsLevels ? access_level : NEW_MEMBER_LEVEL,
          is_follower,
        },
      })),
    )
    return { after: found[limit - 1]?.gid, position }
  }

/** Copies the settings of custom fields, and the fields that belong to the project alone: a project has few. */
export async function copyFields(tx: Writer, of: ProjectCopy, position: number): Promise<number> {
  const { job, user, workspace, source, copy: project } = of
  const found = await copiedFieldsOf(tx, user, source)
  const own = found.filter(field => field.project !== null)
  const copies = new Map(own.map(({ gid }) => [gid, tx.gid()]))
  for (const { setting_rank: _, is_important: __, ...field } of own) {
    const columns = { project, formula: copiedFormula(field, copies), created_by: user, created_at: tx.now }
    await insert(tx, 'custom_fields', { ...field, ...columns, gid: copies.get(field.gid) ?? 0 })
  }
  const options = await copiedOptionsOf(tx, [...copies.keys()])
  const fresh = options.map(option => ({
    ...option,
    gid: tx.gid(),
    custom_field: copies.get(option.custom_field) ?? 0,
  }))
  await insertAll(tx, 'enum_options', fresh)
  await insertAll(
    tx,
    'custom_field_settings',
    found.map(({ gid, setting_rank: rank, is_important }) => ({
      ...{ gid: tx.gid(), custom_field: copies.get(gid) ?? gid, parent: project, workspace, is_important, rank },
    })),
  )
  for (const [at, { gid }] of fresh.entries()) copies.set(options[at]?.gid ?? 0, gid)
  const pairs = [...copies].map(([from, copy], at) => ({ job, position: position + at, source: from, copy }))
  await insertAll(tx, 'job_copies', pairs)
  return position + pairs.length
}

const REFERENCES = /\{([0-9]+)\}/g

/** The formula of a field, with the copies of the fields that it names. */
const copiedFormula = ({ formula }: Pick<CopiedField, 'formula'>, copies: ReadonlyMap<number, number>): string | null =>
  formula?.replaceAll(REFERENCES, (_, gid) => `{${copies.get(Number(gid)) ?? gid}}`) ?? null

const FIRST_LINK = { position: -1, dependency: -1 }

/** Copies task templates, each with its tasks. */
export const copyTemplates: CopyPart<number> = async (
  tx,
  { user, workspace, source, copy },
  { after, position },
  limit,
) => {
  const found = await nextTemplates(tx, source, after, limit)
  for (const { gid: template, name } of found) {
    const gid = tx.gid()
    const columns = { created_by: user, created_at: tx.now, modified_at: tx.now, deleted_at: null, deleted_by: null }
    await insert(tx, 'task_templates', { gid, project: copy, workspace, name, ...columns })
    const tasks = await templateTasks(tx, template, 0, MAX_TEMPLATE_TASKS)
    await insertAll(
      tx,
      'template_tasks',
      tasks.map(task => ({ ...task, template: gid })),
    )
    const links = await templateLinks(tx, template, FIRST_LINK, MAX_TEMPLATE_TASKS)
    await insertAll(
      tx,
      'template_dependencies',
      links.map(link => ({ ...link, template: gid })),
    )
  }
  return { after: found[limit - 1]?.gid, position }
}
