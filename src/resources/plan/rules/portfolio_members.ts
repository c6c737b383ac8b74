/** Memberships of a portfolio, and the access level that is needed to change them. */
import { notAllowed } from '../../../lib/errors.ts'
import { allows, type Right } from '../../../policy/rights.ts'
import { insertAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { portfolioMembershipsOf } from '../../../store/queries/plan/portfolios.ts'

// wire: contract: a portfolio has no commenters
export const portfolioLevels = ['admin', 'editor', 'viewer'] as const

interface SharedPortfolio {
  gid: number
  workspace: number
}

/** Adds users or teams to the members. Existing members keep their access level. */
export async function addPortfolioMembers(
  tx: Writer,
  { gid: portfolio, workspace }: SharedPortfolio,
  members: readonly number[],
  access_level: string,
): Promise<void> {
  const there = await portfolioMembershipsOf(tx, portfolio, members)
  const added = [...new Set(members)].filter(member => !there.has(member))
  const rows = added.map(member => ({ gid: tx.gid(), portfolio, member, workspace, access_level }))
  await insertAll(tx, 'portfolio_memberships', rows)
}

// wire: docs "Portfolio permissions": only admins appoint admins
/** Throws 403 if a caller who is not an admin gives or takes the access level `admin`. */
export function mustBeAdminFor(access_level: string, right: Right | undefined): void {
  if (access_level === 'admin' && !allows(right, 'admin')) {
    throw notAllowed('Only admins of this portfolio can appoint and remove its admins.')
  }
}
