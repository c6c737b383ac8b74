/** Sign-in with a password or a link, and requests for a link. No response reveals whether an address has an account. */
import { signInEmail } from '../../identity/emails.ts'
import { createLink, type LinkPurpose, linkTo } from '../../identity/links.ts'
import { MAX_PASSWORD_CHARACTERS } from '../../identity/passwords.ts'
import { type NewSession, signInByLink, signInByPassword } from '../../identity/sign_in.ts'
import { signInSettings } from '../../identity/sign_in_settings.ts'
import { addressKey } from '../../lib/address.ts'
import { notAllowed } from '../../lib/errors.ts'
import type { Reader } from '../../store/db.ts'
import { advisoryLock } from '../../store/locks.ts'
import { accountOf, accountOfEmail } from '../../store/queries/identity/sign_in.ts'
import { text } from '../../vocabulary/field.ts'
import { type Console, type ConsoleReply, type ConsoleRoute, publicRoute } from './route.ts'
import { describeSession } from './session.ts'

const email = text({ required: true, max: 320, doc: 'The e-mail address.' })

const signedInReply = async ({ store }: Console, { user, session }: NewSession): Promise<ConsoleReply> => ({
  session,
  data: await describeSession(store.read, user, store.clock()),
})

/** Throws 403 where passwords are switched off. */
export async function mustAllowPasswords(reader: Reader): Promise<void> {
  const { password, provider } = await signInSettings(reader)
  if (!password) throw notAllowed(`Passwords are switched off here: sign in with ${provider?.name}.`)
}

/** The links that are accepted. Without passwords the provider authenticates people, so only the operator's links are. */
async function allowedPurposes(reader: Reader): Promise<LinkPurpose[]> {
  const { password } = await signInSettings(reader)
  return password ? ['first_run', 'operator', 'invitation', 'reset'] : ['first_run', 'operator']
}

/** Sends a link to the person with this address, if they may sign in. */
async function sendSignInLink({ store, mailer, linkBaseUrl }: Console, address: string): Promise<void> {
  const account = await accountOfEmail(store.read, address)
  if (!account?.can_sign_in) return
  const secret = await store.write(async tx => {
    // credentials: the person may be leaving, and a link must not outlast their membership.
    await advisoryLock(tx, 'credentials', account.gid)
    return (await accountOf(tx, account.gid)).can_sign_in ? createLink(tx, account.gid, 'reset') : undefined
  })
  if (secret === undefined) return
  mailer.send(signInEmail(account, linkTo(linkBaseUrl(), secret), 'an hour'))
}

export const routes: ConsoleRoute[] = [
  publicRoute('GET', '/sign_in', {
    doc: 'The available ways to sign in.',
    async execute({ console }) {
      return { data: await console.signInMethods() }
    },
  }),
  publicRoute('POST', '/sign_in', {
    doc: 'Sign in with a password.',
    body: { email, password: text({ required: true, max: MAX_PASSWORD_CHARACTERS, doc: 'The password.' }) },
    async execute({ console, body, client }) {
      await mustAllowPasswords(console.store.read)
      const email = addressKey(body.email.trim())
      const succeeded = await console.attempts.guess(client.address, email)
      const person = await signInByPassword(console, { ...body, email }, client)
      succeeded()
      return signedInReply(console, person)
    },
  }),
  publicRoute('POST', '/sign_in/link', {
    doc: 'Sign in with a link, which can be used once.',
    body: { link: text({ required: true, max: 200, doc: 'The part of the link after the #.' }) },
    async execute({ console, body, client }) {
      const succeeded = await console.attempts.guess(client.address)
      const { store } = console
      const person = await signInByLink(store, body.link, await allowedPurposes(store.read), client)
      succeeded()
      return signedInReply(console, person)
    },
  }),
  publicRoute('POST', '/sign_in/forgot', {
    doc: 'Request a sign-in link by e-mail. The response is the same with and without an account.',
    body: { email },
    async execute({ console, body, client }) {
      await mustAllowPasswords(console.store.read)
      const email = addressKey(body.email.trim())
      await console.attempts.email(client.address, email)
      console.mailer.later(() => sendSignInLink(console, email))
      return {}
    },
  }),
]
