/** Queries for invitations to organizations, by the e-mail address of the invited person. */
import { sql } from 'kysely'
import type { Reader } from '../../db.ts'
import { statement } from '../../statement.ts'

export interface InvitationRow {
  gid: number
  workspace: number
  organization: string
  email: string
  is_admin: number
  is_guest: number
  /** The name of the inviting user; null if that account does not exist. */
  by: string | null
  expires_at: number
}

const ofUser = statement<InvitationRow>(
  param => sql<InvitationRow>`select i.gid as gid, i.workspace as workspace, o.name as organization, i.email as email,
    i.is_admin as is_admin, i.is_guest as is_guest, b.name as "by", i.expires_at as expires_at
    from users u join invitations i on i.email = u.email join workspaces o on o.gid = i.workspace
    left join users b on b.gid = i.invited_by
    where u.gid = ${param('user')} and i.expires_at > ${param('now')} order by i.gid`,
)

/** The invitations of a user's address that have not expired, the oldest first. */
export const invitationsFor = (reader: Reader, user: number, now: number): Promise<InvitationRow[]> =>
  reader.all(ofUser, { user, now })
