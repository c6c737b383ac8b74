/**
 * The consent: what the page shows before a person decides, and the decision. Both check the query, so that the request
 * that is allowed is the one that was shown.
 */
import { scopes as allScopes } from '../../../catalog/scopes.ts'
import { malformed } from '../../../lib/errors.ts'
import { requirePermission } from '../../../policy/standing.ts'
import type { Reader } from '../../../store/db.ts'
import { personOf } from '../../../store/queries/identity/oauth.ts'
import { flag, text } from '../../../vocabulary/field.ts'
import { allow, deny } from '../../oauth/authorize.ts'
import { type AuthorizationRequest, checkRequest, redirectAddress } from '../../oauth/request.ts'
import { type Query, queryOf } from '../../options.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'

/** The authorization request in a query. Throws 400 with a text for the person. */
async function requestIn(reader: Reader, query: Query): Promise<AuthorizationRequest> {
  const { request, failure } = await checkRequest(reader, query)
  if (!request) throw malformed(failure.description)
  return request
}

/** Enough for a query of the maximum length of an address, escaped for JSON. */
const MAX_QUERY_BYTES = 64 * 1024

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/oauth/request', {
    doc: 'What an application requests; takes the query of its authorization request.',
    async execute({ console: { store }, actor, query }) {
      const { application, scopes, target } = await requestIn(store.read, query)
      const { gid, name, email } = await personOf(store.read, actor.gid)
      const data = {
        application: { gid: String(application.gid), name: application.name },
        scopes: scopes.map(scope => ({ name: scope, doc: allScopes.get(scope) })),
        redirect_uri: target.uri,
        user: { gid: String(gid), name, email },
      }
      return { data }
    },
  }),
  sessionRoute('POST', '/oauth/consent', {
    maxBodyBytes: MAX_QUERY_BYTES,
    doc: 'Allow or deny the request of an application. The response has the `redirect`, or the `code` to copy.',
    body: {
      query: text({ required: true, doc: 'The query of the authorization request, unchanged.' }),
      allow: flag({ required: true, doc: 'Whether to allow it.' }),
    },
    async execute({ console, actor, client, body }) {
      const request = await requestIn(console.store.read, queryOf(body.query.replace(/^\?/, '')))
      // Without a redirect address the application cannot receive a refusal.
      if (!body.allow) return { data: { redirect: request.outOfBand ? `${client.origin}/` : deny(request) } }
      await requirePermission(console.store.read, actor, 'create_app_authorization', undefined)
      const result = await allow(console, client, request, actor, 'new')
      if (!result) throw malformed('There is no application with this `client_id`.')
      const { code, id_token } = result
      return { data: request.outOfBand ? { code } : { redirect: redirectAddress(request.target, { code, id_token }) } }
    },
  }),
]
