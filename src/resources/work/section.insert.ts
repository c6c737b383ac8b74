/** Moves a section within its project. */
import { invalidReference, malformed } from '../../lib/errors.ts'
import { update } from '../../store/change.ts'
import { type RankPosition, rankAt, sectionsOfProject } from '../../store/queries/order.ts'
import { listsOfSections } from '../../store/queries/tasks.ts'
import { one } from '../../vocabulary/field.ts'
import { action, type WriteCall } from '../../vocabulary/operation.ts'
import { mustCustomize } from './rules/project_members.ts'
import { section } from './section.ts'

interface SectionMove {
  section: number
  before_section?: number | null
  after_section?: number | null
}

async function moveSection(call: WriteCall<{ project_gid: number }, SectionMove>): Promise<undefined> {
  const { path, body, rights, tx } = call
  const project = path.project_gid
  await mustCustomize(tx, project, rights.project_gid)
  const { anchor, position, field } = parseAnchor(body)
  const gid = body.section
  if ((await listsOfSections(tx, [gid])).get(gid) !== project) throw invalidReference('section', gid)
  const rank = await rankAt(tx, sectionsOfProject, project, position)
  if (rank === undefined) throw invalidReference(field, anchor)
  if (anchor !== gid) await update(tx, 'sections', { gid }, { rank })
}

/** The anchor section, and the side of it. Throws 400 unless exactly one anchor is given. */
function parseAnchor({ before_section: before, after_section: after }: SectionMove): {
  anchor: number
  position: RankPosition
  field: string
} {
  if (before && after) throw malformed('You may only provide one of before_section or after_section!')
  if (before) return { anchor: before, position: { before }, field: 'before_section' }
  if (after) return { anchor: after, position: { after }, field: 'after_section' }
  throw malformed('You should specify one of before_section, after_section')
}

export const operations = [
  action('/projects/{project_gid}/sections/insert', section, {
    id: 'insertSectionForProject',
    doc: 'Moves a section before or after another one of its project.',
    answers: 'nothing',
    params: { project_gid: ['project', 'user_task_list'] },
    body: {
      section: one('section', { need: 'edit', required: true, doc: 'The section to move.' }),
      before_section: one('section', {
        need: 'view',
        nullable: true,
        doc: 'The section right after the new position.',
      }),
      after_section: one('section', {
        need: 'view',
        nullable: true,
        doc: 'The section right before the new position.',
      }),
    },
    execute: moveSection,
  }),
]
