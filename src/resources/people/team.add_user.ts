/**
 * Adds a user of the organization to a team. Members can add others if the settings of the team allow it. Users other
 * than guests can add themselves to a public team.
 */
import { teamMembershipOf, teamOf } from '../../store/queries/membership.ts'
import { person } from '../../vocabulary/field.ts'
import { action, type WriteCall } from '../../vocabulary/operation.ts'
import { findPerson } from './rules/person.ts'
import { addToTeam, lockPerson } from './rules/team_members.ts'
import { mustBeAllowed, mustBeMember } from './rules/team_settings.ts'
import { team } from './team.ts'

type AddTeamUserCall = WriteCall<{ team_gid: number }, { user: string }>

async function addUser({ path, body, rights, tx, actor }: AddTeamUserCall): Promise<number> {
  const into = await teamOf(tx, path.team_gid)
  const found = await findPerson(tx, actor.gid, 'user', body.user)
  const joinsAlone = found === actor.gid && into.visibility === 'public'
  if (!joinsAlone) mustBeMember(rights.team_gid)
  const membership = await lockPerson(tx, into.organization, found, body.user)
  const existing = await teamMembershipOf(tx, into.gid, membership.user)
  if (existing) return existing.gid
  const setting = membership.is_guest ? 'guest_invite_management_access_level' : 'member_invite_management_access_level'
  if (!joinsAlone || membership.is_guest) mustBeAllowed(rights.team_gid, into, setting)
  return addToTeam(tx, into, membership.user)
}

export const operations = [
  action('/teams/{team_gid}/addUser', team, {
    id: 'addUserForTeam',
    doc: 'Adds a user of the organization to a team.',
    needs: { team_gid: 'view' },
    type: 'team_membership',
    body: { user: person({ required: true, doc: 'The user to add: a gid, an e-mail address or `me`.' }) },
    execute: addUser,
  }),
]
