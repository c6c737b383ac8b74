/**
 * Applications that people let act for them. An application is known by its gid and proves itself by a secret, of which
 * only the digest is kept. Where people are sent after they decided is compared with what was registered, letter by
 * letter: an address that is merely similar belongs to somebody else.
 */
import { digest, randomHex, sameText } from '../lib/secret.ts'
import { insert, unlink, update, updated } from '../store/change.ts'
import type { Reader, Writer } from '../store/db.ts'
import { applicationRow, applicationRows } from '../store/queries/identity/applications.ts'
import { FULL, identityScopes } from './scopes.ts'

export interface Application {
  gid: number
  owner: number
  name: string
  redirect_uris: string[]
  /** `default` alone, or the names of single scopes. */
  scopes: string[]
  secret_hash: string
  /** Milliseconds since the Unix epoch. */
  created_at: number
  /** When the account of the owner lost all that opened it; null while the owner can sign in. */
  owner_left_at: number | null
}

/** What its owner says of an application. */
export type Described = Pick<Application, 'name' | 'redirect_uris' | 'scopes'>

/** The address that stands for no address: the person copies the code. */
export const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob'

/** One's own machine, at any port: nobody else can listen there. */
const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?([/?]|$)/

/** Whether people may be sent to this address: TLS, or the machine of whoever develops the application. */
export function isRedirectUri(text: string): boolean {
  if (text === OUT_OF_BAND) return true
  // Letters that a header may hold, as they stand: what a browser would first repair is refused.
  if (!/^https?:\/\/[!-~]+$/.test(text) || /[#\\"<>]/.test(text) || !URL.canParse(text)) return false
  const [, , authority = ''] = text.split(/[/?]/, 3)
  return !authority.includes('@') && (text.startsWith('https:') || LOOPBACK.test(text))
}

const fromRow = (row: NonNullable<Awaited<ReturnType<typeof applicationRow>>>): Application => ({
  ...row,
  redirect_uris: JSON.parse(row.redirect_uris) as string[],
  scopes: row.scopes.split(' '),
})

const columns = ({ name, redirect_uris, scopes }: Partial<Described>) => ({
  ...(name === undefined ? {} : { name }),
  ...(redirect_uris === undefined ? {} : { redirect_uris: JSON.stringify(redirect_uris) }),
  ...(scopes === undefined ? {} : { scopes: scopes.join(' ') }),
})

/** An application by its gid. */
export async function applicationOf(reader: Reader, gid: number): Promise<Application | undefined> {
  const row = await applicationRow(reader, gid)
  return row && fromRow(row)
}

/** The applications that a user registered. */
export const applicationsOf = async (reader: Reader, owner: number): Promise<Application[]> =>
  (await applicationRows(reader, owner)).map(fromRow)

/** Registers an application; its secret cannot be shown again. */
export async function register(tx: Writer, owner: number, described: Described) {
  const { name, redirect_uris, scopes } = described
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

/** Changes what was given of an application. */
export const describe = (tx: Writer, gid: number, described: Partial<Described>): Promise<number> =>
  updated(tx, 'applications', { gid }, columns(described))

/** Makes a new secret; the old one proves nothing from then on. */
export async function renewSecret(tx: Writer, gid: number): Promise<string> {
  const secret = randomHex(16)
  await update(tx, 'applications', { gid }, { secret_hash: digest(secret) })
  return secret
}

/** Whether an application may ask for all these scopes. Who somebody is goes with full permission. */
export const mayAsk = ({ scopes }: Application, asked: string[]): boolean =>
  asked.every(scope => scopes.includes(scope) || (scopes.includes(FULL) && identityScopes.includes(scope)))

/** Whether this is the secret of an application. */
export const hasSecret = ({ secret_hash }: Application, secret: string): boolean =>
  sameText(digest(secret), secret_hash)

/** Deletes an application, and everything that anybody ever gave it. */
export async function unregister(tx: Writer, gid: number): Promise<void> {
  // Grants, codes and refresh tokens go with it. It goes first: what is being made with any of them is waited for.
  await unlink(tx, 'applications', { gid })
  await unlink(tx, 'tokens', { application: gid })
}
