/** Invitations of the caller by organizations that do not own the domain of the caller's address. */
import { formatTimestamp } from '../../lib/date.ts'
import { notFound } from '../../lib/errors.ts'
import { acceptInvitation, declineInvitation } from '../../resources/people/rules/invite.ts'
import { type InvitationRow, invitationsFor } from '../../store/queries/identity/invitations.ts'
import { type ConsoleRoute, sessionRoute } from './route.ts'

const presentInvitation = ({ gid, workspace, organization, by, is_admin, is_guest, expires_at }: InvitationRow) => ({
  gid: String(gid),
  organization: { gid: String(workspace), name: organization },
  invited_by: by,
  role: is_admin ? 'admin' : is_guest ? 'guest' : 'member',
  expires_at: formatTimestamp(expires_at),
})

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/invitations', {
    doc: 'Invitations of the caller to organizations.',
    async execute({ console, actor }) {
      return { data: (await invitationsFor(console.store.read, actor.gid, console.clock())).map(presentInvitation) }
    },
  }),
  sessionRoute('POST', '/invitations/:invitation_gid/accept', {
    doc: 'Accept an invitation and join the organization.',
    async execute({ console, actor, path: { invitation_gid: gid = 0 } }) {
      if (!(await console.store.write(tx => acceptInvitation(tx, actor.gid, gid)))) throw notFound('invitation', gid)
      return {}
    },
  }),
  sessionRoute('DELETE', '/invitations/:invitation_gid', {
    doc: 'Decline an invitation.',
    async execute({ console, actor, path: { invitation_gid: gid = 0 } }) {
      if (!(await console.store.write(tx => declineInvitation(tx, actor.gid, gid)))) throw notFound('invitation', gid)
      return {}
    },
  }),
]
