/**
 * OAuth applications, which act for people. An application authenticates with its gid and a secret; only the digest of the
 * secret is stored. Redirect URIs are compared with the registered ones exactly, because a similar address may belong
 * to another person.
 */
import { digest, randomHex, sameText } from '../lib/secret.ts'
import { deleteWhere, insert, update, updateAndCount } from '../store/change.ts'
import type { Reader, Writer } from '../store/db.ts'
import { applicationRow, applicationRows } from '../store/queries/identity/applications.ts'
import { FULL, identityScopes } from './scopes.ts'

export interface OAuthApplication {
  gid: number
  owner: number
  name: string
  redirect_uris: string[]
  /** `default` alone, or the names of single scopes. */
  scopes: string[]
  secret_hash: string
  /** Milliseconds since the Unix epoch. */
  created_at: number
  /** When the owner lost all credentials; null while the owner can sign in. */
  owner_left_at: number | null
}

/** The fields that the owner of an application sets. */
export type ApplicationFields = Pick<OAuthApplication, 'name' | 'redirect_uris' | 'scopes'>

/** The redirect URI of an application without an address: the person copies the code. */
export const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob'

/** The person's own machine, at any port: no other machine can listen there. */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?([/?]|$)/

/** Whether this is allowed as a redirect URI: TLS, or the machine of the developer. */
export function isRedirectUri(text: string): boolean {
  if (text === OUT_OF_BAND) return true
  // Only characters that a header may contain: what a browser would normalize first is refused.
  if (!/^https?:\/\/[!-~]+$/.test(text) || /[#\\"<>]/.test(text) || !URL.canParse(text)) return false
  const [, , authority = ''] = text.split(/[/?]/, 3)
  return !authority.includes('@') && (text.startsWith('https:') || LOOPBACK.test(text))
}

const fromRow = (row: NonNullable<Awaited<ReturnType<typeof applicationRow>>>): OAuthApplication => ({
  ...row,
  redirect_uris: JSON.parse(row.redirect_uris) as string[],
  scopes: row.scopes.split(' '),
})

const columns = ({ name, redirect_uris, scopes }: Partial<ApplicationFields>) => ({
  ...(name === undefined ? {} : { name }),
  ...(redirect_uris === undefined ? {} : { redirect_uris: JSON.stringify(redirect_uris) }),
  ...(scopes === undefined ? {} : { scopes: scopes.join(' ') }),
})

/** Finds an application by its gid. */
export async function applicationOf(reader: Reader, gid: number): Promise<OAuthApplication | undefined> {
  const row = await applicationRow(reader, gid)
  return row && fromRow(row)
}

/** Lists the applications that a user registered. */
export const applicationsOf = async (reader: Reader, owner: number): Promise<OAuthApplication[]> =>
  (await applicationRows(reader, owner)).map(fromRow)

/** Registers an application; its secret cannot be shown again. */
export async function registerApplication(tx: Writer, owner: number, fields: ApplicationFields) {
  const { name, redirect_uris, scopes } = fields
  const gid = tx.gid()
  const secret = randomHex(16)
  await insert(tx, 'applications', {
    gid,
    owner,
    name,
    secret_hash: digest(secret),
    redirect_uris: JSON.stringify(redirect_uris),
    scopes: scopes.join(' '),
    created_at: tx.now,
    owner_left_at: null,
  })
  return { gid, secret }
}

/** Updates the given fields of an application. */
export const updateApplication = (tx: Writer, gid: number, fields: Partial<ApplicationFields>): Promise<number> =>
  updateAndCount(tx, 'applications', { gid }, columns(fields))

/** Replaces the secret; the old one is invalid from then on. */
export async function renewSecret(tx: Writer, gid: number): Promise<string> {
  const secret = randomHex(16)
  await update(tx, 'applications', { gid }, { secret_hash: digest(secret) })
  return secret
}

/** Whether an application may request all these scopes. Full permission includes those of the identity. */
export const mayRequest = ({ scopes: allowed }: OAuthApplication, scopes: string[]): boolean =>
  scopes.every(scope => allowed.includes(scope) || (allowed.includes(FULL) && identityScopes.includes(scope)))

/** Whether this is the secret of the application. */
export const hasSecret = ({ secret_hash }: OAuthApplication, secret: string): boolean =>
  sameText(digest(secret), secret_hash)

/** Deletes an application, with all grants, codes and tokens that people gave it. */
export async function deleteApplication(tx: Writer, gid: number): Promise<void> {
  // Grants, codes and refresh tokens are deleted by cascade. The row goes first: this waits for transactions that use it.
  await deleteWhere(tx, 'applications', { gid })
  await deleteWhere(tx, 'tokens', { application: gid })
}
