/** Duplicates a portfolio. The request creates the copy; the job copies its custom fields, members and items. */
import { forbidden } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import { getForUpdate, insert } from '../../store/change.ts'
import { isOpen } from '../../store/queries/roles/openness.ts'
import { someOf, text } from '../../vocabulary/field.ts'
import { action, created, type PermissionNeed } from '../../vocabulary/operation.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { portfolio } from '../plan/portfolio.ts'
import { newPortfolio } from '../plan/rules/portfolio_state.ts'
import { requestJob } from '../platform/rules/request_job.ts'
import { addOwnMembers } from '../sharing/rules/own_members.ts'
import { lockMembers } from '../work/rules/membership.ts'
import { portfolioParts } from './rules/copied_portfolio.ts'

/** Whether the copy is open to the workspace. */
const copiesOpenness: PermissionNeed['applies'] = async ({ reader, path, body }) =>
  Array.isArray(body.include) &&
  body.include.includes('permissions') &&
  (await isOpen(reader, 'portfolio', path.portfolio_gid ?? 0))

export const operations = [
  action('/portfolios/{portfolio_gid}/duplicate', portfolio, {
    id: 'duplicatePortfolio',
    doc: 'Starts a job that duplicates a portfolio with its custom fields. The copy contains the same projects and portfolios.',
    permissions: [{ name: 'create_portfolio' }, { name: 'share_portfolios_with_org', applies: copiesOpenness }],
    needs: { portfolio_gid: 'view' },
    limit: 'job',
    status: created,
    type: 'job',
    body: {
      name: text({ required: true, max: 1024, doc: 'The name of the new portfolio.' }),
      include: someOf(portfolioParts, { doc: 'What the new portfolio has in addition, as a comma-separated list.' }),
    },
    async execute(call) {
      const { tx, actor, path, body } = call
      const { gid: source, workspace, ...columns } = await getForUpdate(tx, 'portfolios', path.portfolio_gid)
      await mustHaveFeature(tx, workspace, 'portfolios')
      const right = (await rights(tx, actor.gid, 'workspace', [workspace])).get(workspace)
      if (!allows(right, 'edit')) throw forbidden('workspace')
      const parts = new Set(body.include)
      // A service account sees every portfolio and is a member of none.
      const owner = actor.kind === 'service' ? null : actor.gid
      if (owner !== null) await lockMembers(tx, workspace, [owner], () => 'workspace')
      const { privacy_setting, default_access_level, color, start_on, due_on } = columns
      const copy = tx.gid()
      await insert(tx, 'portfolios', {
        ...{ gid: copy, workspace, owner, ...newPortfolio, name: body.name, color, start_on, due_on },
        ...(parts.has('permissions') && { privacy_setting, default_access_level }),
        ...{ current_status_update: null, created_by: actor.gid, created_at: tx.now },
        ...{ deleted_at: null, deleted_by: null },
      })
      if (owner !== null) await addOwnMembers(tx, { type: 'portfolio', gid: copy, workspace }, [owner], 'admin')
      const input = { parts: [...parts] }
      return requestJob(call, {
        ...{ workspace, subtype: 'duplicate_portfolio', source, created: { new_portfolio: copy }, input },
      })
    },
  }),
]
