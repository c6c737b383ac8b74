/**
 * Invitations to an organization, and sign-in links for people who cannot sign in.
 *
 * Invariants:
 * - With mail, only the person gets the link.
 * - Without mail, the administrator gets the link, and only for an account that
 *   - is unused,
 *   - belongs to no other organization, or
 *   - has an address in a domain of the organization;
 *   and whose role has no more permissions than that of the administrator.
 */

import type { Actor } from '../../identity/actor.ts'
import { invitationEmail, joinRequestEmail, signInEmail, welcomeEmail } from '../../identity/emails.ts'
import { createLink, linkTo } from '../../identity/links.ts'
import { signInSettings } from '../../identity/sign_in_settings.ts'
import { addressOf } from '../../lib/address.ts'
import { invalid, notAllowed, notFound } from '../../lib/errors.ts'
import { requireBase, requirePermission, termsIn } from '../../policy/standing.ts'
import { assignBase } from '../../resources/people/rules/assign_role.ts'
import { isForeign, isForeignAddress } from '../../resources/people/rules/foreign.ts'
import { inviteUser } from '../../resources/people/rules/invite.ts'
import { createUser, join } from '../../resources/people/rules/join.ts'
import { baseOfRole, type RoleName, roleOf, roles } from '../../resources/people/rules/role.ts'
import { mustCover } from '../../resources/people/rules/role_terms.ts'
import type { Reader, Writer } from '../../store/db.ts'
import { advisoryLock } from '../../store/locks.ts'
import { administersInstallation } from '../../store/queries/identity/administrators.ts'
import { controlsAccount, isOfOtherOrganization } from '../../store/queries/identity/domains.ts'
import { organizationOf } from '../../store/queries/identity/organizations.ts'
import { accountOf, accountOfEmail, belongsElsewhere } from '../../store/queries/identity/sign_in.ts'
import { membershipsIn } from '../../store/queries/people.ts'
import { oneOf, text } from '../../vocabulary/field.ts'
import { created } from '../../vocabulary/operation.ts'
import { administeredOrganization } from './organizations.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from './route.ts'
import { mustAllowPasswords } from './sign_in.ts'

interface InvitationInput {
  email: string
  name?: string
  role?: RoleName
}

interface InvitationResult {
  /** Null when the person must accept first: until then the organization must not learn of the account. */
  gid: string | null
  name: string
  email: string
  /** The secret of a sign-in link; null where links are off or not allowed. */
  secret: string | null
}

async function invite(
  tx: Writer,
  organization: number,
  input: InvitationInput,
  actor: Actor,
  hasMail: boolean,
): Promise<InvitationResult> {
  const { email, name, role } = input
  // people: of two concurrent invitations of one person, the second must find the person and fail.
  await advisoryLock(tx, 'people', organization)
  const existing = await accountOfEmail(tx, email)
  if (existing && (await isActiveMember(tx, organization, existing.gid)))
    throw invalid('email', 'Belongs to the organization already')
  const displayName = name?.trim() || (email.split('@')[0] ?? '')
  if (await isOfOtherOrganization(tx, organization, email)) {
    const given = role ?? ((await isForeignAddress(tx, organization, email)) ? 'guest' : 'member')
    await mustBeAllowedToInvite(tx, actor, organization, given)
    const invitation = { email, workspace: organization, role: roleOf(given), by: actor.gid, replaces: true }
    await inviteUser(tx, invitation)
    return { gid: null, name: displayName, email, secret: null }
  }
  const user = existing?.gid ?? (await createUser(tx, { name: displayName, email }))
  const given = role ?? ((await isForeign(tx, organization, user)) ? 'guest' : 'member')
  await mustBeAllowedToInvite(tx, actor, organization, given)
  // The caller gets the link.
  if (!hasMail) await mustCover(tx, actor, organization, { base: baseOfRole[given], given: {} })
  const isEmptied = await join(tx, user, organization, roleOf(given))
  // An existing account may be in use: only its person may get a link to it.
  const isNew = !existing || isEmptied
  const mayLink = (isNew || (hasMail && existing.password === null)) && (await signInSettings(tx)).password
  const account = await accountOf(tx, user)
  const secret = mayLink ? await createLink(tx, user, 'invitation') : null
  return { gid: String(user), name: account.name, email: account.email, secret }
}

/** Throws 403 unless the role of the caller allows them to invite someone as this. */
async function mustBeAllowedToInvite(tx: Writer, actor: Actor, organization: number, role: RoleName): Promise<void> {
  if (role === 'admin') await requireBase(tx, actor, organization, 'super_admin')
  if (role === 'guest') await requirePermission(tx, actor, 'allowed_guest_invites', organization)
}

async function isActiveMember(reader: Reader, organization: number, user: number): Promise<boolean> {
  const membership = (await membershipsIn(reader, organization, [user])).get(user)
  return membership?.is_active === 1 && membership.is_service === 0
}

