/**
 * Which room has which address. Rooms of a person lie behind `signed`, which asks who is there before it shows any of
 * them. A query string is kept as it is, as one text: an application's request for consent must arrive unchanged.
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
import { backTo } from './own_path.ts'
import { Lost, Stuck } from './parts/lost.tsx'
import { SessionEnded } from './parts/session_ended.tsx'
import { Shell } from './parts/shell.tsx'
import { Account } from './rooms/account.tsx'
import { ActingApplications } from './rooms/acting_applications.tsx'
import { Applications } from './rooms/applications.tsx'
import { Consent } from './rooms/consent.tsx'
import { Home } from './rooms/home.tsx'
import { Jobs } from './rooms/jobs.tsx'
import { Limits } from './rooms/limits.tsx'
import { TagRoom, TeamRoom } from './rooms/objects/other.tsx'
import { ProjectRoom } from './rooms/objects/project.tsx'
import { TaskRoom } from './rooms/objects/task.tsx'
import { OrganizationRoom } from './rooms/organization.tsx'
import { People } from './rooms/people.tsx'
import { ServiceAccounts } from './rooms/service_accounts.tsx'
import { SignIn } from './rooms/sign_in.tsx'
import { SignInSettings } from './rooms/sign_in_settings.tsx'
import { Tokens } from './rooms/tokens.tsx'
import { Trash } from './rooms/trash.tsx'
import { WebhookRoom } from './rooms/webhooks/webhook.tsx'
import { Webhooks } from './rooms/webhooks/webhooks.tsx'

interface Search {
  query?: string
}

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Outlet,
  validateSearch: (search: Search): Search => search,
  notFoundComponent: Lost,
})

const signIn = createRoute({ getParentRoute: () => root, path: '/sign_in', component: SignIn })

const signed = createRoute({
  getParentRoute: () => root,
  id: 'signed',
  component: Signed,
  errorComponent: Stuck,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.client.ensureQueryData(session)
    } catch (error) {
      const isStranger = error instanceof Failure && error.status === 401
      if (!isStranger) throw error
      throw redirect({ to: '/sign_in', search: backTo(location.pathname + location.searchStr), replace: true })
    }
  },
})

const consent = createRoute({ getParentRoute: () => signed, path: '/consent', component: Consent })

const shell = createRoute({ getParentRoute: () => signed, id: 'shell', component: Shell })
const home = createRoute({ getParentRoute: () => shell, path: '/', component: Home })
const tokens = createRoute({ getParentRoute: () => shell, path: '/tokens', component: Tokens })
const applications = createRoute({ getParentRoute: () => shell, path: '/applications', component: Applications })
const webhooks = createRoute({ getParentRoute: () => shell, path: '/webhooks', component: Webhooks })
const webhook = createRoute({ getParentRoute: () => shell, path: '/webhooks/$webhook', component: WebhookRoom })
const jobs = createRoute({ getParentRoute: () => shell, path: '/jobs', component: Jobs })
const account = createRoute({ getParentRoute: () => shell, path: '/account', component: Account })
// The addresses that the API hands out as `permalink_url`, and the longer one of a task in a project.
const objects = [
  createRoute({ getParentRoute: () => shell, path: '/1/$workspace/task/$task', component: TaskRoom }),
  createRoute({ getParentRoute: () => shell, path: '/1/$workspace/project/$project', component: ProjectRoom }),
  createRoute({ getParentRoute: () => shell, path: '/1/$workspace/project/$project/task/$task', component: TaskRoom }),
  createRoute({ getParentRoute: () => shell, path: '/0/tag/$tag', component: TagRoom }),
  createRoute({ getParentRoute: () => shell, path: '/0/team/$team', component: TeamRoom }),
] as const
const organization = createRoute({
  getParentRoute: () => shell,
  path: '/organizations/$organization',
  component: OrganizationRoom,
})
const people = createRoute({ getParentRoute: () => organization, path: '/', component: People })
const serviceAccounts = createRoute({
  getParentRoute: () => organization,
  path: '/service_accounts',
  component: ServiceAccounts,
})
const acting = createRoute({
  getParentRoute: () => organization,
  path: '/applications',
  component: ActingApplications,
})
const limits = createRoute({ getParentRoute: () => organization, path: '/limits', component: Limits })
const trash = createRoute({ getParentRoute: () => organization, path: '/trash', component: Trash })
const settings = createRoute({ getParentRoute: () => organization, path: '/sign_in', component: SignInSettings })

/** Rooms that most people never open: the browser loads them when somebody does. They are open to strangers. */
const docs = createRoute({
  getParentRoute: () => root,
  path: '/docs',
  errorComponent: Stuck,
  component: lazyRouteComponent(() => import('./rooms/docs/shell.tsx'), 'DocsShell'),
})
const docsHome = createRoute({
  getParentRoute: () => docs,
  path: '/',
  component: lazyRouteComponent(() => import('./rooms/docs/overview.tsx'), 'Overview'),
})
const docsType = createRoute({
  getParentRoute: () => docs,
  path: '/$type',
  component: lazyRouteComponent(() => import('./rooms/docs/type.tsx'), 'TypePage'),
})
const docsErrors = createRoute({
  getParentRoute: () => docs,
  path: '/errors',
  component: lazyRouteComponent(() => import('./rooms/docs/guide.tsx'), 'ErrorsGuide'),
})
const docsGuide = createRoute({
  getParentRoute: () => docs,
  path: '/guides/$guide',
  component: lazyRouteComponent(() => import('./rooms/docs/guide.tsx'), 'Guide'),
})

const tree = root.addChildren([
  signIn,
  docs.addChildren([docsHome, docsType, docsErrors, docsGuide]),
  signed.addChildren([
    consent,
    shell.addChildren([
      home,
      tokens,
      applications,
      webhooks,
      webhook,
      account,
      jobs,
      organization.addChildren([people, serviceAccounts, acting, limits, trash, settings]),
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
  // A new room begins at its title, for those who hear the page as well.
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) document.querySelector('h1')?.focus({ preventScroll: true })
  })
  return router
}

function Signed() {
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
