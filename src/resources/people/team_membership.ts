/** How a user belongs to a team. */
import { flag, one } from '../../vocabulary/field.ts'
import { resource } from '../../vocabulary/resource.ts'

export const teamMembership = resource('team_membership', {
  doc: 'The bond between a user and a team.',
  guard: 'team_membership',
  fields: {
    user: one('user', { compact: true, doc: 'The user.' }),
    team: one('team', { compact: true, doc: 'The team.' }),
    is_guest: flag({ compact: true, doc: 'Whether the user is a guest of the organization.' }),
    is_limited_access: flag({ compact: true, doc: 'Whether the user sees only some projects of the team.' }),
    is_admin: flag({ compact: true, doc: 'Whether the user administers the team.' }),
  },
})

export const operations = []
