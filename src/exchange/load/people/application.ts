/** Loads OAuth applications with their secrets. */
import { scopes as allScopes } from '../../../catalog/scopes.ts'
import { isRedirectUri } from '../../../identity/applications.ts'
import { FULL } from '../../../identity/scopes.ts'
import { digest } from '../../../lib/secret.ts'
import { insert } from '../../../store/change.ts'
import { one, raw, text } from '../../../vocabulary/field.ts'
import { forEachObject, loader } from '../given.ts'

const texts = (given: unknown, fallback: readonly string[]): string[] =>
  given === undefined ? [...fallback] : (Array.isArray(given) ? given : [given]).map(String)

export const applications = loader({
  type: 'application',
  fields: {
    name: text({ required: true, max: 255, doc: 'The name.' }),
    secret: text({ required: true, max: 200, doc: 'The client secret. The client id is the gid.' }),
    redirect_uris: raw({ doc: 'The addresses of its callbacks.' }),
    scopes: raw({ doc: 'The scopes that it may request; `default`, full permission, if there are none.' }),
    owner: one('user', { need: 'view', doc: 'The user who registered it; the author by default.' }),
  },
  load: ({ tx }, objects) =>
    forEachObject(objects, ({ gid, by, created_at, values: { name, secret, owner = by, ...given } }) => {
      const [uris, scopes] = [texts(given.redirect_uris, []), texts(given.scopes, [FULL])]
      const wrong = uris.find(uri => !isRedirectUri(uri))
      if (wrong !== undefined) throw new Error(`redirect_uris: Must be https, or http on this machine: ${wrong}`)
      const unknown = scopes.find(scope => !allScopes.has(scope))
      if (unknown !== undefined) throw new Error(`scopes: Not a recognized value: ${unknown}`)
      return insert(tx, 'applications', {
        ...{ gid, owner, name, secret_hash: digest(secret), redirect_uris: JSON.stringify(uris) },
        ...{ scopes: scopes.join(' '), created_at, owner_left_at: null },
      })
    }),
})
