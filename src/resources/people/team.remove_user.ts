/**
 * Removes a user from a team. Any member can leave. A setting of the team says who can remove members. Only
 * administrators of the team can remove an administrator; otherwise any member could take over the team.
 */
import { invalid } from '../../lib/errors.ts'
import { deleteAndCount } from '../../store/change.ts'
import { teamMembershipOf, teamOf } from '../../store/queries/membership.ts'
import { person } from '../../vocabulary/field.ts'
import { action } from '../../vocabulary/operation.ts'
import { findPerson } from './rules/person.ts'
import { mustAdminister, mustBeAllowed } from './rules/team_settings.ts'
import { team } from './team.ts'

export const operations = [
  action('/teams/{team_gid}/removeUser', team, {
    id: 'removeUserForTeam',
    doc: 'Removes a user from a team.',
    needs: { team_gid: 'view' },
    answers: 'nothing',
    body: { user: person({ required: true, doc: 'The user to remove: a gid, an e-mail address or `me`.' }) },
    async execute({ path, body, rights, tx, actor }) {
      const from = await teamOf(tx, path.team_gid)
      const user = await findPerson(tx, actor.gid, 'user', body.user)
      const membership = user === undefined ? undefined : await teamMembershipOf(tx, from.gid, user)
      if (user !== actor.gid) {
        mustBeAllowed(rights.team_gid, from, 'team_member_removal_access_level')
        if (membership?.is_admin) mustAdminister(rights.team_gid)
      }
      const removed = membership ? await deleteAndCount(tx, 'team_memberships', { gid: membership.gid }) : 0
      if (removed === 0) throw invalid('user', `Not a member of the team: ${body.user}`)
      return undefined
    },
  }),
]
