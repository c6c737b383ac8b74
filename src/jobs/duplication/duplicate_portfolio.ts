/** The job that completes the copy of a portfolio: custom fields, members, items. */
import { unknownObject } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import { newPortfolio } from '../../resources/plan/rules/portfolio_state.ts'
import {
  copyItems,
  copyPortfolioMembers,
  type PortfolioCopy,
} from '../../resources/templates/rules/copied_portfolio.ts'
import { copyFields } from '../../resources/templates/rules/copied_project.ts'
import type { Writer } from '../../store/db.ts'
import type { RequestedJob } from '../../store/queries/jobs/requested.ts'
import { trashCopy } from './abandon.ts'
import type { JobSteps } from './steps.ts'

type PortfolioCursor = { phase: 'members'; after: number } | { phase: 'items'; after: string }

export const duplicatePortfolio: JobSteps = {
  async step(tx, job, cursor, rows): Promise<PortfolioCursor | undefined> {
    const of = await mustSeeBoth(tx, job)
    const parts = new Set((JSON.parse(job.input) as { parts: string[] }).parts)
    const at = cursor as PortfolioCursor | null
    if (at === null) {
      await copyFields(tx, { job: job.gid, ...of }, 0)
      return { phase: 'members', after: 0 }
    }
    if (at.phase === 'members') {
      const level = parts.has('permissions') ? null : newPortfolio.default_access_level
      const terms = { after: at.after, limit: rows, level }
      const after = parts.has('members') ? await copyPortfolioMembers(tx, of, terms) : undefined
      return after === undefined ? { phase: 'items', after: '' } : { phase: 'members', after }
    }
    const types = (['project', 'portfolio'] as const).filter(type => parts.has(`child_${type}s`))
    const after = types.length > 0 ? await copyItems(tx, of, { after: at.after, limit: rows, types }) : undefined
    return after === undefined ? undefined : { phase: 'items', after }
  },
  abandon: (tx, { user, new_portfolio }) => trashCopy(tx, 'portfolio', new_portfolio, user),
}

/** Throws 404 if one of the portfolios is in the trash, or the user has lost the rights that the copy needs. */
async function mustSeeBoth(
  tx: Writer,
  { user, workspace, source, new_portfolio }: RequestedJob,
): Promise<PortfolioCopy> {
  const [from, copy] = [source ?? 0, new_portfolio ?? 0]
  const found = await rights(tx, user, 'portfolio', [from, copy])
  if (!allows(found.get(from), 'view')) throw unknownObject('portfolio', from)
  if (!allows(found.get(copy), 'edit')) throw unknownObject('portfolio', copy)
  return { user, workspace, source: from, copy }
}
