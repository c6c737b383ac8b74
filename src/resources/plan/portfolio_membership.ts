/** The membership of a user in a portfolio, in its older form. Memberships of teams are not listed here. */
import { malformed } from '../../lib/errors.ts'
import { one, oneOf } from '../../vocabulary/field.ts'
import { get, list, listing } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { portfolioLevels } from './rules/portfolio_members.ts'

export const portfolioMembership = resource('portfolio_membership', {
  doc: 'The membership of a user in a portfolio.',
  guard: 'portfolio_membership',
  changes: {
    addedTo: { portfolio: 'portfolio' },
    streams: ['portfolio'],
    deletedAs: 'removed',
    columns: { access_level: 'access_level' },
  },
  fields: {
    portfolio: one('portfolio', { skipAccessCheck: true, optIn: true, doc: 'The portfolio.' }),
    user: one('user', {
      skipAccessCheck: true,
      compact: true,
      column: 'member',
      nullable: true,
      doc: 'The user; null for a team.',
    }),
    access_level: oneOf(portfolioLevels, { compact: true, doc: 'The access level of the user.' }),
  },
})

interface MembershipQuery {
  portfolio?: number
  workspace?: number
  user?: number
}

/** Throws 400 for a combination that would list all memberships of a workspace, or those of a user anywhere. */
function whereOf({ portfolio, workspace, user }: MembershipQuery): Record<string, number> {
  const member: Record<string, number> = user === undefined ? {} : { member: user }
  if (portfolio !== undefined) return { portfolio, ...member, ...(workspace === undefined ? {} : { workspace }) }
  if (workspace === undefined || user === undefined) {
    throw malformed('You should specify portfolio, or both workspace and user')
  }
  return { workspace, ...member }
}

const membershipsWhere = (query: MembershipQuery) => ({
  through: { table: 'portfolio_user_memberships', to: 'gid' },
  where: whereOf(query),
  order: ['gid'],
  guarded: query.portfolio === undefined,
})

export const operations = [
  list('/portfolio_memberships', portfolioMembership, {
    id: 'getPortfolioMemberships',
    doc: 'Lists the memberships of a portfolio, or those of a user in the portfolios that are visible to the caller.',
    query: {
      portfolio: one('portfolio', { doc: 'The portfolio.' }),
      workspace: one('workspace', { doc: 'The workspace. Required without a portfolio.' }),
      user: one('user', { doc: 'Only memberships of this user. Required without a portfolio.' }),
    },
    execute: listing('portfolio_membership', ({ query }) => membershipsWhere(query)),
  }),
  get('/portfolio_memberships/{portfolio_membership_gid}', portfolioMembership, {
    id: 'getPortfolioMembership',
    doc: 'Gets a portfolio membership.',
  }),
  list('/portfolios/{portfolio_gid}/portfolio_memberships', portfolioMembership, {
    id: 'getPortfolioMembershipsForPortfolio',
    doc: 'Lists the memberships of a portfolio.',
    query: { user: one('user', { doc: 'Only the membership of this user.' }) },
    execute: listing('portfolio_membership', ({ path, query }) =>
      membershipsWhere({ portfolio: path.portfolio_gid, ...query }),
    ),
  }),
]
