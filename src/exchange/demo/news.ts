/** The inboxes of the demo: what others wrote in the last days, and which tasks people received lately. */
import { linkedGids } from '../../lib/rich_text.ts'
import { changeAll } from '../../resources/personal/rules/inbox.ts'
import { type NoticeToSend, notify } from '../../resources/personal/rules/notify.ts'
import type { Writer } from '../../store/db.ts'
import type { SeedObject } from '../seed/contents.ts'
import { momentAt } from '../seed/moments.ts'
import type { Seed } from '../seed/seed.ts'

const HOUR_MS = 3_600_000
const NEWS_AGE_HOURS = 72
/** People have read what is older. */
const UNREAD_AGE_HOURS = 30

/** The tasks that people received lately, by key, with the number of hours since. */
const ASSIGNED_HOURS_AGO: Readonly<Record<string, number>> = {
  'launch/legal-check-of-the-claims': 3,
  'hiring/call-three-references': 22,
  'backpack/sign-off-the-design': 52,
  'support/wrong-colour-delivered-twice': 6,
  'launch/write-the-product-pages': 28,
}

/** The objects of a seed by their gids, and its time. */
interface News {
  readonly byGid: ReadonlyMap<number, SeedObject>
  readonly now: number
}

type About = Pick<NoticeToSend, 'resource_type' | 'resource' | 'story' | 'actor' | 'at'>

const noticesTo = (users: readonly number[], cause: NoticeToSend['cause'], about: About): NoticeToSend[] =>
  [...new Set(users)].map(user => ({ ...about, user, cause }))

/** The gids of people among values: gids, and objects with a gid. */
const peopleIn = (...values: readonly unknown[]): number[] =>
  values
    .flat()
    .map(value => Number((value as { gid?: number } | undefined)?.gid ?? value))
    .filter(Number.isSafeInteger)

const timeOf = ({ created_at }: SeedObject, now: number) => momentAt(created_at ?? now, now)

/** Those whom a comment mentions, and those who have something to do with its task. */
function ofComment({ byGid, now }: News, comment: SeedObject): NoticeToSend[] {
  const { gid: story, by: actor, values, parent } = comment
  const task = byGid.get(parent?.gid ?? 0)
  if (task?.type !== 'task') return []
  const about: About = { resource_type: 'task', resource: task.gid, story, actor, at: timeOf(comment, now) }
  const mentioned = linkedGids(String(values.html_text ?? '')).map(Number)
  const writers = [...byGid.values()].filter(({ type, parent: of }) => type === 'story' && of?.gid === task.gid)
  const followers = [...peopleIn(task.by, task.values.assignee), ...writers.map(({ by }) => by)]
  const others = followers.filter(user => !mentioned.includes(user))
  return [...noticesTo(mentioned, 'mentioned', about), ...noticesTo(others, 'commented', about)]
}

function ofStatusUpdate({ byGid, now }: News, update: SeedObject): NoticeToSend[] {
  const { gid: resource, by: actor, parent } = update
  const { members, owner } = byGid.get(parent?.gid ?? 0)?.values ?? {}
  const about: About = { resource_type: 'status_update', resource, story: null, actor, at: timeOf(update, now) }
  return noticesTo(peopleIn(members, owner), 'status_update', about)
}

function ofAssignment({ byGid, now }: News, task: number, hours: number): NoticeToSend[] {
  const { by: actor, values } = byGid.get(task) ?? {}
  if (actor === undefined || !values) return []
  const about: About = { resource_type: 'task', resource: task, story: null, actor, at: now - hours * HOUR_MS }
  return noticesTo(
    peopleIn(values.assignee),
    values.resource_subtype === 'approval' ? 'approval_requested' : 'assigned',
    about,
  )
}

/** What a seed notifies people of, in the order of time. */
function newsOf({ objects, gids }: Seed, now: number): NoticeToSend[] {
  const news: News = { byGid: new Map(objects.map(object => [object.gid, object])), now }
  const notices = [
    ...objects.filter(({ type }) => type === 'story').flatMap(comment => ofComment(news, comment)),
    ...objects.filter(({ type }) => type === 'status_update').flatMap(update => ofStatusUpdate(news, update)),
    ...Object.entries(ASSIGNED_HOURS_AGO).flatMap(([key, hours]) => ofAssignment(news, Number(gids[key]), hours)),
  ]
  return notices.filter(({ at }) => at > now - NEWS_AGE_HOURS * HOUR_MS).sort((a, b) => a.at - b.at)
}

/** Fills the inboxes of the people of a seed that was loaded. Older notifications are read. */
export async function fillInboxes(tx: Writer, seed: Seed): Promise<void> {
  const { workspace } = seed
  await notify(tx, workspace, newsOf(seed, tx.now), { sendsMail: false })
  for (const { type, gid: me } of seed.objects)
    if (type === 'user')
      await changeAll(tx, 'read', { me, workspace, filter: 'all' }, tx.now - UNREAD_AGE_HOURS * HOUR_MS)
}
