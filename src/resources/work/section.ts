/** A section is an ordered part of a project or of My Tasks. The last section of a list cannot be deleted. */
import { malformed, missingInput } from '../../lib/errors.ts'
import { rights } from '../../policy/rights.ts'
import { deleteWhere, insert, update as set } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { advisoryLock } from '../../store/locks.ts'
import { rankAt, sectionsOfProject } from '../../store/queries/order.ts'
import { page } from '../../store/queries/page.ts'
import { hasTasks, otherSection } from '../../store/queries/sections.ts'
import { isMyTasks, listsOfSections, taskListsOf } from '../../store/queries/tasks.ts'
import { type ChangeMapper, gidIn, reordered } from '../../vocabulary/change.ts'
import { any, many, one, text, timestamp } from '../../vocabulary/field.ts'
import { action, created, get, list, remove, update, type WriteCall } from '../../vocabulary/operation.ts'
import { creatable, resource } from '../../vocabulary/resource.ts'
import { invalidAnchor, type PositionInput, parsePosition } from './rules/position.ts'
import { mustCustomize } from './rules/project_members.ts'

/** A section that moves within its list. */
const positions: ChangeMapper = {
  table: 'sections',
  captured: { sections: { key: ['gid'], columns: ['rank'] } },
  changes({ before, after }) {
    if (!before || !after || before.rank === after.rank) return []
    const list = { type: 'project', gid: gidIn(after, 'project') } as const
    return [reordered('section', gidIn(after, 'gid'), list, gidIn(after, 'workspace'))]
  },
}

export const section = resource('section', {
  doc: 'A part of a project or of My Tasks.',
  guard: 'section',
  cached: true,
  changes: { addedTo: { project: 'project' }, streams: ['project'], relations: [positions] },
  fields: {
    name: text({ compact: true, write: 'always', required: true, max: 1024, doc: 'The name of the section.' }),
    created_at: timestamp({ doc: 'When the section was created.' }),
    project: any(['project', 'user_task_list'], { skipAccessCheck: true, doc: 'The list that the section is in.' }),
    projects: many('project', {
      through: { table: 'sections', from: 'gid', to: 'project' },
      doc: 'The older form of `project`: a list of one.',
    }),
  },
})

const positionInput = {
  insert_before: one('section', {
    need: 'view',
    nullable: true,
    doc: 'The section right after the new one; null for the end.',
  }),
  insert_after: one('section', {
    need: 'view',
    nullable: true,
    doc: 'The section right before the new one; null for the start.',
  }),
}

/** The list in the path is a project or My Tasks. */
const params = { project_gid: ['project', 'user_task_list'] } as const

/** Throws 400 for a blank name. */
function validName(name: string): string {
  if (name.trim() === '') throw missingInput('name')
  return name
}

/** Returns the list of a section. Throws 403 unless the caller can customize the list. */
async function mustCustomizeList(tx: Writer, me: number, section: number): Promise<number> {
  const list = (await listsOfSections(tx, [section])).get(section) ?? 0
  await mustCustomize(tx, list, (await rights(tx, me, 'project', [list])).get(list))
  return list
}

type SectionInput = { name: string } & PositionInput

async function createSection(call: WriteCall<{ project_gid: number }, SectionInput>): Promise<number> {
  const { path, body, rights, tx } = call
  const project = path.project_gid
  await mustCustomize(tx, project, rights.project_gid)
  const name = validName(body.name)
  const position = parsePosition(body) ?? 'end'
  const rank = await rankAt(tx, sectionsOfProject, project, position)
  if (rank === undefined) throw invalidAnchor(position)
  const workspace = (await taskListsOf(tx, [project])).get(project)?.workspace ?? 0
  const gid = tx.gid()
  await insert(tx, 'sections', { gid, project, workspace, name, rank, created_at: tx.now })
  return gid
}

async function deleteSection({ path, tx, actor }: WriteCall<{ section_gid: number }>): Promise<void> {
  const section = path.section_gid
  const project = await mustCustomizeList(tx, actor.gid, section)
  // positions: a concurrent request could delete the other section, or move a task into this one.
  await advisoryLock(tx, 'positions', project, section)
  const other = await otherSection(tx, project, section)
  if (other === undefined) throw malformed('The last section of a project cannot be deleted')
  if (await hasTasks(tx, section)) throw malformed('A section that has tasks cannot be deleted: move them first')
  // Only tasks in the trash are left. After a restore they must be in a section that exists.
  await set(tx, 'task_memberships', { section }, { section: other })
  await deleteWhere(tx, 'sections', { gid: section })
}

export const operations = [
  get('/sections/{section_gid}', section, { id: 'getSection', doc: 'Gets a section.' }),
  update('/sections/{section_gid}', section, {
    id: 'updateSection',
    doc: 'Updates the name of a section.',
    // wire: contract: the body of a creation; its text says that only the name changes
    ignored: Object.keys(positionInput),
    async execute({ path, body, tx, actor }) {
      await mustCustomizeList(tx, actor.gid, path.section_gid)
      if (body.name !== undefined) await set(tx, 'sections', { gid: path.section_gid }, { name: validName(body.name) })
    },
  }),
  remove('/sections/{section_gid}', section, {
    id: 'deleteSection',
    doc: 'Deletes a section that has no tasks and is not the last one.',
    execute: deleteSection,
  }),
  list('/projects/{project_gid}/sections', section, {
    id: 'getSectionsForProject',
    doc: 'Lists the sections of a project in order.',
    params,
    async execute({ path, reader, actor, window }) {
      const project = path.project_gid
      // The right to see a user's My Tasks does not include its sections.
      const guarded = await isMyTasks(reader, project)
      return page(reader, actor.gid, { type: 'section', where: { project }, order: ['rank'], guarded }, window)
    },
  }),
  action('/projects/{project_gid}/sections', section, {
    id: 'createSectionForProject',
    doc: 'Creates a section, at the end unless a position is given.',
    status: created,
    params,
    body: { ...creatable(section), ...positionInput },
    execute: createSection,
  }),
]
