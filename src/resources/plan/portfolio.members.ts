/** Members of a portfolio. */
import { getForUpdate } from '../../store/change.ts'
import { many } from '../../vocabulary/field.ts'
import { action, type WriteCall } from '../../vocabulary/operation.ts'
import { addOwnMembers, mustAppoint, removeOwnMembers } from '../sharing/rules/own_members.ts'
import { lockMembers } from '../work/rules/membership.ts'
import { portfolio } from './portfolio.ts'

type MembersCall = WriteCall<{ portfolio_gid: number }, { members: number[] }>

async function addMembers({ path, body, rights, tx }: MembersCall): Promise<number> {
  const { gid, workspace, default_access_level: level } = await getForUpdate(tx, 'portfolios', path.portfolio_gid)
  mustAppoint('portfolio', level, rights.portfolio_gid)
  await lockMembers(tx, workspace, body.members, index => `members: [${index}]`)
  await addOwnMembers(tx, { type: 'portfolio', gid, workspace }, body.members, level)
  return gid
}

async function removeMembers({ path, body, rights, tx, actor }: MembersCall): Promise<number> {
  const { gid, owner } = await getForUpdate(tx, 'portfolios', path.portfolio_gid)
  const by = { me: actor.gid, right: rights.portfolio_gid }
  await removeOwnMembers(tx, by, { type: 'portfolio', gid, owner, members: body.members, at: 'members' })
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
