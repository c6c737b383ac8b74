/** The OAuth applications of the caller. A secret is returned once, when it is created. */
import { scopes as known } from '../../../catalog/scopes.ts'
import {
  type OAuthApplication,
  applicationOf,
  applicationsOf,
  updateApplication,
  isRedirectUri,
  registerApplication,
  renewSecret,
  deleteApplication,
} from '../../../identity/applications.ts'
import { FULL } from '../../../identity/scopes.ts'
import { formatTimestamp } from '../../../lib/date.ts'
import { invalid, missingInput, notFound } from '../../../lib/errors.ts'
import type { Reader } from '../../../store/db.ts'
import { raw, someOf, text } from '../../../vocabulary/field.ts'
import { created } from '../../../vocabulary/operation.ts'
import { type Call, personal, type Route } from '../route.ts'
import { mustSay } from '../words.ts'

const MOST_ADDRESSES = 20
const LONGEST_ADDRESS = 2000

const shown = ({
  gid,
  name,
  redirect_uris,
  scopes,
  created_at,
}: Omit<OAuthApplication, 'secret_hash' | 'owner' | 'owner_left_at'>) => ({
  gid: String(gid),
  client_id: String(gid),
  name,
  redirect_uris,
  scopes,
  created_at: formatTimestamp(created_at),
})

/** The caller's application in the path. Throws 404, also for an application of another person. */
async function ownApplication(reader: Reader, { actor, path }: Pick<Call, 'actor' | 'path'>): Promise<OAuthApplication> {
  const { application_gid: gid = 0 } = path
  const found = await applicationOf(reader, gid)
  if (found?.owner !== actor.gid) throw notFound('application', gid)
  return found
}

/** The addresses without duplicates. Throws 400 for one that is not a valid redirect URI. */
function addresses(sent: unknown): string[] {
  if (!Array.isArray(sent) || sent.length === 0) throw missingInput('redirect_uris')
  if (sent.length > MOST_ADDRESSES) throw invalid('redirect_uris', `Too many values (maximum ${MOST_ADDRESSES})`)
  for (const [index, uri] of sent.entries()) {
    if (typeof uri !== 'string' || uri.length > LONGEST_ADDRESS || !isRedirectUri(uri)) {
      throw invalid(`redirect_uris: [${index}]`, 'Must be an https address, or one of localhost, without a fragment')
    }
  }
  return [...new Set(sent as string[])]
}

/** Reads scopes: full permission, or single scopes. Throws 400 for both together. */
function permissions(sent: string[]): string[] {
  const scopes = [...new Set(sent)]
  if (scopes.length === 0) throw missingInput('scopes')
  if (scopes.includes(FULL) && scopes.length > 1) throw invalid('scopes', `Cannot be given together with ${FULL}`)
  return scopes
}

const fields = {
  name: { max: 255, doc: 'The name that people see.' },
  redirect_uris: { doc: 'The addresses to which the browser may be redirected.' },
  scopes: { doc: 'What it may request: `default` for everything, or the names of scopes.' },
}

const names = [...known.keys()]

/** Enough for the maximum number of addresses of the maximum length. */
const LARGE = 64 * 1024

export const routes: Route[] = [
  personal('GET', '/applications', {
    doc: 'The applications of the caller.',
    async run({ console, actor }) {
      return { data: (await applicationsOf(console.store.read, actor.gid)).map(shown) }
    },
  }),
  personal('POST', '/applications', {
    largest: LARGE,
    doc: 'Register an application. Only this response has its secret.',
    body: {
      name: text({ required: true, ...fields.name }),
      redirect_uris: raw({ required: true, ...fields.redirect_uris }),
      scopes: someOf(names, { required: true, ...fields.scopes }),
    },
    async run({ console, actor, body }) {
      const described = {
        name: mustSay(body.name),
        redirect_uris: addresses(body.redirect_uris),
        scopes: permissions(body.scopes),
      }
      return console.store.write(async tx => {
        const { gid, secret } = await registerApplication(tx, actor.gid, described)
        return { status: created, data: { ...shown({ gid, ...described, created_at: tx.now }), client_secret: secret } }
      })
    },
  }),
  personal('GET', '/applications/:application_gid', {
    doc: 'An application of the caller.',
    async run(call) {
      return { data: shown(await ownApplication(call.console.store.read, call)) }
    },
  }),
  personal('PUT', '/applications/:application_gid', {
    largest: LARGE,
    doc: 'Update an application of the caller. Its present tokens do not change.',
    body: { name: text(fields.name), redirect_uris: raw(fields.redirect_uris), scopes: someOf(names, fields.scopes) },
    run: ({ console, actor, path, body: { name, redirect_uris, scopes } }) =>
      console.store.write(async tx => {
        const known = await ownApplication(tx, { actor, path })
        const described = {
          ...(name === undefined ? {} : { name: mustSay(name) }),
          ...(redirect_uris === undefined ? {} : { redirect_uris: addresses(redirect_uris) }),
          ...(scopes === undefined ? {} : { scopes: permissions(scopes) }),
        }
        await updateApplication(tx, known.gid, described)
        return { data: shown({ ...known, ...described }) }
      }),
  }),
  personal('POST', '/applications/:application_gid/secret', {
    doc: 'Replace the secret of an application. The old one is revoked immediately; only this response has the new one.',
    run: call =>
      call.console.store.write(async tx => {
        const known = await ownApplication(tx, call)
        return { data: { ...shown(known), client_secret: await renewSecret(tx, known.gid) } }
      }),
  }),
  personal('DELETE', '/applications/:application_gid', {
    doc: 'Delete an application of the caller. All its tokens are revoked.',
    run: call =>
      call.console.store.write(async tx => {
        const { gid } = await ownApplication(tx, call)
        await deleteApplication(tx, gid)
        return {}
      }),
  }),
]
