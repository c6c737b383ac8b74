/** Creates teams: the defaults of a new team, and the columns of its name. */
import { insert } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import type { Tables } from '../../../store/tables.ts'

/** The settings of a new team. */
export const teamDefaults = {
  description: '',
  html_description: null,
  visibility: 'request_to_join',
  edit_team_name_or_description_access_level: 'all_team_members',
  edit_team_visibility_or_trash_team_access_level: 'all_team_members',
  member_invite_management_access_level: 'all_team_members',
  guest_invite_management_access_level: 'all_team_members',
  join_request_management_access_level: 'all_team_members',
  team_member_removal_access_level: 'all_team_members',
  team_content_management_access_level: 'no_restriction',
  endorsed: 0,
}

/** The columns of a name: the name itself, and the key for lookups. */
export const nameColumns = (name: string) => ({ name, name_key: name.toLowerCase() })

type NewTeam = Partial<Tables['teams']> & { organization: number; name: string }

/** Creates a team without members. Returns its gid. */
export async function createTeam(tx: Writer, columns: NewTeam): Promise<number> {
  const gid = tx.gid()
  await insert(tx, 'teams', {
    ...teamDefaults,
    ...columns,
    ...nameColumns(columns.name),
    gid,
    created_at: tx.now,
    deleted_at: null,
  })
  return gid
}
