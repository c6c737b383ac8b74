/**
 * The routes of the web app. Invariants:
 * - Routes below `signed` load the session before they render; without one they redirect to the sign-in page.
 * - The query string stays one unparsed string: the consent request of an application must arrive unchanged.
 */
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Failure } from './api/call.ts'
import { session } from './api/queries.ts'
import { ErrorPage, NotFound } from './components/not_found.tsx'
import { SessionEnded } from './components/session_ended.tsx'
import { Shell } from './components/shell.tsx'
import { backTo } from './own_path.ts'
import { Account } from './pages/account.tsx'
import { ActingApplications } from './pages/acting_applications.tsx'
import { Applications } from './pages/applications.tsx'
import { Consent } from './pages/consent.tsx'
import { Home } from './pages/home.tsx'
import { Jobs } from './pages/jobs.tsx'
import { Limits } from './pages/limits.tsx'
import { GoalPage } from './pages/objects/goal.tsx'
import { PortfolioPage } from './pages/objects/portfolio.tsx'
import { ProjectPage } from './pages/objects/project.tsx'
import { TagPage, TeamPage } from './pages/objects/tag_team.tsx'
import { TaskPage } from './pages/objects/task.tsx'
import { OrganizationLayout } from './pages/organization.tsx'
import { People } from './pages/people.tsx'
import { ServiceAccounts } from './pages/service_accounts.tsx'
import { SignIn } from './pages/sign_in.tsx'
import { SignInSettings } from './pages/sign_in_settings.tsx'
import { Tokens } from './pages/tokens.tsx'
import { Trash } from './pages/trash.tsx'
import { WebhookPage } from './pages/webhooks/webhook.tsx'
import { Webhooks } from './pages/webhooks/webhooks.tsx'

interface Search {
  query?: string
}

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Outlet,
  validateSearch: (search: Search): Search => search,
  notFoundComponent: NotFound,
})

const signIn = createRoute({ getParentRoute: () => root, path: '/sign_in', component: SignIn })

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed',
  component: SignedIn,
  errorComponent: ErrorPage,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.client.ensureQueryData(session)
    } catch (error) {
      const isSignedOut = error instanceof Failure && error.status === 401
      if (!isSignedOut) throw error
      throw redirect({ to: '/sign_in', search: backTo(location.pathname + location.searchStr), replace: true })
    }
  },
})

const consent = createRoute({ getParentRoute: () => signedIn, path: '/consent', component: Consent })

const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell', component: Shell })
const home = createRoute({ getParentRoute: () => shell, path: '/', component: Home })
const tokens = createRoute({ getParentRoute: () => shell, path: '/tokens', component: Tokens })
const applications = createRoute({ getParentRoute: () => shell, path: '/applications', component: Applications })
const webhooks = createRoute({ getParentRoute: () => shell, path: '/webhooks', component: Webhooks })
const webhook = createRoute({ getParentRoute: () => shell, path: '/webhooks/$webhook', component: WebhookPage })
const jobs = createRoute({ getParentRoute: () => shell, path: '/jobs', component: Jobs })
const account = createRoute({ getParentRoute: () => shell, path: '/account', component: Account })
// The paths that the API returns as `permalink_url`, and the longer path of a task in a project.
const objects = [
  createRoute({ getParentRoute: () => shell, path: '/1/$workspace/task/$task', component: TaskPage }),
  createRoute({ getParentRoute: () => shell, path: '/1/$workspace/project/$project', component: ProjectPage }),
  createRoute({ getParentRoute: () => shell, path: '/1/$workspace/project/$project/task/$task', component: TaskPage }),
  createRoute({ getParentRoute: () => shell, path: '/1/$workspace/portfolio/$portfolio', component: PortfolioPage }),
  createRoute({ getParentRoute: () => shell, path: '/1/$workspace/goal/$goal', component: GoalPage }),
  createRoute({ getParentRoute: () => shell, path: '/0/tag/$tag', component: TagPage }),
  createRoute({ getParentRoute: () => shell, path: '/0/team/$team', component: TeamPage }),
] as const
const organization = createRoute({
  getParentRoute: () => shell,
  path: '/organizations/$organization',
  component: OrganizationLayout,
})
const people = createRoute({ getParentRoute: () => organization, path: '/', component: People })
const serviceAccounts = createRoute({
  getParentRoute: () => organization,
  path: '/service_accounts',
  component: ServiceAccounts,
})
const actingApplications = createRoute({
  getParentRoute: () => organization,
  path: '/applications',
  component: ActingApplications,
})
const limits = createRoute({ getParentRoute: () => organization, path: '/limits', component: Limits })
const trash = createRoute({ getParentRoute: () => organization, path: '/trash', component: Trash })
const settings = createRoute({ getParentRoute: () => organization, path: '/sign_in', component: SignInSettings })

/** The API reference is public, and loaded on demand. */
const docs = createRoute({
  getParentRoute: () => root,
  path: '/docs',
  errorComponent: ErrorPage,
  component: lazyRouteComponent(() => import('./pages/docs/shell.tsx'), 'DocsShell'),
})
const docsHome = createRoute({
  getParentRoute: () => docs,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/docs/overview.tsx'), 'Overview'),
})
const docsType = createRoute({
  getParentRoute: () => docs,
  path: '/$type',
  component: lazyRouteComponent(() => import('./pages/docs/type.tsx'), 'TypePage'),
})
const docsErrors = createRoute({
  getParentRoute: () => docs,
  path: '/errors',
  component: lazyRouteComponent(() => import('./pages/docs/guide.tsx'), 'ErrorsGuide'),
})
const docsGuide = createRoute({
  getParentRoute: () => docs,
  path: '/guides/$guide',
  component: lazyRouteComponent(() => import('./pages/docs/guide.tsx'), 'Guide'),
})

const tree = root.addChildren([
  signIn,
  docs.addChildren([docsHome, docsType, docsErrors, docsGuide]),
  signedIn.addChildren([
    consent,
    shell.addChildren([
      home,
      tokens,
      applications,
      webhooks,
      webhook,
      account,
      jobs,
      organization.addChildren([people, serviceAccounts, actingApplications, limits, trash, settings]),
      ...objects,
    ]),
  ]),
])

export function createAppRouter(client: QueryClient) {
  const router = createRouter({
    routeTree: tree,
    context: { client },
    parseSearch: text => (text.length > 1 ? { query: text } : {}),
    stringifySearch: ({ query }: Search) => query ?? '',
    scrollRestoration: true,
  })
  // Each navigation moves the focus to the title, so that screen readers announce the new page.
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) document.querySelector('h1')?.focus({ preventScroll: true })
  })
  return router
}

function SignedIn() {
  return (
    <>
      <Outlet />
      <SessionEnded />
    </>
  )
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
