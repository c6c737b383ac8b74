/** The activity of tasks: comments and system stories, as records and a list for each task, and the verbs of comments. */
import type { Cache } from './cache.ts'
import { callPage } from './call.ts'
import { flatten, STORY_FIELDS } from './fields.ts'
import { entryPatch, removeEntry } from './lists.ts'
import type { Step } from './outbox.ts'
import { addReaction, type Reacted, removeReaction } from './reactions.ts'
import type { Gid, Patch, WorkRecord } from './records.ts'
import { isLocal, localGid } from './tasks.ts'

export interface Story extends WorkRecord, Reacted {
  readonly type: 'comment' | 'system'
  readonly resource_subtype: string
  readonly created_at: string
  readonly created_by: Gid | null
  readonly text: string
  readonly html_text?: string
  readonly is_pinned?: boolean
  readonly is_edited?: boolean
  readonly is_editable?: boolean
  readonly sticker_name?: string | null
}

const STORIES = 'stories:'

/** The list of the stories of a task. */
export const storiesOf = (task: Gid): Gid => STORIES + task

export const isStories = (list: Gid): boolean => list.startsWith(STORIES)

const PAGE_STORIES = 100
/** Older stories of a task than those of these pages are not read. */
const MAX_PAGES = 20
const API = '/api/1.0'

/** Stories are ordered by their time. */
const place = (task: Gid, story: Gid, createdAt: string): Patch =>
  entryPatch(storiesOf(task), story, null, `${createdAt} ${story.padStart(20, '0')}`)

/** Reads the stories of a task, and removes those that no longer exist. */
export async function loadStories(
  { records, lists, outbox }: Pick<Cache, 'records' | 'lists' | 'outbox'>,
  task: Gid,
): Promise<void> {
  const patches: Patch[] = []
  const seen = new Set<Gid>()
  const before = lists.contents(storiesOf(task)).entries.map(({ item }) => item)
  let offset: string | null = null
  let pages = 0
  do {
    const path = `${API}/tasks/${task}/stories?opt_fields=${encodeURIComponent(STORY_FIELDS)}&limit=${PAGE_STORIES}`
    const { items, next }: Awaited<ReturnType<typeof callPage<Story>>> = await callPage<Story>(path, offset)
    for (const story of items) {
      seen.add(story.gid)
      patches.push(...flatten(story, 'story'), place(task, story.gid, story.created_at))
    }
    offset = next
  } while (offset && ++pages < MAX_PAGES)
  const lost = before.filter(story => !seen.has(story) && !isLocal(story) && !outbox.isPending(story))
  const removed = offset ? [] : lost.flatMap(story => removal(task, story))
  records.confirm([...patches, ...removed])
}

const removal = (task: Gid, story: Gid): Patch[] => [{ gid: story, members: null }, removeEntry(storiesOf(task), story)]

/** A comment in both forms: with markup for the server, as it will be shown until the server answers. */
export interface CommentText {
  readonly value: string
  readonly shown: string
  readonly sticker?: string | null
}

export function postComment(cache: Cache, task: Gid, text: CommentText): Step {
  const gid = localGid()
  return {
    ...creation(cache, task, gid, text),
    inverse: {
      subject: gid,
      patches: removal(task, gid),
      call: { method: 'DELETE', path: `${API}/stories/${gid}` },
    },
  }
}

function creation({ user }: Cache, task: Gid, gid: Gid, { value, shown, sticker = null }: CommentText): Step {
  const createdAt = new Date().toISOString()
  const members = {
    ...{ resource_type: 'story', resource_subtype: 'comment_added', type: 'comment', html_text: shown, text: '' },
    ...{ created_at: createdAt, created_by: user, is_editable: true, is_pinned: false, is_edited: false },
    sticker_name: sticker,
  }
  return {
    ...{ subject: gid, creates: gid, patches: [{ gid, members }, place(task, gid, createdAt)] },
    call: {
      method: 'POST',
      path: `${API}/tasks/${task}/stories`,
      data: { html_text: value, ...(sticker && { sticker_name: sticker }) },
    },
  }
}

export function editComment({ records }: Cache, story: Gid, { value, shown }: CommentText): Step {
  const former = records.get(story)?.html_text
  const step = (html_text: unknown, sent: unknown): Step => ({
    subject: story,
    patches: [{ gid: story, members: { html_text, is_edited: true } }],
    call: { method: 'PUT', path: `${API}/stories/${story}`, data: { html_text: sent } },
  })
  return { ...step(shown, value), inverse: step(former, former) }
}

/** Deletes a comment. Comments have no trash: undoing writes it again. */
export function deleteComment(cache: Cache, task: Gid, story: Gid): Step {
  const { html_text, sticker_name } = (cache.records.get(story) ?? {}) as Partial<Story>
  const text = html_text ?? '<body></body>'
  return {
    subject: story,
    patches: removal(task, story),
    call: { method: 'DELETE', path: `${API}/stories/${story}` },
    inverse: creation(cache, task, localGid(), { value: text, shown: text, sticker: sticker_name ?? null }),
  }
}

export function pinComment(story: Gid, isPinned: boolean): Step {
  const step = (is_pinned: boolean): Step => ({
    subject: story,
    patches: [{ gid: story, members: { is_pinned } }],
    call: { method: 'PUT', path: `${API}/stories/${story}`, data: { is_pinned } },
  })
  return { ...step(isPinned), inverse: step(!isPinned) }
}

export function likeComment({ records }: Cache, story: Gid, liked: boolean): Step {
  const former = (records.get(story) ?? {}) as Partial<Story>
  const count = (former.num_likes ?? 0) - (former.liked ? 1 : 0)
  const step = (isLiked: boolean): Step => ({
    subject: story,
    patches: [{ gid: story, members: { liked: isLiked, num_likes: count + (isLiked ? 1 : 0) } }],
    call: { method: 'PUT', path: '/-/likes', data: { target: story, liked: isLiked } },
  })
  return { ...step(liked), inverse: step(!liked) }
}

/** Adds or removes a reaction of the person, then reads the stories of the task again. */
export async function react(cache: Cache, task: Gid, story: Gid, emoji: string, isAdded: boolean): Promise<void> {
  await (isAdded ? addReaction(story, emoji) : removeReaction(story, cache.user, emoji))
  await loadStories(cache, task)
}
