/**
 * Setting a password. The caller must send the present one, if there is one, so that a session left open does not
 * suffice to take over the account. A recent sign-in by link proves access to the mailbox instead. A new password
 * revokes all other sessions and all links.
 */

import { checkPassword, MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from '../../identity/passwords.ts'
import { revokePrograms } from '../../identity/revoke_access.ts'
import { hasJustUsedLink, revokeOtherSessions } from '../../identity/sessions.ts'
import { invalid, missingInput } from '../../lib/errors.ts'
import { deleteWhere, tryInsert, update } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { accountOf, type SignInAccount } from '../../store/queries/identity/sign_in.ts'
import { flag, text } from '../../vocabulary/field.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from './route.ts'
import { mustAllowPasswords } from './sign_in.ts'

interface PasswordInput {
  password: string
  current_password?: string
  ends_access?: boolean
}

const wrongPassword = () => invalid('current_password', 'Is not your password')

/** Throws 400 unless the caller may set the password, and 429 after too many wrong ones. */
async function mustProveIdentity(
  { console, actor, body, client }: SessionCall<PasswordInput>,
  { email, password: hash }: SignInAccount,
) {
  const { store, clock, attempts, passwords } = console
  if (hash === null || (await hasJustUsedLink(store.read, actor.gid, actor.token, clock()))) return
  const { current_password: current } = body
  if (current === undefined) throw missingInput('current_password')
  const succeeded = await attempts.guess(client.address, email)
  if (!(await passwords.matches(current, hash))) throw wrongPassword()
  succeeded()
}

async function storePassword(tx: Writer, user: number, hash: string): Promise<void> {
  const row = { hash, changed_at: tx.now }
  const added = await tryInsert(tx, 'passwords', { user, ...row })
  if (!added) await update(tx, 'passwords', { user }, row)
}

const passwordOptions = { max: MAX_PASSWORD_CHARACTERS }

export const routes: ConsoleRoute[] = [
  sessionRoute('PUT', '/password', {
    doc: "Set the caller's password. Revokes the other sessions and unused links; tokens and grants only with `ends_access`.",
    body: {
      password: text({
        ...passwordOptions,
        required: true,
        doc: `The new password: ${MIN_PASSWORD_CHARACTERS} to ${MAX_PASSWORD_CHARACTERS} characters.`,
      }),
      current_password: text({
        ...passwordOptions,
        doc: 'The present password, if there is one. Not needed within an hour after signing in by link.',
      }),
      ends_access: flag({
        doc: 'Whether to revoke access tokens and grants too: for when another person may know the password.',
      }),
    },
    async execute(call) {
      const { console, actor, body } = call
      const { store, passwords } = console
      await mustAllowPasswords(store.read)
      const account = await accountOf(store.read, actor.gid)
      await mustProveIdentity(call, account)
      checkPassword('password', body.password, account.email)
      const hash = await passwords.hash(body.password)
      await store.write(async tx => {
        // Hashing takes a while: the password that was proved may have changed.
        if ((await accountOf(tx, actor.gid)).password !== account.password) throw wrongPassword()
        await storePassword(tx, actor.gid, hash)
        await revokeOtherSessions(tx, actor.gid, actor.token)
        await deleteWhere(tx, 'sign_in_links', { user: actor.gid })
        if (body.ends_access) await revokePrograms(tx, actor.gid)
      })
      return {}
    },
  }),
]
