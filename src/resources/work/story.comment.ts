/** Comments: stories that users write on a task. The server writes the other stories. */
import { forbidden, invalid, missingInput, notAllowed } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import { getForUpdate, insert, insertOrIgnore, update as set } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import type { StoryRow } from '../../store/queries/stories.ts'
import { taskOf } from '../../store/queries/tasks.ts'
import type { Values } from '../../vocabulary/field.ts'
import { create, remove, update, type WriteCall } from '../../vocabulary/operation.ts'
import type { updatable } from '../../vocabulary/resource.ts'
import { parseTexts } from './rules/rich_text.ts'
import { newStory } from './rules/story_row.ts'
import { story } from './story.ts'

type CommentInput = Values<ReturnType<typeof updatable<(typeof story)['fields']>>>

/** The text of a comment. Throws 400 for a blank one. */
function parseComment(body: CommentInput) {
  const text = parseTexts(body, ['text', 'html_text'], 'text')
  if (text?.plain.trim() === '') throw missingInput(text.rich === null ? 'text' : 'html_text')
  return text
}

const canEdit = async (tx: Writer, me: number, task: number) =>
  allows((await rights(tx, me, 'task', [task])).get(task), 'edit')

// wire: contract: a task is modified when a story is added or deleted
const updateModifiedAt = (tx: Writer, task: number) => set(tx, 'tasks', { gid: task }, { modified_at: tx.now })

async function createComment({
  path,
  rights,
  body,
  tx,
  actor,
}: WriteCall<{ task_gid: number }, CommentInput>): Promise<number> {
  const target = path.task_gid
  const text = parseComment(body)
  if (!text) throw missingInput('text')
  const editing = allows(rights.task_gid, 'edit')
  const { workspace } = await taskOf(tx, target)
  if (body.is_pinned && !editing) throw forbidden('task')
  const comment = newStory(tx, {
    target,
    target_type: 'task',
    workspace,
    type: 'comment',
    resource_subtype: 'comment_added',
  })
  await insert(tx, 'stories', {
    ...comment,
    text: text.plain,
    html_text: text.rich,
    is_pinned: body.is_pinned ? 1 : 0,
    sticker_name: body.sticker_name ?? null,
  })
  // Lock order: the task before its followers, as for an assignment.
  await updateModifiedAt(tx, target)
  // Followers can edit, so a commenter without that right must not become a follower.
  if (editing) await insertOrIgnore(tx, 'task_followers', { task: target, user: actor.gid })
  return comment.gid
}

async function updateComment({ path, body, tx, actor }: WriteCall<{ story_gid: number }, CommentInput>): Promise<void> {
  const before = await getForUpdate(tx, 'stories', path.story_gid)
  const text = parseComment(body)
  const { is_pinned = before.is_pinned === 1, sticker_name = before.sticker_name } = body
  if (text || sticker_name !== before.sticker_name) mustBeAuthor(before, actor.gid)
  if (is_pinned !== (before.is_pinned === 1)) await mustPin(tx, actor.gid, before)
  const isEdited = text !== undefined && (text.plain !== before.text || text.rich !== before.html_text)
  const editedColumns = isEdited ? { text: text.plain, html_text: text.rich, is_edited: 1 } : {}
  await set(tx, 'stories', { gid: before.gid }, { ...editedColumns, sticker_name, is_pinned: is_pinned ? 1 : 0 })
}

/** Throws 400 for a story that is no comment, and 403 unless the caller wrote it. */
function mustBeAuthor({ type, created_by }: StoryRow, me: number) {
  if (type !== 'comment') throw invalid('text', 'Only comments can be changed')
  if (created_by !== me) throw notAllowed('Only its author can change a comment.')
}

// wire: contract: comments and attachment stories
async function mustPin(tx: Writer, me: number, { type, resource_subtype, target }: StoryRow) {
  if (type !== 'comment' && resource_subtype !== 'attachment_added') {
    throw invalid('is_pinned', 'Only comments and attachments can be pinned')
  }
  if (!(await canEdit(tx, me, target))) throw forbidden('task')
}

async function deleteStory({ path, tx, actor }: WriteCall<{ story_gid: number }>): Promise<void> {
  const { gid, created_by, target } = await getForUpdate(tx, 'stories', path.story_gid)
  if (created_by !== actor.gid) throw notAllowed('Only its author can delete a story.')
  await set(tx, 'stories', { gid }, { deleted_at: tx.now })
  await updateModifiedAt(tx, target)
}

// Authors can edit their comments where they can only comment; pinning needs `edit`.
const needs = { story_gid: 'comment' } as const

export const operations = [
  create('/tasks/{task_gid}/stories', story, {
    id: 'createStoryForTask',
    doc: 'Creates a comment on a task.',
    needs: { task_gid: 'comment' },
    execute: createComment,
  }),
  update('/stories/{story_gid}', story, {
    id: 'updateStory',
    doc: 'Updates a comment, or whether it is pinned.',
    needs,
    execute: updateComment,
  }),
  remove('/stories/{story_gid}', story, {
    id: 'deleteStory',
    doc: 'Deletes a story of the caller.',
    needs,
    execute: deleteStory,
  }),
]
