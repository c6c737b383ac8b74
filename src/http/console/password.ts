/**
 * Setting a password. Who has one shows it first, so that a session that was left open does not become an account that
 * was taken over; who has just come by a link has shown a mailbox instead. All other sessions and links end with it.
 */
import { endPrograms } from '../../identity/end_access.ts'
import { LONGEST, mustBeGood, SHORTEST } from '../../identity/passwords.ts'
import { endOtherSessions, hasJustUsedLink } from '../../identity/sessions.ts'
import { invalid, missing } from '../../lib/errors.ts'
import { linked, unlink, update } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { type Account, accountOf } from '../../store/queries/identity/sign_in.ts'
import { flag, text } from '../../vocabulary/field.ts'
import { type Call, personal, type Route } from './route.ts'
import { mustTakePasswords } from './sign_in.ts'

interface Wish {
  password: string
  current_password?: string
  ends_access?: boolean
}

const wrong = () => invalid('current_password', 'Is not your password')

/** Throws 400 unless the caller may give the account a new password, and 429 for who guesses. */
async function mustProve({ console, actor, body, visit }: Call<Wish>, { email, password: kept }: Account) {
  const { store, clock, attempts, passwords } = console
  if (kept === null || (await hasJustUsedLink(store.read, actor.gid, actor.token, clock()))) return
  const { current_password: current } = body
  if (current === undefined) throw missing('current_password')
  const succeeded = await attempts.guess(visit.address, email)
  if (!(await passwords.matches(current, kept))) throw wrong()
  succeeded()
}

async function keep(tx: Writer, user: number, hash: string): Promise<void> {
  const row = { hash, changed_at: tx.now }
  const added = await linked(tx, 'passwords', { user, ...row })
  if (!added) await update(tx, 'passwords', { user }, row)
}

const word = { max: LONGEST }

export const routes: Route[] = [
  personal('PUT', '/password', {
    doc: 'Set my password. It ends my other sessions, and links that were not used; tokens and grants only when asked.',
    body: {
      password: text({ ...word, required: true, doc: `The new one: ${SHORTEST} to ${LONGEST} characters.` }),
      current_password: text({
        ...word,
        doc: 'The old one, if there is one; not within an hour after signing in by link.',
      }),
      ends_access: flag({
        doc: 'Whether my access tokens end too, and what I let applications do: for when somebody else may have it.',
      }),
    },
    async run(call) {
      const { console, actor, body } = call
      const { store, passwords } = console
      await mustTakePasswords(store.read)
      const account = await accountOf(store.read, actor.gid)
      await mustProve(call, account)
      mustBeGood('password', body.password, account.email)
      const hash = await passwords.hash(body.password)
      await store.write(async tx => {
        // Hashing took a while: what was proved must still be so.
        if ((await accountOf(tx, actor.gid)).password !== account.password) throw wrong()
        await keep(tx, actor.gid, hash)
        await endOtherSessions(tx, actor.gid, actor.token)
        await unlink(tx, 'sign_in_links', { user: actor.gid })
        if (body.ends_access) await endPrograms(tx, actor.gid)
      })
      return {}
    },
  }),
]
