/**
 * The routes of the web app, made of the declarations of the features. Invariants:
 * - Routes below `signed_in` load the session before they render; without one they redirect to the sign-in page.
 * - The query string stays one unparsed string: the consent request of an application must arrive unchanged.
 * - The task in the pane is part of the address, but opening it does not render the screen again.
 */
import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import type { LazyPage, Screen } from '../components/feature.ts'
import { ErrorPage, NotFound, NotFoundPage } from '../components/not_found.tsx'
import { useSession } from '../components/session.ts'
import { Failure } from '../data/call.ts'
import { lastOpened } from '../data/last_workspace.ts'
import { applyPreferences } from '../data/preferences.ts'
import { session } from '../data/queries.ts'
import { useSessionEnded } from '../data/session_end.ts'
import { backTo } from '../own_path.ts'
import { features } from './features.ts'
import { leadToPart, leaveFirstAddress, redirects } from './redirects.ts'

interface Search {
  query?: string
}

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Outlet,
  validateSearch: (search: Search): Search => search,
  notFoundComponent: NotFound,
})

/** Without a session nothing that it read stays in this browser. */
async function forgetRead(): Promise<void> {
  if (lastOpened()) await (await import('../data/persistence.ts')).forgetRead()
}

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed_in',
  component: SignedIn,
  errorComponent: ErrorPage,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.client.ensureQueryData(session)
    } catch (error) {
      const isSignedOut = error instanceof Failure && error.status === 401
      if (!isSignedOut) throw error
      void forgetRead()
      throw redirect({ to: '/sign_in', search: backTo(location.pathname + location.searchStr), replace: true })
    }
  },
})

/** Loaded after the session: the sign-in page does not need it. */
const shell = createRoute({
  getParentRoute: () => signedIn,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
  errorComponent: ErrorPage,
})

const SessionEnded = lazy(() =>
  import('../components/session_ended.tsx').then(module => ({ default: module.SessionEnded })),
)

const PARENTS = { public: root, signed_in: signedIn, shell } as const

const lazily = (parent: () => AnyRoute, { path, load, component }: LazyPage): AnyRoute =>
  createRoute({
    getParentRoute: parent,
    path,
    component: lazyRouteComponent(load as () => Promise<Record<string, ComponentType>>, component),
    errorComponent: ErrorPage,
  })

/** Part of an address that the screen or the shell reads, without a component of its own. */
const addressed = (parent: AnyRoute, path: string): AnyRoute => createRoute({ getParentRoute: () => parent, path })

function routeOf(screen: Screen): AnyRoute {
  const route = lazily(() => PARENTS[screen.frame], screen)
  const children = (screen.parts ?? []).map(part => lazily(() => route, part))
  if (screen.first) children.push(leadToPart(route, screen.first))
  if (screen.hasPane) children.push(addressed(route, 'task/$pane'))
  if (screen.hasLayouts) children.push(addressed(route, '$layout'))
  if (screen.hasLayouts && screen.hasPane) children.push(addressed(route, '$layout/task/$pane'))
  return route.addChildren(children) as AnyRoute
}

const routesIn = (frame: Screen['frame']): AnyRoute[] =>
  features.flatMap(({ screens }) => screens.filter(screen => screen.frame === frame).map(routeOf))

const firstPage = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: ({ context }) => leaveFirstAddress(context.client),
  component: NotFoundPage,
})

const tree = root.addChildren([
  ...routesIn('public'),
  signedIn.addChildren([
    ...redirects(signedIn),
    ...routesIn('signed_in'),
    shell.addChildren([firstPage, ...routesIn('shell')]),
  ]),
])

export function createAppRouter(client: QueryClient) {
  const router = createRouter({
    routeTree: tree,
    context: { client },
    parseSearch: text => (text.length > 1 ? { query: text } : {}),
    stringifySearch: ({ query }: Search) => query ?? '',
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
  })
  // Another screen moves the focus to its title, so that screen readers announce it, or to where people type first. The pane is not another screen.
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    // The address `/` only leads to the first screen.
    const isScreen =
      fromLocation && fromLocation.pathname !== '/' && screenOf(fromLocation.pathname) !== screenOf(toLocation.pathname)
    if (!pathChanged || !isScreen) return
    const first = document.querySelector<HTMLElement>('[data-first-focus]') ?? document.querySelector('h1')
    first?.focus({ preventScroll: true })
  })
  return router
}

/** The path without the task in the pane. */
const screenOf = (path: string): string => path.replace(/(?<!^\/1\/\d+)\/task\/[^/]+$/, '')

function SignedIn() {
  const hasEnded = useSessionEnded()
  const { preferences } = useSession()
  useEffect(() => applyPreferences(preferences), [preferences])
  return (
    <>
      <Outlet />
      {hasEnded ? (
        <Suspense fallback={null}>
          <SessionEnded />
        </Suspense>
      ) : null}
    </>
  )
}
