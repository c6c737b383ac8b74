/** The addresses of the app: screens, layouts, the task in the pane, and the state of a view in the query. */
import type { Gid } from './records.ts'

export const LAYOUTS = [
  ...(['overview', 'list', 'board', 'calendar', 'timeline', 'dashboard', 'updates', 'files'] as const),
] as const

export type Layout = (typeof LAYOUTS)[number]

export const isLayout = (name: string | undefined): name is Layout => LAYOUTS.includes(name as Layout)

const inWorkspace =
  (screen: string) =>
  (workspace: Gid): string =>
    `/1/${workspace}/${screen}`

export const homePath = inWorkspace('home')
export const myTasksPath = inWorkspace('my_tasks')
export const templatesPath = inWorkspace('templates')
export const inboxPath = inWorkspace('inbox')
export const inboxArchivePath = inWorkspace('inbox/archive')
export const trashPath = inWorkspace('trash')
export const searchPath = inWorkspace('search')
export const peoplePath = inWorkspace('people')
export const teamsPath = inWorkspace('teams')

export const projectPath = (workspace: Gid, project: Gid, layout?: Layout): string =>
  `/1/${workspace}/project/${project}${layout ? `/${layout}` : ''}`

/** The task as a page. */
export const taskPath = (workspace: Gid, task: Gid): string => `/1/${workspace}/task/${task}`

export const tagPath = (workspace: Gid, tag: Gid): string => `/1/${workspace}/tag/${tag}`
export const teamPath = (workspace: Gid, team: Gid): string => `/1/${workspace}/team/${team}`
export const personPath = (workspace: Gid, person: Gid): string => `/1/${workspace}/person/${person}`

const portfolioPath = (workspace: Gid, portfolio: Gid): string => `/1/${workspace}/portfolio/${portfolio}`
const goalPath = (workspace: Gid, goal: Gid): string => `/1/${workspace}/goal/${goal}`

/** The pages of objects, by the type of the object. */
const OBJECT_PATHS: Readonly<Record<string, (workspace: Gid, gid: Gid) => string>> = {
  ...{ task: taskPath, project: projectPath, tag: tagPath, team: teamPath, user: personPath },
  ...{ portfolio: portfolioPath, goal: goalPath },
}

/** The page of an object; undefined for types without one. */
export const objectPath = (type: string, workspace: Gid, gid: Gid): string | undefined =>
  OBJECT_PATHS[type]?.(workspace, gid)

const PANE = /\/task\/([^/]+)$/

/** The screens that are pages of their own below `/task/`. */
const TASK_PAGE = /^\/1\/[^/]+\/task\/[^/]+$/

/** The task in the pane of an address; undefined without one. */
export const paneOf = (path: string): Gid | undefined => (TASK_PAGE.test(path) ? undefined : PANE.exec(path)?.[1])

export const withoutPane = (path: string): string => (paneOf(path) ? path.replace(PANE, '') : path)

/** The address of the same screen with a task in the pane. */
export const withPane = (path: string, task: Gid): string =>
  TASK_PAGE.test(path) ? path.replace(PANE, `/task/${task}`) : `${withoutPane(path)}/task/${task}`

/** Replaces or removes parameters of a query string, which keeps its other parameters. */
export function withQuery(query: string, changes: Readonly<Record<string, string | null>>): string {
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name)
    else parameters.set(name, value)
  }
  const text = parameters.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
  return text ? `?${text}` : ''
}
