/**
 * What in a range of the change log people are notified of, and who: a fixed number of statements for a batch of changes.
 * Who may see the object is decided when the inbox is read, and not here.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Name } from '../../../names.ts'
import type { Builder, Reader, Statement } from '../../db.ts'
import { type ParamFn, statement } from '../../statement.ts'
import type { LogRange } from '../events/streams.ts'
import type { InboxType } from './notifications.ts'

/** A reason for a notification of a user. */
export interface Notice {
  user: number
  cause: string
  resource_type: InboxType
  resource: number
  story: number | null
  actor: number | null
  at: number
}

/** The people whom one change notifies, at most. */
const MAX_RECIPIENTS = 500

/** The changes of objects of these types in the range, which others than their owner see, and the stories that they added. */
const common = (param: ParamFn, types: readonly Name[]) => sql`part as (
    select c.gid, c.at, c."user", c.resource_type, c.resource, c.action, c.field from changes c
    where c.workspace = ${param('workspace')} and c.gid > ${param('after')} and c.gid <= ${param('until')}
      and c.owner is null and c.action in ('added', 'changed')
      and c.resource_type in (${sql.join(types.map(type => sql.lit(type)))})),
  added as (select p.gid as change, p.at, s.gid, s.target, s.target_type, s.type, s.resource_subtype, s.detail,
      s.html_text, s.created_by from part p join stories s on s.gid = p.resource
    where p.resource_type = 'story' and p.action = 'added' and s.deleted_at is null)`

/** Those who follow a comment, a completion or a decision; the author of the task learns of the last two. */
const followed = sql`(s.type = 'comment' or s.resource_subtype in ('marked_complete', 'approval_status_changed'))`
const followers = sql`followers (story, "user") as (
    select s.gid, f."user" from added s join task_followers f on f.task = s.target
      where s.target_type = 'task' and ${followed}
    union select s.gid, t.assignee from added s join tasks t on t.gid = s.target
      where s.target_type = 'task' and t.assignee is not null and ${followed}
    union select s.gid, t.created_by from added s join tasks t on t.gid = s.target
      where s.target_type = 'task' and s.type <> 'comment' and ${followed}
    union select s.gid, m.member from added s join goal_memberships m on m.goal = s.target
      where s.target_type = 'goal' and s.type = 'comment'
    union select s.gid, g.owner from added s join goals g on g.gid = s.target
      where s.target_type = 'goal' and s.type = 'comment' and g.owner is not null)`

const notice = (
  cause: RawBuilder<unknown>,
  user: RawBuilder<unknown>,
  [type, resource, story, actor]: readonly RawBuilder<unknown>[],
  [change, at] = [sql`s.change`, sql`s.at`],
) => sql`select ${change} as change, ${at} as at, ${user} as "user", ${cause} as cause, ${type} as resource_type,
    ${resource} as resource, ${story} as story, ${actor} as actor`

const none = ({ dialect }: Builder) => sql`cast(null as ${sql.raw(dialect.types.gid)})`

const ofStory = [sql`s.target_type`, sql`s.target`, sql`s.gid`, sql`s.created_by`]

const decision = ({ dialect }: Builder) => dialect.jsonMember(sql.ref('s.detail'), 'new_approval_status', 'text')

/** Notices of stories: of tasks, and comments on goals. */
const ofStories = (db: Builder) => [
  sql`${notice(
    sql`case when t.resource_subtype = 'approval' then 'approval_requested' else 'assigned' end`,
    db.dialect.jsonMember(sql.ref('s.detail'), 'assignee', 'gid'),
    ofStory,
  )} from added s join tasks t on t.gid = s.target
    where s.target_type = 'task' and s.resource_subtype in ('assigned', 'reassigned')`,
  sql`${notice(
    sql`case when s.type = 'comment' then 'commented' when s.resource_subtype = 'marked_complete' then 'completed'
      else 'approval_decided' end`,
    sql`f."user"`,
    ofStory,
  )} from added s join followers f on f.story = s.gid
    where s.resource_subtype <> 'approval_status_changed' or ${decision(db)} <> 'pending'`,
  sql`${notice(sql`'unblocked'`, sql`t.assignee`, ofStory)} from added s join tasks t on t.gid = s.target
    where ${unblocked} and t.assignee is not null`,
  sql`${notice(sql`'unblocked'`, sql`f."user"`, ofStory)} from added s join tasks t on t.gid = s.target
    join task_followers f on f.task = t.gid where ${unblocked} and t.assignee is null`,
  sql`${notice(sql`'liked'`, sql`t.created_by`, ofStory)} from added s join tasks t on t.gid = s.target
    where s.target_type = 'task' and s.resource_subtype = 'liked'`,
]

