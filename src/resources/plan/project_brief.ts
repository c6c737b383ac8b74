/**
 * A project brief is a document about the purpose of a project, with the rights of that project. A project has at most
 * one that is not in the trash: its row is locked before a brief is created or restored.
 */
import { malformed, unknownObject } from '../../lib/errors.ts'
import { getForUpdate, insert, update as set } from '../../store/change.ts'
import type { Reader } from '../../store/db.ts'
import { hasBrief, workspaceOfBrief } from '../../store/queries/projects.ts'
import { computed, one, text } from '../../vocabulary/field.ts'
import { create, get, remove, update } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { linksOfProject } from '../people/rules/permalink.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { mustSeeImages, noText, parseTexts, plainText, richText } from '../work/rules/rich_text.ts'

export const projectBrief = resource('project_brief', {
  doc: 'A document about the purpose of a project.',
  guard: 'project_brief',
  changes: { addedTo: { project: 'project' }, streams: ['project'] },
  fields: {
    title: text({ write: 'always', max: 1024, doc: 'The title.' }),
    html_text: computed(['text', 'html_text'], richText('text', 'html_text'), {
      write: 'always',
      doc: 'The text, as rich text. Tags for headings are allowed.',
    }),
    text: computed(['text', 'html_text'], plainText('text', 'html_text'), {
      optIn: true,
      write: 'always',
      doc: 'The text, as plain text. Cannot be given together with `html_text`.',
    }),
    permalink_url: computed(['workspace', 'project'], linksOfProject, {
      doc: 'The address of the project in the app.',
    }),
    project: one('project', { skipAccessCheck: true, doc: 'The project. Cannot change.' }),
  },
})

/** Throws 402 if the plan of the organization of a brief does not include briefs. */
async function mustHaveBriefs(reader: Reader, brief: number): Promise<void> {
  const workspace = await workspaceOfBrief(reader, brief)
  if (workspace !== undefined) await mustHaveFeature(reader, workspace, 'project_briefs')
}

export const operations = [
  get('/project_briefs/{project_brief_gid}', projectBrief, {
    id: 'getProjectBrief',
    doc: 'Gets a project brief.',
    async execute({ path, reader }) {
      await mustHaveBriefs(reader, path.project_brief_gid)
      return path.project_brief_gid
    },
  }),
  update('/project_briefs/{project_brief_gid}', projectBrief, {
    id: 'updateProjectBrief',
    doc: 'Updates the given fields of a project brief.',
    async execute({ body, path, tx, actor }) {
      const given = parseTexts(body, ['text', 'html_text'], 'task')
      const before = async () => (await getForUpdate(tx, 'project_briefs', path.project_brief_gid)).html_text
      await mustSeeImages(tx, actor, given, before)
      const { title } = body
      const changed = {
        ...(title === undefined ? {} : { title }),
        ...(given ? { text: given.plain, html_text: given.rich } : {}),
      }
      if (Object.keys(changed).length === 0) return
      await set(tx, 'project_briefs', { gid: path.project_brief_gid }, { ...changed, modified_at: tx.now })
    },
  }),
  remove('/project_briefs/{project_brief_gid}', projectBrief, {
    id: 'deleteProjectBrief',
    doc: 'Deletes a project brief. The project can then have a new one.',
    async execute({ path, tx, actor }) {
      const { gid, deleted_at } = await getForUpdate(tx, 'project_briefs', path.project_brief_gid)
      if (deleted_at !== null) throw unknownObject('project_brief', gid)
      await set(tx, 'project_briefs', { gid }, { deleted_at: tx.now, deleted_by: actor.gid })
    },
  }),
  create('/projects/{project_gid}/project_briefs', projectBrief, {
    id: 'createProjectBrief',
    doc: 'Creates the project brief of a project that has none.',
    async execute({ body, path, tx, actor }) {
      const given = parseTexts(body, ['text', 'html_text'], 'task')
      await mustSeeImages(tx, actor, given, noText)
      const { gid: project, workspace, deleted_at } = await getForUpdate(tx, 'projects', path.project_gid)
      await mustHaveFeature(tx, workspace, 'project_briefs')
      // Another transaction may have deleted it after the rights were checked.
      if (deleted_at !== null) throw unknownObject('project', project)
      if (await hasBrief(tx, project)) throw malformed('A project can have only one project brief')
      const gid = tx.gid()
      await insert(tx, 'project_briefs', {
        ...{ gid, project, workspace, title: body.title ?? '' },
        ...{ text: given?.plain ?? '', html_text: given?.rich ?? null },
        ...{ created_by: actor.gid, created_at: tx.now, modified_at: tx.now, deleted_at: null, deleted_by: null },
      })
      return gid
    },
  }),
]
