/**
 * The address of the first administrator, who was made before anybody said who they are. Invariants: an address changes
 * only while nobody else is in the installation, so that nobody can take the address that somebody else is invited with;
 * and only for a person without a password who has just come by a link, as the operator of the machine prints it.
 */
import { hasJustUsedLink } from '../../identity/sessions.ts'
import { addressOf, domainOf } from '../../lib/address.ts'
import { invalid, notAllowed } from '../../lib/errors.ts'
import { setDomains } from '../../resources/people/rules/join.ts'
import { hold, INSTALLATION, update } from '../../store/change.ts'
import type { Reader, Writer } from '../../store/db.ts'
import { headcountOf, onlyOrganization, organizationOf } from '../../store/queries/identity/organizations.ts'
import { type Account, accountOf, accountOfEmail } from '../../store/queries/identity/sign_in.ts'
import { belongingsTo } from '../../store/queries/people.ts'
import { text } from '../../vocabulary/field.ts'
import { personal, type Route } from './route.ts'

/** The organization of an account that may still get its address; undefined for all other accounts. */
async function organizationAlone(reader: Reader, { gid, password }: Account): Promise<number | undefined> {
  if (password !== null) return undefined
  const workspace = await onlyOrganization(reader)
  if (workspace === undefined) return undefined
  const bond = (await belongingsTo(reader, workspace, [gid])).get(gid)
  const { members, guests } = await headcountOf(reader, workspace)
  return bond?.is_active && bond.is_admin && members + guests === 1 ? workspace : undefined
}

/** Whether an account may still get its address. */
export const awaitsAddress = async (reader: Reader, account: Account): Promise<boolean> =>
  (await organizationAlone(reader, account)) !== undefined

/** An organization has the domain of its first administrator, as if the address had been known from the start. */
async function followDomain(tx: Writer, workspace: number, from: string, to: string): Promise<void> {
  const domains = JSON.parse((await organizationOf(tx, workspace))?.email_domains ?? '[]') as string[]
  const [only, ...others] = domains
  if (others.length > 0 || only !== domainOf(from)) return
  await setDomains(tx, workspace, [domainOf(to)])
}

export const routes: Route[] = [
  personal('PUT', '/email', {
    doc:
      'Set the e-mail address of the first administrator, who has no password yet and has signed in by link within the ' +
      'hour, while nobody else is in the installation. The organization gets the domain of the address.',
    body: { email: text({ required: true, max: 320, doc: 'The e-mail address.' }) },
    async run({ console, actor, body }) {
      const { store, clock } = console
      const email = addressOf(body.email.trim())
      if (email === undefined) throw invalid('email', 'Must be an e-mail address')
      await store.write(async tx => {
        // once, people: nobody is invited, and no organization is set up, meanwhile.
        await hold(tx, 'once', INSTALLATION)
        const account = await accountOf(tx, actor.gid)
        const workspace = await organizationAlone(tx, account)
        if (workspace !== undefined) await hold(tx, 'people', workspace)
        const isProved = await hasJustUsedLink(tx, actor.gid, actor.token, clock())
        if (workspace === undefined || !isProved || !(await awaitsAddress(tx, account))) {
          throw notAllowed(
            'The e-mail address can only be set during the first sign-in by link, while nobody else is here.',
          )
        }
        const holder = await accountOfEmail(tx, email)
        if (holder && holder.gid !== actor.gid) throw invalid('email', 'Belongs to a former account')
        await update(tx, 'users', { gid: actor.gid }, { email })
        await followDomain(tx, workspace, account.email, email)
      })
      return {}
    },
  }),
]
