/**
 * Addresses that only lead to others: of the first screen, of screens with parts, of other programs and of earlier
 * versions. Invariant: they are replaced before anything is rendered, so that a page never navigates by itself after
 * the person has gone elsewhere.
 */
import type { QueryClient } from '@tanstack/react-query'
import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router'
import { homePath, inboxPath, isLayout, myTasksPath } from '../data/addresses.ts'
import { call, Failure } from '../data/call.ts'
import { lastWorkspace } from '../data/last_workspace.ts'
import { session } from '../data/queries.ts'

/** Replaces an address by another one. */
const go = (href: string) => redirect({ href, replace: true })

interface Addressed {
  readonly gid: string
  readonly workspace?: { readonly gid: string }
  readonly organization?: { readonly gid: string }
}

/** The workspace of an object; undefined if the caller does not see the object. */
async function workspaceOf(type: 'task' | 'project' | 'tag' | 'team', gid: string): Promise<string | undefined> {
  const member = type === 'team' ? 'organization' : 'workspace'
  try {
    const found = await call<Addressed>('GET', `/api/1.0/${type}s/${gid}?opt_fields=${member}`)
    return found[member]?.gid
  } catch (error) {
    if (error instanceof Failure && error.status >= 400 && error.status < 500) return undefined
    throw error
  }
}

/** The address of the first workspace, for screens that an old link names without one. */
const inFirstWorkspace = async (screen: string): Promise<string> => {
  const { organizations } = await call<{ organizations: readonly { gid: string }[] }>('GET', '/-/session')
  return organizations[0] ? `/1/${organizations[0].gid}/${screen}` : '/'
}

/** The address of the app for the path of an old link, such as `/0/{project}/{task}`. */
async function addressOf(path: string): Promise<string> {
  const [, , first = '', second = '', third = ''] = path.split('/')
  const notFound = `/1/0/task/${/^\d+$/.test(second) ? second : first}`
  if (first === 'inbox' || first === 'my_tasks') return inFirstWorkspace(first)
  if (first === 'profile') return inFirstWorkspace(`person/${second}`)
  if (first === 'tag' || first === 'team') {
    const workspace = await workspaceOf(first, second)
    return workspace ? `/1/${workspace}/${first}/${second}` : notFound
  }
  const isTask = /^\d+$/.test(second)
  const workspace = isTask ? await workspaceOf('task', second) : await workspaceOf('project', first)
  if (!workspace) return notFound
  if (isTask && first === '0') return `/1/${workspace}/task/${second}`
  if (isTask) return `/1/${workspace}/project/${first}/task/${second}`
  const layout = [second, third].find(isLayout)
  return `/1/${workspace}/project/${first}${layout ? `/${layout}` : ''}`
}

/** Addresses of earlier versions, and where their pages are now. A trailing `$` stands for the rest of the path. */
const MOVED = [
  ['/tokens', '/settings/tokens'],
  ['/applications', '/settings/applications'],
  ['/webhooks', '/settings/webhooks'],
  ['/webhooks/$', '/settings/webhooks/$'],
  ['/account', '/settings/profile'],
  ['/jobs', '/admin/jobs'],
  ['/organizations/$workspace/$', '/admin/$workspace/$'],
] as const

const moved = (signedIn: AnyRoute): AnyRoute[] =>
  MOVED.map(([path, target]) =>
    createRoute({
      getParentRoute: () => signedIn,
      path,
      beforeLoad: ({ location, params }) => {
        const { workspace = '', _splat: rest = '' } = params as { workspace?: string; _splat?: string }
        throw go(target.replace('$workspace', workspace).replace('$', rest) + location.searchStr)
      },
    }),
  )

const FIRST_SCREENS: Readonly<Record<string, (workspace: string) => string>> = {
  home: homePath,
  my_tasks: myTasksPath,
  inbox: inboxPath,
}

/** Leads from the address `/` to the first screen of the last workspace. A person without one goes nowhere. */
export async function leaveFirstAddress(client: QueryClient): Promise<void> {
  const { organizations, preferences } = await client.ensureQueryData(session)
  const workspace = lastWorkspace(organizations)
  if (workspace) throw go((FIRST_SCREENS[preferences.first_page] ?? homePath)(workspace))
}

/** Leads from the address of a screen to one of its parts. */
export const leadToPart = (screen: AnyRoute, part: string): AnyRoute =>
  createRoute({
    getParentRoute: () => screen,
    path: '/',
    beforeLoad: ({ location: { pathname, searchStr } }) => {
      throw go(`${pathname.replace(/\/$/, '')}/${part}${searchStr}`)
    },
  })

/** The routes that only lead to others. */
export const redirects = (signedIn: AnyRoute): AnyRoute[] => [
  ...moved(signedIn),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/0/$',
    beforeLoad: async ({ location }) => {
      throw go(await addressOf(location.pathname))
    },
  }),
]