/** Sends the e-mail to the invited person. Without mail it returns the link, which the administrator passes on. */
async function sendInvitation(
  { console, actor, path }: SessionCall,
  invited: InvitationResult,
): Promise<string | null> {
  const { mailer, store, linkBaseUrl } = console
  const { gid, secret } = invited
  const link = secret === null ? null : linkTo(linkBaseUrl(), secret)
  if (!mailer.sendsMail) return link
  const by = (await accountOf(store.read, actor.gid)).name
  const organization = (await organizationOf(store.read, path.organization_gid ?? 0))?.name ?? ''
  const createEmail = gid === null ? joinRequestEmail : welcomeEmail
  mailer.send(
    link ? invitationEmail(invited, by, organization, link) : createEmail(invited, by, organization, linkBaseUrl()),
  )
  return null
}

/** The person in the path, in the organization that the caller administers. Throws 404. */
async function memberInPath(reader: Reader, call: SessionCall): Promise<{ organization: number; user: number }> {
  const organization = await administeredOrganization(reader, call)
  const { user_gid: user = 0 } = call.path
  if (!(await isActiveMember(reader, organization, user))) throw notFound('user', user)
  return { organization, user }
}

/** Throws 403 unless the organization controls the account of this person. */
async function mustControlAccount(
  tx: Writer,
  { actor }: SessionCall,
  organization: number,
  user: number,
): Promise<void> {
  if (await administersInstallation(tx, user)) {
    throw notAllowed(
      'This person administers the installation: its operator creates links for them (workloom sign-in-link).',
    )
  }
  if (await controlsAccount(tx, organization, user)) return
  if (await belongsElsewhere(tx, organization, actor.gid, user)) {
    throw notAllowed('This person belongs to an organization that you do not administer, and must request a link.')
  }
}

/** Creates a new sign-in link. Throws 403 where it would give access to an organization of others too. */
async function createLinkFor(call: SessionCall): Promise<string | null> {
  const { console, actor } = call
  const { store, mailer, linkBaseUrl } = console
  await mustAllowPasswords(store.read)
  const { account, secret } = await store.write(async tx => {
    // credentials: a person who leaves this organization or joins another one does so before this link or revokes it.
    await advisoryLock(tx, 'credentials', call.path.user_gid ?? 0)
    const { organization, user } = await memberInPath(tx, call)
    // A link replaces the proof by the old password. A session left open must not suffice to change the password.
    if (user === actor.gid)
      throw notAllowed('You cannot create a link for yourself: sign out and request one on the sign-in page.')
    const terms = (await termsIn(tx, organization, user)) ?? { base: 'guest', given: {} }
    await requireBase(tx, actor, organization, terms.base)
    // The caller gets the link, and so what the person may do.
    if (!mailer.sendsMail) await mustCover(tx, actor, organization, terms)
    await mustControlAccount(tx, call, organization, user)
    const account = await accountOf(tx, user)
    return { account, secret: await createLink(tx, user, account.password === null ? 'invitation' : 'reset') }
  })
  const link = linkTo(linkBaseUrl(), secret)
  if (!mailer.sendsMail) return link
  mailer.send(signInEmail(account, link, account.password === null ? 'seven days' : 'an hour'))
  return null
}

const path = '/organizations/:organization_gid'

export const routes: ConsoleRoute[] = [
  sessionRoute('POST', `${path}/invitations`, {
    doc: 'Invite a person to an organization, for administrators. Without mail, the response for a new account has its `link`. `is_asked` is true when another organization has the domain, and the person must accept.',
    body: {
      email: text({ required: true, max: 320, doc: 'The e-mail address.' }),
      name: text({ max: 255, doc: 'The name of the person; by default the part of the address before the @.' }),
      role: oneOf(roles, { doc: 'By default `member`; `guest` for an address of a foreign domain.' }),
    },
    async execute(call) {
      const { body, console } = call
      const email = addressOf(body.email.trim())
      if (email === undefined) throw invalid('email', 'Must be an e-mail address')
      const invited = await console.store.write(async tx =>
        invite(tx, await administeredOrganization(tx, call), { ...body, email }, call.actor, console.mailer.sendsMail),
      )
      const { gid, name } = invited
      const data = {
        user: { gid, name, email: invited.email },
        is_asked: gid === null,
        link: await sendInvitation(call, invited),
      }
      return { status: created, data }
    },
  }),
  sessionRoute('POST', `${path}/people/:user_gid/link`, {
    doc: 'Create a sign-in link for a person, for administrators. It is sent by e-mail; without mail the response has it.',
    async execute(call) {
      return { data: { link: await createLinkFor(call) } }
    },
  }),
  sessionRoute('PUT', `${path}/people/:user_gid`, {
    doc: 'Change the role of a person in an organization to a standard one, for administrators; `admin` stands for super administrators.',
    body: { role: oneOf(roles, { required: true, doc: 'The new role.' }) },
    async execute(call) {
      const { role } = call.body
      await call.console.store.write(async tx => {
        // people: another transaction may remove an administrator, or this person.
        await advisoryLock(tx, 'people', call.path.organization_gid ?? 0)
        const { organization, user } = await memberInPath(tx, call)
        await assignBase(tx, call.actor, { workspace: organization, user }, baseOfRole[role])
      })
      return { data: { user: { gid: String(call.path.user_gid) }, role } }
    },
  }),
]
