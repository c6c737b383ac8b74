/** Comments: stories that users write on a task or a goal. The server writes the other stories. */
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

/** The object of a story. */
type StoryTarget = Pick<StoryRow, 'target' | 'target_type'>

const canEdit = async (tx: Writer, me: number, { target, target_type }: StoryTarget) =>
  allows((await rights(tx, me, target_type === 'goal' ? 'goal' : 'task', [target])).get(target), 'edit')

// wire: contract: a task is modified when a story is added or deleted
async function updateModifiedAt(tx: Writer, { target: gid, target_type }: StoryTarget): Promise<void> {
  if (target_type === 'task') await set(tx, 'tasks', { gid }, { modified_at: tx.now })
}

type CommentTarget = StoryTarget & Pick<StoryRow, 'workspace'>

/** Inserts a comment; returns its gid. Throws 403 for one that is pinned without the right to edit its object. */
async function insertComment(tx: Writer, about: CommentTarget, body: CommentInput, editing: boolean): Promise<number> {
  const text = parseComment(body)
  if (!text) throw missingInput('text')
  if (body.is_pinned && !editing) throw forbidden(about.target_type)
  const comment = newStory(tx, { ...about, type: 'comment', resource_subtype: 'comment_added' })
  await insert(tx, 'stories', {
    ...comment,
    text: text.plain,
    html_text: text.rich,
    is_pinned: body.is_pinned ? 1 : 0,
    sticker_name: body.sticker_name ?? null,
  })
  return comment.gid
}

async function createTaskComment(call: WriteCall<{ task_gid: number }, CommentInput>): Promise<number> {
  const { path, rights, body, tx, actor } = call
  const target = path.task_gid
  const editing = allows(rights.task_gid, 'edit')
  const about = { target, target_type: 'task', workspace: (await taskOf(tx, target)).workspace }
  const gid = await insertComment(tx, about, body, editing)
  // Lock order: the task before its followers, as for an assignment.
  await updateModifiedAt(tx, about)
  // Followers can edit, so a commenter without that right must not become a follower.
  if (editing) await insertOrIgnore(tx, 'task_followers', { task: target, user: actor.gid })
  return gid
}

async function createGoalComment(call: WriteCall<{ goal_gid: number }, CommentInput>): Promise<number> {
  const { path, rights, body, tx } = call
  const { gid: target, workspace } = await getForUpdate(tx, 'goals', path.goal_gid)
  return insertComment(tx, { target, target_type: 'goal', workspace }, body, allows(rights.goal_gid, 'edit'))
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
async function mustPin(tx: Writer, me: number, story: StoryRow) {
  const { type, resource_subtype } = story
  if (type !== 'comment' && resource_subtype !== 'attachment_added') {
    throw invalid('is_pinned', 'Only comments and attachments can be pinned')
  }
  if (!(await canEdit(tx, me, story))) throw forbidden(story.target_type)
}

async function deleteStory({ path, tx, actor }: WriteCall<{ story_gid: number }>): Promise<void> {
  const before = await getForUpdate(tx, 'stories', path.story_gid)
  const { gid, created_by } = before
  if (created_by !== actor.gid) throw notAllowed('Only its author can delete a story.')
  await set(tx, 'stories', { gid }, { deleted_at: tx.now })
  await updateModifiedAt(tx, before)
}

// Authors can edit their comments where they can only comment; pinning needs `edit`.
const needs = { story_gid: 'comment' } as const

export const operations = [
  create('/tasks/{task_gid}/stories', story, {
    id: 'createStoryForTask',
    doc: 'Creates a comment on a task.',
    needs: { task_gid: 'comment' },
    execute: createTaskComment,
  }),
  create('/goals/{goal_gid}/stories', story, {
    id: 'createStoryForGoal',
    doc: 'Creates a comment on a goal.',
    needs: { goal_gid: 'comment' },
    execute: createGoalComment,
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
