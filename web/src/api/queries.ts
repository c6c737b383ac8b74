/** What the rooms read, each under the one key by which it is remembered and forgotten. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callPage, type Page } from './call.ts'
import type {
  ActingApplication,
  Application,
  ConsentRequest,
  Delivery,
  DeliveryContents,
  Grant,
  Invitation,
  Job,
  Membership,
  NamedObject,
  OpenSession,
  Organization,
  ServiceAccount,
  Session,
  SignInMethods,
  SignInSettings,
  Token,
  TokenUsage,
  TrashEntry,
  Webhook,
} from './types.ts'

const readQuery = <T>(key: readonly string[], path: string) =>
  queryOptions({ queryKey: key, queryFn: () => call<T>('GET', path) })

export const session = readQuery<Session>(['session'], '/-/session')
export const signInMethods = readQuery<SignInMethods>(['sign_in'], '/-/sign_in')
export const tokens = readQuery<Token[]>(['tokens'], '/-/tokens')
export const applications = readQuery<Application[]>(['applications'], '/-/applications')
export const grants = readQuery<Grant[]>(['grants'], '/-/grants')
export const invitations = readQuery<Invitation[]>(['invitations'], '/-/invitations')
export const sessions = readQuery<OpenSession[]>(['sessions'], '/-/sessions')
export const ownUsage = readQuery<TokenUsage[]>(['limits'], '/-/limits')
export const signInSettings = readQuery<SignInSettings>(['settings'], '/-/settings/sign_in')

export const webhooks = readQuery<Webhook[]>(['webhooks'], '/-/webhooks')
export const jobs = readQuery<Job[]>(['jobs'], '/-/jobs')

/** With a query: for what is used up and given back all the time, of which the server tells nothing. */
export const polled = { refetchInterval: 15_000 }

/** `query` is the query string of the page, as the application sent it. */
export const consent = (query: string) => readQuery<ConsentRequest>(['consent', query], `/-/oauth/request${query}`)

export const organization = (gid: string) => readQuery<Organization>(['organization', gid], `/-/organizations/${gid}`)

export const serviceAccounts = (gid: string) =>
  readQuery<ServiceAccount[]>(['organization', gid, 'service_accounts'], `/-/organizations/${gid}/service_accounts`)

export const actingApplications = (gid: string) =>
  readQuery<ActingApplication[]>(['organization', gid, 'applications'], `/-/organizations/${gid}/applications`)

export const organizationUsage = (gid: string) =>
  readQuery<TokenUsage[]>(['organization', gid, 'limits'], `/-/organizations/${gid}/limits`)

export const deliveries = (gid: string) =>
  readQuery<Delivery[]>(['webhooks', gid, 'deliveries'], `/-/webhooks/${gid}/deliveries`)

/** What the webhooks of a workspace watch, by their gids: those alone that no application made. `newest` is the last one. */
export const watchedNames = (workspace: string, newest: string) =>
  queryOptions({
    queryKey: ['webhooks', 'watched', workspace, newest],
    queryFn: async () => {
      const path = `/api/1.0/webhooks?workspace=${workspace}&opt_fields=resource.name&limit=100`
      const found: Record<string, string | undefined> = {}
      let offset: string | null = null
      do {
        const { items, next }: Page<{ gid: string; resource: NamedObject | null }> = await callPage(path, offset)
        for (const { gid, resource } of items) found[gid] = resource?.name ?? ''
        offset = next
      } while (offset)
      return found
    },
  })

const PERSON = 'user.name,user.email,is_admin,is_guest,is_active'

export const people = (gid: string) =>
  infiniteQueryOptions({
    queryKey: ['organization', gid, 'people'],
    queryFn: ({ pageParam }) =>
      callPage<Membership>(
        `/api/1.0/workspaces/${gid}/workspace_memberships?opt_fields=${PERSON}&limit=100`,
        pageParam,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<Membership>) => page.next,
  })

/** As many entries as the server puts on a page. */
const TRASH_PAGE = 100

export const trash = (gid: string) =>
  infiniteQueryOptions({
    queryKey: ['trash', gid],
    queryFn: ({ pageParam }) => call<TrashEntry[]>('GET', `/-/organizations/${gid}/trash${pageParam}`),
    initialPageParam: '',
    getNextPageParam: (page: TrashEntry[]) => {
      const last = page.at(-1)
      if (!last || page.length < TRASH_PAGE) return undefined
      return `?before=${encodeURIComponent(last.deleted_at)}&before_gid=${last.gid}`
    },
  })

/** What was sent in one delivery, and what came back. */
export const deliveryContents = (webhook: string, gid: string) =>
  queryOptions({
    queryKey: ['webhooks', webhook, 'deliveries', gid],
    queryFn: () => call<DeliveryContents>('GET', `/-/webhooks/${webhook}/deliveries/${gid}`),
    // It never changes but by being forgotten.
    staleTime: Number.POSITIVE_INFINITY,
  })

interface DescribedScope {
  components: {
    securitySchemes: Record<string, { flows?: { authorizationCode?: { scopes: Record<string, string> } } }>
  }
}

/** What applications can be limited to: names, and what each allows. The description of the API lists them. */
export const scopes = queryOptions({
  queryKey: ['scopes'],
  queryFn: async () => {
    const response = await fetch('/api/1.0/openapi.json')
    const { components } = (await response.json()) as DescribedScope
    const flows = Object.values(components.securitySchemes).map(({ flows }) => flows?.authorizationCode?.scopes ?? {})
    return Object.entries(Object.assign({}, ...flows) as Record<string, string>).filter(([name]) => name !== 'default')
  },
})