/** A task `t` whose last incomplete dependency was completed. */
const unblocked = sql`s.target_type = 'task' and s.resource_subtype = 'dependency_marked_complete' and t.completed = 0
    and not exists (select 1 from task_dependencies d join tasks k on k.gid = d.dependency
      where d.task = t.gid and k.completed = 0 and k.deleted_at is null)`

const STATUS = sql`p.resource_type = 'status_update' and p.action = 'added'`

/** Those who learn of a status update `u`. */
const audiences = [
  sql`join project_followers m on m.project = u.parent`,
  sql`join (select gid, owner as member from projects) m on m.gid = u.parent and m.member is not null`,
  sql`join portfolio_memberships m on m.portfolio = u.parent`,
  sql`join (select gid, owner as member from portfolios) m on m.gid = u.parent and m.member is not null`,
  sql`join goal_memberships m on m.goal = u.parent`,
  sql`join (select gid, owner as member from goals) m on m.gid = u.parent and m.member is not null`,
]

const ofStatusUpdates = (db: Builder) =>
  audiences.map(
    audience =>
      sql`${notice(
        sql`'status_update'`,
        sql`m.member`,
        [sql`'status_update'`, sql`u.gid`, none(db), sql`u.created_by`],
        [sql`p.gid`, sql`p.at`],
      )} from part p join status_updates u on u.gid = p.resource ${audience} where ${STATUS}`,
  )

/** The tables of memberships: the type of what is shared, and the columns with it and with the member. */
const shared = [
  ['project', 'project_memberships', 'project', 'member'],
  ['portfolio', 'portfolio_memberships', 'portfolio', 'member'],
  ['team', 'team_memberships', 'team', 'user'],
] as const

const ofMemberships = (db: Builder) =>
  shared.map(
    ([type, table, parent, member]) => sql`${notice(
      sql`'added'`,
      sql.ref(`m.${member}`),
      [sql.lit(type), sql.ref(`m.${parent}`), none(db), sql`p."user"`],
      [sql`p.gid`, sql`p.at`],
    )} from part p join ${sql.table(table)} as m on m.gid = p.resource
      where p.resource_type = ${sql.lit(`${type}_membership`)} and p.action = 'added'`,
  )

const noticeTypes: readonly Name[] = [
  ...(['story', 'status_update'] as const),
  ...shared.map(([type]) => `${type}_membership` as const),
]

const inRange: Statement<Notice> = statement((param, db) => {
  const all = sql.join([...ofStories(db), ...ofStatusUpdates(db), ...ofMemberships(db)], sql` union all `)
  return sql<Notice>`with ${common(param, noticeTypes)}, ${followers}
    select e."user" as "user", e.cause as cause, e.resource_type as resource_type, e.resource as resource,
      e.story as story, e.actor as actor, e.at as at
    from (select x.*, row_number() over (partition by x.change, x.cause order by x."user") as place from (${all}) as x
      where x.actor is null or x."user" <> x.actor) as e
    where e.place <= ${sql.lit(MAX_RECIPIENTS)} order by e.change, e.cause, e."user"`
})

/** The notices of a range, in its order, without those of acts of the users themselves. */
export const noticesIn = (reader: Reader, range: LogRange): Promise<Notice[]> => reader.all(inRange, { ...range })

/** A text that was written, with links. */
export interface LinkingText extends Omit<Notice, 'user' | 'cause'> {
  html: string
}

const linking: Statement<LinkingText> = statement((param, { dialect }) => {
  const links = (column: string) => dialect.contains(sql.ref(column), sql.lit('data-asana-gid'))
  return sql<LinkingText>`with ${common(param, ['story', 'status_update', 'task'])}, texts as (
    select s.change, s.at, s.target_type as resource_type, s.target as resource, s.gid as story, s.created_by as actor,
      s.html_text as html from added s where s.type = 'comment' and ${links('s.html_text')}
    union all select p.gid, p.at, 'status_update', u.gid, cast(null as ${sql.raw(dialect.types.gid)}), u.created_by,
      u.html_text from part p join status_updates u on u.gid = p.resource where ${STATUS} and ${links('u.html_text')}
    union all select max(p.gid), max(p.at), 'task', t.gid, cast(null as ${sql.raw(dialect.types.gid)}), max(p."user"),
      t.html_notes from part p join tasks t on t.gid = p.resource
      where p.resource_type = 'task' and (p.action = 'added' or p.field = 'notes') and ${links('t.html_notes')}
      group by t.gid, t.html_notes)
    select resource_type as resource_type, resource as resource, story as story, actor as actor, at as at, html as html
    from texts order by change`
})

/** The comments, status updates and descriptions of tasks with links that were written in a range. */
export const linkingTexts = (reader: Reader, range: LogRange): Promise<LinkingText[]> =>
  reader.all(linking, { ...range })
