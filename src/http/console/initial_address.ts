/**
 * The address of the first administrator, whose account is created before their address is known.
 *
 * Invariants:
 * - The address changes only while the installation has no other person, so that an address to
 *   which an invitation was sent cannot be taken.
 * - It changes only for a person without a password who has just signed in by link, as the operator prints it.
 */
import { hasJustUsedLink } from '../../identity/sessions.ts'
import { addressOf, domainOf } from '../../lib/address.ts'
import { invalid, notAllowed } from '../../lib/errors.ts'
import { setDomains } from '../../resources/people/rules/join.ts'
import { update } from '../../store/change.ts'
import type { Reader, Writer } from '../../store/db.ts'
import { advisoryLock, INSTALLATION } from '../../store/locks.ts'
import { headcountOf, onlyOrganization, organizationOf } from '../../store/queries/identity/organizations.ts'
import { accountOf, accountOfEmail, type SignInAccount } from '../../store/queries/identity/sign_in.ts'
import { membershipsIn } from '../../store/queries/people.ts'
import { text } from '../../vocabulary/field.ts'
import { type ConsoleRoute, sessionRoute } from './route.ts'

/** The organization of an account whose address may still be set; undefined for all other accounts. */
async function initialOrganization(reader: Reader, { gid, password }: SignInAccount): Promise<number | undefined> {
  if (password !== null) return undefined
  const workspace = await onlyOrganization(reader)
  if (workspace === undefined) return undefined
  const membership = (await membershipsIn(reader, workspace, [gid])).get(gid)
  const { members, guests } = await headcountOf(reader, workspace)
  return membership?.is_active && membership.is_admin && members + guests === 1 ? workspace : undefined
}

/** Whether the address of an account may still be set. */
export const mayReplaceAddress = async (reader: Reader, account: SignInAccount): Promise<boolean> =>
  (await initialOrganization(reader, account)) !== undefined

/** Replaces the domain of the organization, if it is that of the administrator's former address. */
async function replaceDomain(tx: Writer, workspace: number, from: string, to: string): Promise<void> {
  const domains = JSON.parse((await organizationOf(tx, workspace))?.email_domains ?? '[]') as string[]
  const [only, ...others] = domains
  if (others.length > 0 || only !== domainOf(from)) return
  await setDomains(tx, workspace, [domainOf(to)])
}

export const routes: ConsoleRoute[] = [
  sessionRoute('PUT', '/email', {
    doc:
      'Set the e-mail address of the first administrator, who must have no password and have signed in by link within ' +
      'the last hour, while the installation has no other person. The organization gets the domain of the address.',
    body: { email: text({ required: true, max: 320, doc: 'The e-mail address.' }) },
    async execute({ console, actor, body }) {
      const { store, clock } = console
      const email = addressOf(body.email.trim())
      if (email === undefined) throw invalid('email', 'Must be an e-mail address')
      await store.write(async tx => {
        // installation, people: no transaction may add a person or an organization meanwhile.
        await advisoryLock(tx, 'installation', INSTALLATION)
        const account = await accountOf(tx, actor.gid)
        const workspace = await initialOrganization(tx, account)
        if (workspace !== undefined) await advisoryLock(tx, 'people', workspace)
        const hasProof = await hasJustUsedLink(tx, actor.gid, actor.token, clock())
        if (workspace === undefined || !hasProof || !(await mayReplaceAddress(tx, account))) {
          throw notAllowed(
            'The e-mail address can only be set after the first sign-in by link, while you are the only person here.',
          )
        }
        const holder = await accountOfEmail(tx, email)
        if (holder && holder.gid !== actor.gid) throw invalid('email', 'Belongs to a former account')
        await update(tx, 'users', { gid: actor.gid }, { email })
        await replaceDomain(tx, workspace, account.email, email)
      })
      return {}
    },
  }),
]
