/** An organization for its members: its plan and features, and the number of its people. */
import type { Actor } from '../../identity/actor.ts'
import { invalid, notAllowed, notFound } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import { isCurrency } from '../../resources/fields/rules/define.ts'
import { featuresOf } from '../../resources/people/rules/plan.ts'
import { update } from '../../store/change.ts'
import type { Reader } from '../../store/db.ts'
import { currencyOf, headcountOf, organizationOf } from '../../store/queries/identity/organizations.ts'
import { text } from '../../vocabulary/field.ts'
import { type ConsoleRoute, sessionRoute } from './route.ts'

/** Whether the caller administers an organization. Throws 404 for a caller outside it. */
async function isAdmin(reader: Reader, actor: Actor, gid: number): Promise<boolean> {
  const levels = (await rights(reader, actor.gid, 'workspace', [gid])).get(gid)
  if (!allows(levels, 'view')) throw notFound('organization', gid)
  return allows(levels, 'admin')
}

/** The organization in the path. Throws 404 for a caller outside it, 403 for one who does not administer it. */
export async function administeredOrganization(
  reader: Reader,
  { actor, path }: { actor: Actor; path: Record<string, number> },
): Promise<number> {
  const { organization_gid: gid = 0 } = path
  if (!(await isAdmin(reader, actor, gid))) throw notAllowed('Only administrators of the organization may do this.')
  return gid
}

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/organizations/:organization_gid', {
    doc: 'An organization of the caller: its plan, the features of the plan, and the number of its people.',
    async execute({ console, actor, path: { organization_gid: gid = 0 } }) {
      const { read } = console.store
      const { sizes } = console.limits
      const is_admin = await isAdmin(read, actor, gid)
      const organization = await organizationOf(read, gid)
      if (!organization) throw notFound('organization', gid)
      return {
        data: {
          gid: String(gid),
          name: organization.name,
          plan: organization.plan,
          is_organization: organization.is_organization === 1,
          email_domains: JSON.parse(organization.email_domains),
          currency_code: await currencyOf(read, gid),
          is_admin,
          people: await headcountOf(read, gid),
          features: {
            ...featuresOf(organization.plan),
            minute: organization.plan === 'free' ? sizes.free : sizes.paid,
          },
        },
      }
    },
  }),
  sessionRoute('PUT', '/organizations/:organization_gid', {
    doc: 'Set the currency of the rates and costs of an organization, for its administrators. Amounts stay as they are.',
    body: { currency_code: text({ required: true, max: 3, doc: 'The ISO 4217 code of the currency.' }) },
    execute: call =>
      call.console.store.write(async tx => {
        const gid = await administeredOrganization(tx, call)
        const { currency_code } = call.body
        if (!isCurrency(currency_code)) throw invalid('currency_code', `Not an ISO 4217 code: ${currency_code}`)
        await update(tx, 'workspaces', { gid }, { currency_code })
        return { data: { gid: String(gid), currency_code } }
      }),
  }),
]
