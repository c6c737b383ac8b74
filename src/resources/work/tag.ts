/** A tag labels tasks across projects, inside one workspace. Tags have no order, and several may share a name. */
import { insert, link } from '../../store/change.ts'
import { computed, many, one, oneOf, text, timestamp } from '../../vocabulary/field.ts'
import { create, get, list, listing, remove, update, type WriteCall } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { links } from '../people/rules/permalink.ts'
import { colors } from './rules/colors.ts'

export const tag = resource('tag', {
  doc: 'A label for tasks of any project of a workspace.',
  guard: null,
  near: true,
  fields: {
    name: text({ compact: true, write: 'always', max: 1024, doc: 'The name of the tag.' }),
    color: oneOf(colors, { write: 'always', nullable: true, doc: 'The colour, or null.' }),
    notes: text({ write: 'always', doc: 'What the tag stands for.' }),
    created_at: timestamp({ doc: 'When it was made.' }),
    followers: many('user', {
      through: { table: 'tag_followers', from: 'tag', to: 'user' },
      write: 'create',
      need: 'view',
      doc: 'Who is told of what happens to its tasks.',
    }),
    workspace: one('workspace', {
      open: true,
      write: 'create',
      need: 'edit',
      required: true,
      doc: 'The workspace. Cannot change.',
    }),
    permalink_url: computed([], links('tag'), { steady: true, doc: 'Where people open it.' }),
  },
})

interface Given {
  name?: string
  color?: string | null
  notes?: string
  followers?: number[]
  workspace: number
}

async function make({ body, tx }: WriteCall<unknown, Given>): Promise<number> {
  const { name = '', color = null, notes = '', followers = [], workspace } = body
  const gid = tx.gid()
  await insert(tx, 'tags', { gid, workspace, name, color, notes, created_at: tx.now, deleted_at: null })
  for (const user of followers) await link(tx, 'tag_followers', { tag: gid, user })
  return gid
}

export const operations = [
  list('/tags', tag, {
    id: 'getTags',
    doc: 'Lists the tags of a workspace, or of all workspaces that the caller belongs to.',
    query: { workspace: one('workspace', { doc: 'The workspace.' }) },
    find: listing('tag', ({ query }) => ({
      where: query,
      order: ['gid'],
      guarded: query.workspace === undefined,
      anywhere: query.workspace === undefined,
    })),
  }),
  create('/tags', tag, { id: 'createTag', doc: 'Makes a tag in a workspace.', make }),
  get('/tags/{tag_gid}', tag, { id: 'getTag', doc: 'Shows a tag.' }),
  update('/tags/{tag_gid}', tag, { id: 'updateTag', doc: 'Changes the given fields of a tag.' }),
  remove('/tags/{tag_gid}', tag, { id: 'deleteTag', doc: 'Deletes a tag, which takes it off all its tasks.' }),
  list('/tasks/{task_gid}/tags', tag, {
    id: 'getTagsForTask',
    doc: 'Lists the tags of a task.',
    find: listing('tag', ({ path }) => ({
      through: { table: 'task_tags', to: 'tag' },
      where: { task: path.task_gid },
      order: ['tag'],
      guarded: false,
    })),
  }),
  list('/workspaces/{workspace_gid}/tags', tag, {
    id: 'getTagsForWorkspace',
    doc: 'Lists the tags of a workspace.',
    find: listing('tag', ({ path }) => ({ where: { workspace: path.workspace_gid }, order: ['gid'], guarded: false })),
  }),
  create('/workspaces/{workspace_gid}/tags', tag, {
    id: 'createTagForWorkspace',
    doc: 'Makes a tag in a workspace.',
    make,
  }),
]
