/** The relations of tasks and projects that searches can name. */
import { sql } from 'kysely'
import { atLeast } from '../access.ts'
import { type FilterContext, plainFilter, type SearchFilter, type SearchRelation } from './filter.ts'

const ofTask = (name: string, table: string, to: string): SearchRelation => ({
  name,
  from: sql`${sql.table(table)} l`,
  object: 'l.task',
  to: `l.${to}`,
})

/** A project that the caller cannot see must not become known by its tasks. */
const visibleProject = ({ param }: FilterContext) => sql`p.deleted_at is null and ${atLeast('project', 'p', 1, param)}`

/** Nor a portfolio by its items. */
const visiblePortfolio = (context: FilterContext) => sql`l.portfolio in (
  select f.gid from portfolios f where f.deleted_at is null and ${atLeast('portfolio', 'f', 1, context.param)})`

export const taskRelations = {
  // My Tasks has memberships as well, and is no project.
  projects: {
    ...ofTask('projects', 'task_memberships', 'project'),
    known: context => sql`l.project in (select p.gid from projects p where ${visibleProject(context)})`,
  },
  sections: ofTask('sections', 'task_memberships', 'section'),
  tags: ofTask('tags', 'task_tags', 'tag'),
  followers: ofTask('followers', 'task_followers', 'user'),
  liked_by: { ...ofTask('liked_by', 'task_likes', 'user'), isUnindexed: true },
  commented_on_by: {
    ...{ name: 'commented_on_by', from: sql`stories l`, object: 'l.target', to: 'l.created_by', isUnindexed: true },
    only: () => sql`l.type = 'comment' and l.deleted_at is null`,
  },
  teams: {
    ...{ name: 'teams', from: sql`task_memberships l join projects p on p.gid = l.project` },
    ...{ object: 'l.task', to: 'p.team', only: visibleProject },
  },
  // The projects directly in the portfolio.
  portfolios: {
    name: 'portfolios',
    from: sql`portfolio_items l join task_memberships m on m.project = l.item join projects p on p.gid = m.project`,
    ...{ object: 'm.task', to: 'l.portfolio', only: visibleProject },
    known: context => sql`${visibleProject(context)} and ${visiblePortfolio(context)}`,
  },
} as const satisfies Record<string, SearchRelation>

export const projectRelations = {
  members: { name: 'members', from: sql`project_memberships l`, object: 'l.project', to: 'l.member' },
  portfolios: {
    ...{ name: 'portfolios', from: sql`portfolio_items l`, object: 'l.item', to: 'l.portfolio' },
    known: visiblePortfolio,
  },
} as const satisfies Record<string, SearchRelation>

const dependencies = (own: string, other: string, more = sql``) => sql`exists (select 1 from task_dependencies d
  join tasks x on x.gid = ${sql.ref(`d.${other}`)}
  where ${sql.ref(`d.${own}`)} = t.gid and x.deleted_at is null ${more})`

const flags = {
  completed: sql`t.completed = 1`,
  is_subtask: sql`t.parent is not null`,
  // wire: contract: incomplete, and other tasks depend on it
  is_blocking: sql`(t.completed = 0 and ${dependencies('dependency', 'task')})`,
  // wire: contract: it depends on an incomplete task
  is_blocked: dependencies('task', 'dependency', sql`and x.completed = 0`),
  has_attachment: sql`exists (select 1 from attachments x where x.parent = t.gid and x.deleted_at is null)`,
} as const

export type SearchFlag = keyof typeof flags

export const flagFilter = (flag: SearchFlag, isSet: boolean): SearchFilter =>
  plainFilter(`${flag}.${isSet}`, () => (isSet ? flags[flag] : sql`not (${flags[flag]})`))

/** A column with one of a few words. */
export const wordFilter = (column: string, word: string): SearchFilter => ({
  shape: column,
  values: { word },
  where: ({ own }) => sql`${sql.ref(`t.${column}`)} = ${own('word')}`,
})
