/** An organization for its members: its plan, features and settings, and the number of its people. */
import type { Actor } from '../../identity/actor.ts'
import { invalid, notAllowed, notFound } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import { requireBase } from '../../policy/standing.ts'
import { isCurrency } from '../../resources/fields/rules/define.ts'
import { setFiscalYearStart } from '../../resources/goals/rules/time_periods.ts'
import { featuresOf } from '../../resources/people/rules/plan.ts'
import { update } from '../../store/change.ts'
import type { Reader } from '../../store/db.ts'
import { headcountOf, organizationOf } from '../../store/queries/identity/organizations.ts'
import { number, text } from '../../vocabulary/field.ts'
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

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
/** The same, for what gives all rights in the organization. Throws 403 for other administrators too. */
export async function superAdministeredOrganization(
  reader: Reader,
  call: { actor: Actor; path: Record<string, number> },
): Promise<number> {
  const gid = await administeredOrganization(reader, call)
  await requireBase(reader, call.actor, gid, 'super_admin')
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
          fiscal_year_start: organization.fiscal_year_start,
          currency_code: organization.currency_code,
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
    doc: 'Update settings of an organization, for its administrators.',
    body: {
      fiscal_year_start: number({
        doc: 'The month, 1 to 12, in which fiscal years start. Goals keep the time periods that they have.',
      }),
      currency_code: text({
        max: 3,
        doc: 'The ISO 4217 code of the currency of rates and costs. Amounts stay as they are.',
      }),
    },
    async execute(call) {
      const { fiscal_year_start, currency_code } = call.body
      if (fiscal_year_start !== undefined && !MONTHS.includes(fiscal_year_start))
        throw invalid('fiscal_year_start', 'Must be a month, 1 to 12')
      if (currency_code !== undefined && !isCurrency(currency_code))
        throw invalid('currency_code', `Not an ISO 4217 code: ${currency_code}`)
      await call.console.store.write(async tx => {
        const gid = await administeredOrganization(tx, call)
        if (fiscal_year_start !== undefined) await setFiscalYearStart(tx, gid, fiscal_year_start)
        if (currency_code !== undefined) await update(tx, 'workspaces', { gid }, { currency_code })
      })
      return { data: { fiscal_year_start, currency_code } }
    },
  }),
]
