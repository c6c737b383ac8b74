/** The queries of the pages. Each has one key, under which it is cached and invalidated. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, callPage, type ListPage } from './call.ts'
import type {
  AccessToken,
  ActingApplication,
  Application,
  ConsentRequest,
  CurrentSession,
  Delivery,
  DeliveryContents,
  Grant,
  Invitation,
  Job,
  Membership,
  NamedObject,
  Organization,
  ServiceAccount,
  SessionEntry,
  SignInConfiguration,
  SignInMethods,
  TokenUsage,
  TrashEntry,
  Webhook,
} from './types.ts'
import type { SavedView } from './views/saved.ts'

/** A query of one path. */
export const readQuery = <T>(key: readonly string[], path: string) =>
  queryOptions({ queryKey: key, queryFn: () => call<T>('GET', path) })

export const session = readQuery<CurrentSession>(['session'], '/-/session')
export const signInMethods = readQuery<SignInMethods>(['sign_in'], '/-/sign_in')
export const tokens = readQuery<AccessToken[]>(['tokens'], '/-/tokens')
export const applications = readQuery<Application[]>(['applications'], '/-/applications')
export const grants = readQuery<Grant[]>(['grants'], '/-/grants')
export const invitations = readQuery<Invitation[]>(['invitations'], '/-/invitations')
export const sessions = readQuery<SessionEntry[]>(['sessions'], '/-/sessions')
export const ownUsage = readQuery<TokenUsage[]>(['limits'], '/-/limits')
export const signInSettings = readQuery<SignInConfiguration>(['settings'], '/-/settings/sign_in')

export const webhooks = readQuery<Webhook[]>(['webhooks'], '/-/webhooks')
export const jobs = readQuery<Job[]>(['jobs'], '/-/jobs')

/** Options of a query on the use of limits, for which the server sends no live updates. */
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

/**
 * Names of the watched objects, by the gid of the webhook; without webhooks that an application created.
 * `newest` is the gid of the last webhook: a new one changes the key.
 */
export const watchedNames = (workspace: string, newest: string) =>
  queryOptions({
    queryKey: ['webhooks', 'watched', workspace, newest],
    queryFn: async () => {
      const path = `/api/1.0/webhooks?workspace=${workspace}&opt_fields=resource.name&limit=100`
      const names: Record<string, string | undefined> = {}
      let offset: string | null = null
      do {
        const { items, next }: ListPage<{ gid: string; resource: NamedObject | null }> = await callPage(path, offset)
        for (const { gid, resource } of items) names[gid] = resource?.name ?? ''
        offset = next
      } while (offset)
      return names
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
    getNextPageParam: (page: ListPage<Membership>) => page.next,
  })

/** The saved views of a list: those of the person and the shared ones. */
export const savedViews = (parent: string) => readQuery<SavedView[]>(['views', parent], `/-/views?parent=${parent}`)

/** The page size of the server. */
const TRASH_PAGE_ENTRIES = 100

/** What the person deleted in a workspace; with `isAll` what all people deleted, for its administrators. */
export const trash = (workspace: string, isAll: boolean) =>
  infiniteQueryOptions({
    queryKey: ['trash', workspace, String(isAll)],
    queryFn: ({ pageParam }) =>
      call<TrashEntry[]>('GET', `/-/trash?workspace=${workspace}${isAll ? '&all=true' : ''}${pageParam}`),
    initialPageParam: '',
    getNextPageParam: (page: TrashEntry[]) => {
      const last = page.at(-1)
      if (!last || page.length < TRASH_PAGE_ENTRIES) return undefined
      return `&before=${encodeURIComponent(last.deleted_at)}&before_gid=${last.gid}`
    },
  })

/** An object in a list of the administration, with the members that one of the lists shows. */
export interface LibraryObject extends NamedObject {
  color?: string | null
  visibility?: string
  resource_subtype?: string
  description?: string
}

/** A list of objects of a workspace: its teams, custom fields or tags. */
export const library = (workspace: string, type: 'teams' | 'custom_fields' | 'tags', fields: string) =>
  infiniteQueryOptions({
    queryKey: ['objects', workspace, type],
    queryFn: ({ pageParam }) =>
      callPage<LibraryObject>(`/api/1.0/workspaces/${workspace}/${type}?opt_fields=${fields}&limit=100`, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page: ListPage<LibraryObject>) => page.next,
  })

/** The request and the response of one delivery. */
export const deliveryContents = (webhook: string, gid: string) =>
  queryOptions({
    queryKey: ['webhooks', webhook, 'deliveries', gid],
    queryFn: () => call<DeliveryContents>('GET', `/-/webhooks/${webhook}/deliveries/${gid}`),
    // A delivery does not change; only its contents are pruned.
    staleTime: Number.POSITIVE_INFINITY,
  })

interface DescribedScope {
  components: {
    securitySchemes: Record<string, { flows?: { authorizationCode?: { scopes: Record<string, string> } } }>
  }
}

/** The scopes of applications with their descriptions, read from the OpenAPI document. */
export const scopes = queryOptions({
  queryKey: ['scopes'],
  queryFn: async () => {
    const response = await fetch('/api/1.0/openapi.json')
    const { components } = (await response.json()) as DescribedScope
    const flows = Object.values(components.securitySchemes).map(({ flows }) => flows?.authorizationCode?.scopes ?? {})
    return Object.entries(Object.assign({}, ...flows) as Record<string, string>).filter(([name]) => name !== 'default')
  },
})
