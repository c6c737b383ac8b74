/** Copies what a portfolio has, in parts. */
import { insertAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { nextItems, nextPortfolioMembers } from '../../../store/queries/jobs/copied_portfolios.ts'
import { stillPresent } from './present_members.ts'

// wire: contract: what the copy of a portfolio can have. Portfolios have no description, templates or rules here.
export const portfolioParts = [
  ...(['description', 'members', 'permissions', 'templates', 'rules', 'child_projects', 'child_portfolios'] as const),
]

/** A portfolio and its copy. */
export interface PortfolioCopy {
  user: number
  workspace: number
  source: number
  copy: number
}

/** Copies memberships after one. Returns the last one; undefined at the end. */
export async function copyPortfolioMembers(
  tx: Writer,
  { workspace, source, copy }: PortfolioCopy,
  { after, limit, level }: { after: number; limit: number; level: string | null },
): Promise<number | undefined> {
  const found = await nextPortfolioMembers(tx, { portfolio: source, copy }, after, limit)
  const present = await stillPresent(tx, workspace, found)
  await insertAll(
    tx,
    'portfolio_memberships',
    present.map(({ member, access_level }) => ({
      ...{ gid: tx.gid(), portfolio: copy, member, workspace, access_level: level ?? access_level },
    })),
  )
  return found[limit - 1]?.gid
}

/** Adds the items of these types after a rank to the copy, which contains the same objects. Returns the last rank. */
export async function copyItems(
  tx: Writer,
  { user, workspace, source, copy }: PortfolioCopy,
  { after, limit, types }: { after: string; limit: number; types: readonly string[] },
): Promise<string | undefined> {
  const found = await nextItems(tx, user, { portfolio: source, copy, types }, after, limit)
  await insertAll(
    tx,
    'portfolio_items',
    found.map(item => ({
      ...{ gid: tx.gid(), portfolio: copy, ...item, workspace },
      // Only an admin of the project may share it through a portfolio.
      ...{ is_access_control_inherited: 0, created_at: tx.now },
    })),
  )
  return found[limit - 1]?.rank
}
