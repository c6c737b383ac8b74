/** A tag is a label for tasks of any project of one workspace. Tags have no order; names need not be unique. */
import { insert, insertOrIgnore } from '../../store/change.ts'
import { computed, many, one, oneOf, text, timestamp } from '../../vocabulary/field.ts'
import { create, get, list, listing, remove, update, type WriteCall } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { links } from '../people/rules/permalink.ts'
import { colors } from './rules/appearance.ts'

export const tag = resource('tag', {
  doc: 'A label for tasks of any project of a workspace.',
  guard: null,
  cached: true,
  changes: { addedTo: { workspace: 'workspace' } },
  fields: {
    name: text({ compact: true, write: 'always', max: 1024, doc: 'The name of the tag.' }),
    color: oneOf(colors, { write: 'always', nullable: true, doc: 'The colour, or null.' }),
    notes: text({ write: 'always', doc: 'What the tag means.' }),
    created_at: timestamp({ doc: 'When the tag was created.' }),
    followers: many('user', {
      through: { table: 'tag_followers', from: 'tag', to: 'user' },
      write: 'create',
      need: 'view',
      doc: 'The users who receive notifications about tasks with the tag.',
    }),
    workspace: one('workspace', {
      skipAccessCheck: true,
      write: 'create',
      need: 'edit',
      required: true,
      doc: 'The workspace. Cannot change.',
    }),
    permalink_url: computed([], links('tag'), { cacheable: true, doc: 'The address of the tag in the app.' }),
  },
})

interface TagInput {
  name?: string
  color?: string | null
  notes?: string
  followers?: number[]
  workspace: number
}

async function createTag({ body, tx }: WriteCall<unknown, TagInput>): Promise<number> {
  const { name = '', color = null, notes = '', followers = [], workspace } = body
  const gid = tx.gid()
  await insert(tx, 'tags', { gid, workspace, name, color, notes, created_at: tx.now, deleted_at: null })
  for (const user of followers) await insertOrIgnore(tx, 'tag_followers', { tag: gid, user })
  return gid
}

export const operations = [
  list('/tags', tag, {
    id: 'getTags',
    doc: 'Lists the tags of a workspace, or of all workspaces of the caller.',
    query: { workspace: one('workspace', { doc: 'The workspace.' }) },
    execute: listing('tag', ({ query }) => ({
      where: query,
      order: ['gid'],
      guarded: query.workspace === undefined,
      inMyWorkspaces: query.workspace === undefined,
    })),
  }),
  create('/tags', tag, { id: 'createTag', doc: 'Creates a tag in a workspace.', execute: createTag }),
  get('/tags/{tag_gid}', tag, { id: 'getTag', doc: 'Gets a tag.' }),
  update('/tags/{tag_gid}', tag, { id: 'updateTag', doc: 'Updates the given fields of a tag.' }),
  remove('/tags/{tag_gid}', tag, { id: 'deleteTag', doc: 'Deletes a tag, and removes it from all its tasks.' }),
  list('/tasks/{task_gid}/tags', tag, {
    id: 'getTagsForTask',
    doc: 'Lists the tags of a task.',
    execute: listing('tag', ({ path }) => ({
      through: { table: 'task_tags', to: 'tag' },
      where: { task: path.task_gid },
      order: ['tag'],
      guarded: false,
    })),
  }),
  list('/workspaces/{workspace_gid}/tags', tag, {
    id: 'getTagsForWorkspace',
    doc: 'Lists the tags of a workspace.',
    execute: listing('tag', ({ path }) => ({
      where: { workspace: path.workspace_gid },
      order: ['gid'],
      guarded: false,
    })),
  }),
  create('/workspaces/{workspace_gid}/tags', tag, {
    id: 'createTagForWorkspace',
    doc: 'Creates a tag in a workspace.',
    execute: createTag,
  }),
]
