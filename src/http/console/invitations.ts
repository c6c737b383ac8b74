/**
 * Bringing people into an organization, and helping those who have lost their way in. What must always hold: a link
 * that signs somebody in is shown for an account that nobody has used, or for one that belongs to nobody else's
 * organization; and where there is mail, nobody but the person sees it.
 */
import { invitation, wayIn, welcome } from '../../identity/letters.ts'
import { createLink, linkTo } from '../../identity/links.ts'
import { signInSettings } from '../../identity/sign_in_settings.ts'
import { invalid, notAllowed, notFound } from '../../lib/errors.ts'
import { isForeign } from '../../resources/people/rules/foreign.ts'
import { createUser, join } from '../../resources/people/rules/join.ts'
import { isAddress } from '../../resources/people/rules/person.ts'
import { changeRole, type RoleName, roleOf, roles } from '../../resources/people/rules/role.ts'
import { hold } from '../../store/change.ts'
import type { Reader, Writer } from '../../store/db.ts'
import { organizationOf } from '../../store/queries/identity/organizations.ts'
import { type Account, accountOf, accountOfEmail, belongsElsewhere } from '../../store/queries/identity/sign_in.ts'
import { belongingsTo } from '../../store/queries/people.ts'
import { oneOf, text } from '../../vocabulary/field.ts'
import { created } from '../../vocabulary/operation.ts'
import { administered } from './organizations.ts'
import { type Call, personal, type Route } from './route.ts'
import { mustTakePasswords } from './sign_in.ts'

interface Wish {
  email: string
  name?: string
  role?: RoleName
}

interface Invited {
  account: Account
  /** The secret of a link, where people may come by link. */
  secret: string | null
}

async function invite(tx: Writer, into: number, { email, name, role }: Wish, mails: boolean): Promise<Invited> {
  // people: of two who invite somebody the second one is told that the person is there.
  await hold(tx, 'people', into)
  const known = await accountOfEmail(tx, email)
  if (known && (await belongs(tx, into, known.gid))) throw invalid('email', 'Belongs to the organization already')
  const user = known?.gid ?? (await createUser(tx, { name: name?.trim() || (email.split('@')[0] ?? ''), email }))
  await join(tx, user, into, roleOf(role ?? ((await isForeign(tx, into, user)) ? 'guest' : 'member')))
  // Somebody may be using an account that is there already: nobody but the person gets a link to it.
  const mayLink = (!known || (mails && known.password === null)) && (await signInSettings(tx)).password
  return { account: await accountOf(tx, user), secret: mayLink ? await createLink(tx, user, 'invitation') : null }
}

async function belongs(reader: Reader, organization: number, user: number): Promise<boolean> {
  const bond = (await belongingsTo(reader, organization, [user])).get(user)
  return bond?.is_active === 1 && bond.is_service === 0
}

/** Writes to the invited person. Answers the link where there is no mail, and the administrator has to pass it on. */
async function tell({ console, actor, path }: Call, { account, secret }: Invited): Promise<string | null> {
  const { post, store, home } = console
  const link = secret === null ? null : linkTo(home(), secret)
  if (!post.mails) return link
  const by = (await accountOf(store.read, actor.gid)).name
  const organization = (await organizationOf(store.read, path.organization_gid ?? 0))?.name ?? ''
  const letter = link ? invitation(account, by, organization, link) : welcome(account, by, organization, home())
  post.send(letter)
  return null
}

/** The person whom the path names, in the organization that the caller administers. Throws 404. */
async function personOf(reader: Reader, call: Call): Promise<{ organization: number; user: number }> {
  const organization = await administered(reader, call)
  const { user_gid: user = 0 } = call.path
  if (!(await belongs(reader, organization, user))) throw notFound('user', user)
  return { organization, user }
}

/** Makes a new way in. Throws 403 where it would open somebody else's organization too. */
async function relink(call: Call): Promise<string | null> {
  const { console, actor } = call
  const { store, post, home } = console
  await mustTakePasswords(store.read)
  const { account, secret } = await store.write(async tx => {
    const { user } = await personOf(tx, call)
    // A link stands in for the old password: with one, a session that was left open would be enough to change it.
    if (user === actor.gid)
      throw notAllowed('Nobody makes a link for oneself: sign out, and ask for one on the sign-in page.')
    // doors: who joins another organization now comes after this link, and ends it.
    await hold(tx, 'doors', user)
    if (await belongsElsewhere(tx, actor.gid, user)) {
      throw notAllowed('This person belongs to an organization that you do not administer, and must ask for a link.')
    }
    const account = await accountOf(tx, user)
    return { account, secret: await createLink(tx, user, account.password === null ? 'invitation' : 'reset') }
  })
  const link = linkTo(home(), secret)
  if (!post.mails) return link
  post.send(wayIn(account, link, account.password === null ? 'seven days' : 'an hour'))
  return null
}

const path = '/organizations/:organization_gid'

export const routes: Route[] = [
  personal('POST', `${path}/invitations`, {
    doc: 'Bring somebody into an organization, for administrators. Without mail, a new account answers its `link`.',
    body: {
      email: text({ required: true, max: 320, doc: 'The e-mail address.' }),
      name: text({ max: 255, doc: 'What the person is called; what stands before the @ when not said.' }),
      role: oneOf(roles, { doc: 'When not said, a member; a guest with an address of a foreign domain.' }),
    },
    async run(call) {
      const { body, console } = call
      const email = body.email.trim()
      if (!isAddress(email)) throw invalid('email', 'Must be an e-mail address')
      const invited = await console.store.write(async tx =>
        invite(tx, await administered(tx, call), { ...body, email }, console.post.mails),
      )
      const { gid, name } = invited.account
      const user = { gid: String(gid), name, email: invited.account.email }
      return { status: created, data: { user, link: await tell(call, invited) } }
    },
  }),
  personal('POST', `${path}/people/:user_gid/link`, {
    doc: 'Make a new way in for somebody who lost it, for administrators. It is mailed, or answered without mail.',
    async run(call) {
      return { data: { link: await relink(call) } }
    },
  }),
  personal('PUT', `${path}/people/:user_gid`, {
    doc: 'Change what somebody is in an organization, for administrators.',
    body: { role: oneOf(roles, { required: true, doc: 'What the person is from now on.' }) },
    async run(call) {
      const { role } = call.body
      await call.console.store.write(async tx => {
        // people: an administrator may be going at the same time, or this person.
        await hold(tx, 'people', call.path.organization_gid ?? 0)
        const { organization, user } = await personOf(tx, call)
        await changeRole(tx, organization, user, role)
      })
      return { data: { user: { gid: String(call.path.user_gid) }, role } }
    },
  }),
]
