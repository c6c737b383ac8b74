/** Changes of the items of portfolios: a project or a portfolio is added to a portfolio, or removed from it. */
import {
  type Change,
  type ChangeMapper,
  createChange,
  gidIn,
  type NetRowChange,
  type RowImage,
} from '../../../vocabulary/change.ts'

function changes({ before, after }: NetRowChange): Change[] {
  if (before && after) return []
  const row = (after ?? before) as RowImage
  const [item, portfolio] = [gidIn(row, 'item'), gidIn(row, 'portfolio')]
  return [
    createChange({
      ...{ type: row.item_type as 'project' | 'portfolio', resource: item, action: after ? 'added' : 'removed' },
      ...{ parent: { type: 'portfolio', gid: portfolio }, workspace: gidIn(row, 'workspace') },
      streams: [item, portfolio],
    }),
  ]
}

export const portfolioItems: ChangeMapper = {
  table: 'portfolio_items',
  captured: { portfolio_items: { key: ['gid'], columns: [] } },
  changes,
}
