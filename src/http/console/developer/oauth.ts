/**
 * The consent: what the page shows before a person decides, and the decision. The query is checked again for both, so
 * that it is the same request that was shown and allowed.
 */
import { scopes as known } from '../../../catalog/scopes.ts'
import { malformed } from '../../../lib/errors.ts'
import type { Reader } from '../../../store/db.ts'
import { personOf } from '../../../store/queries/identity/oauth.ts'
import { flag, text } from '../../../vocabulary/field.ts'
import { allow, deny } from '../../oauth/authorize.ts'
import { type Asked, addressOf, check } from '../../oauth/request.ts'
import { type Query, queryOf } from '../../options.ts'
import { personal, type Route } from '../route.ts'

/** What is asked. Throws 400 with the text that a person should read. */
async function askedIn(reader: Reader, query: Query): Promise<Asked> {
  const { asked, mistake } = await check(reader, query)
  if (!asked) throw malformed(mistake.description)
  return asked
}

/** A query as long as an address can be, escaped for JSON. */
const LARGE = 64 * 1024

export const routes: Route[] = [
  personal('GET', '/oauth/request', {
    doc: 'What an application asks me for; takes the query of its request.',
    async run({ console: { store }, actor, query }) {
      const { application, scopes, target } = await askedIn(store.read, query)
      const { gid, name, email } = await personOf(store.read, actor.gid)
      const data = {
        application: { gid: String(application.gid), name: application.name },
        scopes: scopes.map(scope => ({ name: scope, doc: known.get(scope) })),
        redirect_uri: target.uri,
        user: { gid: String(gid), name, email },
      }
      return { data }
    },
  }),
  personal('POST', '/oauth/consent', {
    largest: LARGE,
    doc: 'Allow or refuse what an application asks. Answers where to go, or the code to copy.',
    body: {
      query: text({ required: true, doc: 'The query of its request, as it came.' }),
      allow: flag({ required: true, doc: 'Whether it may.' }),
    },
    async run({ console, actor, visit, body }) {
      const asked = await askedIn(console.store.read, queryOf(body.query.replace(/^\?/, '')))
      // Without an address nobody waits for a refusal.
      if (!body.allow) return { data: { redirect: asked.outOfBand ? `${visit.origin}/` : deny(asked) } }
      const told = await allow(console, visit, asked, actor, 'now')
      if (!told) throw malformed('There is no application with this `client_id`.')
      const { code, id_token } = told
      return { data: asked.outOfBand ? { code } : { redirect: addressOf(asked.target, { code, id_token }) } }
    },
  }),
]
