/** Comments: what people say about a task. The other stories are written by the program. */
import { forbidden, invalid, missing, notAllowed } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import { insert, link, update as set, toChange } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import type { StoryRow } from '../../store/queries/stories.ts'
import { taskOf } from '../../store/queries/tasks.ts'
import type { Values } from '../../vocabulary/field.ts'
import { create, remove, update, type WriteCall } from '../../vocabulary/operation.ts'
import type { changeable } from '../../vocabulary/resource.ts'
import { texts } from './rules/rich_text.ts'
import { newStory } from './rules/story_row.ts'
import { story } from './story.ts'

type Given = Values<ReturnType<typeof changeable<(typeof story)['fields']>>>

/** What a comment says. Throws 400 for one that says nothing. */
function saidIn(body: Given) {
  const said = texts(body, ['text', 'html_text'], 'text')
  if (said?.plain.trim() === '') throw missing(said.rich === null ? 'text' : 'html_text')
  return said
}

const edits = async (tx: Writer, me: number, task: number) =>
  allows((await rights(tx, me, 'task', [task])).get(task), 'edit')

// wire: contract: a task changes when a story comes or goes
const touch = (tx: Writer, task: number) => set(tx, 'tasks', { gid: task }, { modified_at: tx.now })

async function make({ path, held, body, tx, actor }: WriteCall<{ task_gid: number }, Given>): Promise<number> {
  const target = path.task_gid
  const said = saidIn(body)
  if (!said) throw missing('text')
  const editing = allows(held.task_gid, 'edit')
  const { workspace } = await taskOf(tx, target)
  if (body.is_pinned && !editing) throw forbidden('task')
  const comment = newStory(tx, { target, workspace, type: 'comment', resource_subtype: 'comment_added' })
  await insert(tx, 'stories', {
    ...comment,
    text: said.plain,
    html_text: said.rich,
    is_pinned: body.is_pinned ? 1 : 0,
    sticker_name: body.sticker_name ?? null,
  })
  // The task before its followers, as whoever assigns it does.
  await touch(tx, target)
  // Followers may edit: a comment must not give that to somebody who may only comment.
  if (editing) await link(tx, 'task_followers', { task: target, user: actor.gid })
  return comment.gid
}

async function change({ path, body, tx, actor }: WriteCall<{ story_gid: number }, Given>): Promise<void> {
  const before = await toChange(tx, 'stories', path.story_gid)
  const said = saidIn(body)
  const { is_pinned = before.is_pinned === 1, sticker_name = before.sticker_name } = body
  if (said || sticker_name !== before.sticker_name) mustBeAuthor(before, actor.gid)
  if (is_pinned !== (before.is_pinned === 1)) await mustPin(tx, actor.gid, before)
  const edited = said !== undefined && (said.plain !== before.text || said.rich !== before.html_text)
  const words = edited ? { text: said.plain, html_text: said.rich, is_edited: 1 } : {}
  await set(tx, 'stories', { gid: before.gid }, { ...words, sticker_name, is_pinned: is_pinned ? 1 : 0 })
}

/** Nobody changes the words of another person, or what the program has noted. */
function mustBeAuthor({ type, created_by }: StoryRow, me: number) {
  if (type !== 'comment') throw invalid('text', 'Only comments can be changed')
  if (created_by !== me) throw notAllowed('Only its author can change a comment.')
}

async function mustPin(tx: Writer, me: number, { type, target }: StoryRow) {
  if (type !== 'comment') throw invalid('is_pinned', 'Only comments can be pinned')
  if (!(await edits(tx, me, target))) throw forbidden('task')
}

async function discard({ path, tx, actor }: WriteCall<{ story_gid: number }>): Promise<void> {
  const { gid, created_by, target } = await toChange(tx, 'stories', path.story_gid)
  if (created_by !== actor.gid) throw notAllowed('Only its author can delete a story.')
  await set(tx, 'stories', { gid }, { deleted_at: tx.now })
  await touch(tx, target)
}

// Authors keep their words also where they may only comment; pinning asks for more.
const needs = { story_gid: 'comment' } as const

export const operations = [
  create('/tasks/{task_gid}/stories', story, {
    id: 'createStoryForTask',
    doc: 'Comments on a task.',
    needs: { task_gid: 'comment' },
    make,
  }),
  update('/stories/{story_gid}', story, {
    id: 'updateStory',
    doc: 'Changes a comment, or whether it is shown first.',
    needs,
    change,
  }),
  remove('/stories/{story_gid}', story, {
    id: 'deleteStory',
    doc: 'Deletes a story of the caller.',
    needs,
    discard,
  }),
]
