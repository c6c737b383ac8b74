/** Members of a portfolio. */
import { forbidden, malformed } from '../../lib/errors.ts'
import { allows } from '../../policy/rights.ts'
import { deleteRows, getForUpdate, update } from '../../store/change.ts'
import { portfolioAdminsOf, portfolioMembershipsOf } from '../../store/queries/plan/portfolios.ts'
import { many } from '../../vocabulary/field.ts'
import { action, type WriteCall } from '../../vocabulary/operation.ts'
import { lockMembers } from '../work/rules/membership.ts'
import { portfolio } from './portfolio.ts'
import { addPortfolioMembers, mustBeAdminFor } from './rules/portfolio_members.ts'

type MembersCall = WriteCall<{ portfolio_gid: number }, { members: number[] }>

async function addMembers({ path, body, rights, tx }: MembersCall): Promise<number> {
  const { gid, workspace, default_access_level: level } = await getForUpdate(tx, 'portfolios', path.portfolio_gid)
  mustBeAdminFor(level, rights.portfolio_gid)
  await lockMembers(tx, workspace, body.members, index => `members: [${index}]`)
  await addPortfolioMembers(tx, { gid, workspace }, body.members, level)
  return gid
}

async function removeMembers({ path, body, rights, tx, actor }: MembersCall): Promise<number> {
  const { gid, owner } = await getForUpdate(tx, 'portfolios', path.portfolio_gid)
  const right = rights.portfolio_gid
  const leaving = [...(await portfolioMembershipsOf(tx, gid, body.members)).values()]
  // Any member can leave.
  const others = leaving.filter(({ member }) => member !== actor.gid)
  if (body.members.some(user => user !== actor.gid) && !allows(right, 'edit')) throw forbidden('portfolio')
  for (const { access_level } of others) mustBeAdminFor(access_level, right)
  const admins = leaving.filter(({ access_level }) => access_level === 'admin').map(({ member }) => member)
  if (admins.length > 0 && (await portfolioAdminsOf(tx, gid)).every(admin => admins.includes(admin))) {
    throw malformed('members: A portfolio cannot be left without an admin')
  }
  await deleteRows(
    tx,
    'portfolio_memberships',
    leaving.map(membership => ({ gid: membership.gid })),
  )
  if (leaving.some(({ member }) => member === owner)) await update(tx, 'portfolios', { gid }, { owner: null })
  return gid
}

const members = { members: many('user', { need: 'view', required: true, doc: 'The users.' }) }

export const operations = [
  action('/portfolios/{portfolio_gid}/addMembers', portfolio, {
    id: 'addMembersForPortfolio',
    doc: 'Adds users to the members of a portfolio, with its default access level.',
    body: members,
    execute: addMembers,
  }),
  action('/portfolios/{portfolio_gid}/removeMembers', portfolio, {
    id: 'removeMembersForPortfolio',
    doc: 'Removes users from the members of a portfolio.',
    // `view` is enough for the caller's own membership.
    needs: { portfolio_gid: 'view' },
    body: members,
    execute: removeMembers,
  }),
]
