/** The OAuth applications of the caller. A secret is returned once, when it is created. */
import { scopes as allScopes } from '../../../catalog/scopes.ts'
import {
  applicationOf,
  applicationsOf,
  deleteApplication,
  isRedirectUri,
  type OAuthApplication,
  registerApplication,
  renewSecret,
  updateApplication,
} from '../../../identity/applications.ts'
import { FULL } from '../../../identity/scopes.ts'
import { formatTimestamp } from '../../../lib/date.ts'
import { invalid, missingInput, notFound } from '../../../lib/errors.ts'
import type { Reader } from '../../../store/db.ts'
import { raw, someOf, text } from '../../../vocabulary/field.ts'
import { created } from '../../../vocabulary/operation.ts'
import { requireName } from '../required_name.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from '../route.ts'

const MAX_ADDRESSES = 20
const MAX_ADDRESS_CHARACTERS = 2000

const presentApplication = ({
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
async function ownApplication(
  reader: Reader,
  { actor, path }: Pick<SessionCall, 'actor' | 'path'>,
): Promise<OAuthApplication> {
  const { application_gid: gid = 0 } = path
  const application = await applicationOf(reader, gid)
  if (application?.owner !== actor.gid) throw notFound('application', gid)
  return application
}

/** The addresses without duplicates. Throws 400 for one that is not a valid redirect URI. */
function readAddresses(sent: unknown): string[] {
  if (!Array.isArray(sent) || sent.length === 0) throw missingInput('redirect_uris')
  if (sent.length > MAX_ADDRESSES) throw invalid('redirect_uris', `Too many values (maximum ${MAX_ADDRESSES})`)
  for (const [index, uri] of sent.entries()) {
    if (typeof uri !== 'string' || uri.length > MAX_ADDRESS_CHARACTERS || !isRedirectUri(uri)) {
      throw invalid(`redirect_uris: [${index}]`, 'Must be an https address, or one of localhost, without a fragment')
    }
  }
  return [...new Set(sent as string[])]
}

/** Reads scopes: full permission, or single scopes. Throws 400 for both together. */
function readScopes(sent: string[]): string[] {
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

const scopeNames = [...allScopes.keys()]

/** Enough for the maximum number of addresses of the maximum length. */
const MAX_APPLICATION_BYTES = 64 * 1024

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/applications', {
    doc: 'The applications of the caller.',
    async execute({ console, actor }) {
      return { data: (await applicationsOf(console.store.read, actor.gid)).map(presentApplication) }
    },
  }),
  sessionRoute('POST', '/applications', {
    maxBodyBytes: MAX_APPLICATION_BYTES,
    doc: 'Register an application. Only this response has its secret.',
    body: {
      name: text({ required: true, ...fields.name }),
      redirect_uris: raw({ required: true, ...fields.redirect_uris }),
      scopes: someOf(scopeNames, { required: true, ...fields.scopes }),
    },
    async execute({ console, actor, body }) {
      const input = {
        name: requireName(body.name),
        redirect_uris: readAddresses(body.redirect_uris),
        scopes: readScopes(body.scopes),
      }
      return console.store.write(async tx => {
        const { gid, secret } = await registerApplication(tx, actor.gid, input)
        return {
          status: created,
          data: { ...presentApplication({ gid, ...input, created_at: tx.now }), client_secret: secret },
        }
      })
    },
  }),
  sessionRoute('GET', '/applications/:application_gid', {
    doc: 'An application of the caller.',
    async execute(call) {
      return { data: presentApplication(await ownApplication(call.console.store.read, call)) }
    },
  }),
  sessionRoute('PUT', '/applications/:application_gid', {
    maxBodyBytes: MAX_APPLICATION_BYTES,
    doc: 'Update an application of the caller. Its present tokens do not change.',
    body: {
      name: text(fields.name),
      redirect_uris: raw(fields.redirect_uris),
      scopes: someOf(scopeNames, fields.scopes),
    },
    execute: ({ console, actor, path, body: { name, redirect_uris, scopes } }) =>
      console.store.write(async tx => {
        const known = await ownApplication(tx, { actor, path })
        const input = {
          ...(name === undefined ? {} : { name: requireName(name) }),
          ...(redirect_uris === undefined ? {} : { redirect_uris: readAddresses(redirect_uris) }),
          ...(scopes === undefined ? {} : { scopes: readScopes(scopes) }),
        }
        await updateApplication(tx, known.gid, input)
        return { data: presentApplication({ ...known, ...input }) }
      }),
  }),
  sessionRoute('POST', '/applications/:application_gid/secret', {
    doc: 'Replace the secret of an application. The old one is revoked immediately; only this response has the new one.',
    execute: call =>
      call.console.store.write(async tx => {
        const known = await ownApplication(tx, call)
        return { data: { ...presentApplication(known), client_secret: await renewSecret(tx, known.gid) } }
      }),
  }),
  sessionRoute('DELETE', '/applications/:application_gid', {
    doc: 'Delete an application of the caller. All its tokens are revoked.',
    execute: call =>
      call.console.store.write(async tx => {
        const { gid } = await ownApplication(tx, call)
        await deleteApplication(tx, gid)
        return {}
      }),
  }),
]
