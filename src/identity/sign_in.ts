/**
 * Sign-in by password, by link, or at the provider. Each creates a session, or fails in a way that does not reveal whether
 * there is an account.
 * Invariant: only members of a workspace can sign in.
 */
import { domainOf } from '../lib/address.ts'
import { notSignedIn } from '../lib/errors.ts'
import { auditEvent, insert, update } from '../store/change.ts'
import type { Store, Writer } from '../store/db.ts'
import { advisoryLock } from '../store/locks.ts'
import {
  accountOf,
  accountOfEmail,
  isKnownTo,
  type SignInAccount,
  userOfSubject,
} from '../store/queries/identity/sign_in.ts'
import { type LinkPurpose, useLink } from './links.ts'
import type { Mailer } from './mail.ts'
import { isOutdated, type Passwords } from './passwords.ts'
import type { Claims } from './provider.ts'
import { type Browser, createSession } from './sessions.ts'
import type { ProviderSettings } from './sign_in_settings.ts'

/** The signed-in user, and the secret of the new session. */
export interface NewSession {
  user: number
  session: string
}

const wrongCredentials = () => notSignedIn('The e-mail address or the password is wrong.')

/**
 * Signs in by password. Throws the same 401 for every fault, after the same work. A wrong password for an account is
 * recorded in the background, because its duration would reveal that the account exists.
 */
export async function signInByPassword(
  { store, passwords, mailer }: { store: Store; passwords: Passwords; mailer: Pick<Mailer, 'later'> },
  { email, password }: { email: string; password: string },
  browser: Browser,
): Promise<NewSession> {
  const account = await accountOfEmail(store.read, email)
  const storedHash = account?.password
  const isRight = await passwords.matches(password, storedHash)
  if (!isRight || !account?.can_sign_in || !storedHash) {
    if (account) mailer.later(() => recordFailure(store, account))
    throw wrongCredentials()
  }
  const newHash = isOutdated(storedHash) ? await passwords.hash(password) : undefined
  return store.write(async tx => {
    // During the hash, the password may have been changed, or the person may have left.
    // credentials: neither may happen while the session is created.
    await advisoryLock(tx, 'credentials', account.gid)
    const now = await accountOf(tx, account.gid)
    if (now.password !== storedHash || !now.can_sign_in) throw wrongCredentials()
    if (newHash) await update(tx, 'passwords', { user: account.gid }, { hash: newHash })
    return { user: account.gid, session: await createSession(tx, account.gid, browser, 'password') }
  })
}

const recordFailure = (store: Store, { gid }: SignInAccount): Promise<void> =>
  store.write(async tx =>
    auditEvent(tx, {
      event: 'user_login_failed',
      resource: { type: 'user', gid },
      details: { method: ['PASSWORD'] },
    }),
  )

/** Signs in by a link with one of `purposes`. Throws 401 for an unknown, used or expired one. */
export function signInByLink(
  store: Store,
  secret: string,
  purposes: readonly LinkPurpose[],
  browser: Browser,
): Promise<NewSession> {
  return store.write(async tx => {
    const used = await useLink(tx, secret)
    if (!used || !purposes.includes(used.purpose) || !(await accountOf(tx, used.user)).can_sign_in) {
      throw notSignedIn('This link has expired or was already used. Ask for a new one.')
    }
    return { user: used.user, session: await createSession(tx, used.user, browser, 'link') }
  })
}

/** Why a person whom the provider knows cannot sign in. */
export type SignInRefusal = 'no_account' | 'unverified'

/** Signs in by the claims of the provider. They apply only to accounts of its own e-mail domains. */
export function signInByProvider(
  store: Store,
  { email_domains }: Pick<ProviderSettings, 'email_domains'>,
  claims: Claims,
  browser: Browser,
): Promise<NewSession | SignInRefusal> {
  const opens = ({ email }: SignInAccount) => email_domains.includes(domainOf(email))
  return store.write(async tx => {
    const account = await accountOfClaims(tx, claims, opens)
    if (typeof account === 'string') return account
    if (!account.can_sign_in || !opens(account)) return 'no_account'
    return { user: account.gid, session: await createSession(tx, account.gid, browser, 'provider') }
  })
}

/**
 * Finds the account of a person by issuer and subject; the first time by the e-mail address. An account that is linked to
 * another subject of the issuer is refused, because addresses pass from one person to another.
 */
async function accountOfClaims(
  tx: Writer,
  claims: Claims,
  opens: (account: SignInAccount) => boolean,
): Promise<SignInAccount | SignInRefusal> {
  const { issuer, subject, email } = claims
  const addressed = async () => (email === undefined ? undefined : accountOfEmail(tx, email))
  const known = await userOfSubject(tx, issuer, subject)
  const user = known ?? (await addressed())?.gid
  // credentials: the person may be leaving, or signing in for the first time elsewhere; the checks come after the lock.
  if (user !== undefined) await advisoryLock(tx, 'credentials', user)
  if (known !== undefined && (await userOfSubject(tx, issuer, subject)) === known) return accountOf(tx, known)
  const account = await addressed()
  if (!claims.email_verified) return 'unverified'
  // Meanwhile the address passed to another account, which is not locked: a later sign-in finds it.
  if (account?.gid !== user) return 'no_account'
  if (!account?.can_sign_in || !opens(account) || (await isKnownTo(tx, issuer, account.gid))) return 'no_account'
  await insert(tx, 'external_identities', { issuer, subject, user: account.gid, created_at: tx.now })
  return account
}
