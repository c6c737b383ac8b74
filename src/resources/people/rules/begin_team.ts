/** How a team begins, whoever makes it, and how its name is kept. */
import { insert } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import type { Tables } from '../../../store/tables.ts'

/** What a team is until somebody decides otherwise. */
export const beginning = {
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

/** The columns of a name: as it is, and as it is found by. */
export const named = (name: string) => ({ name, name_key: name.toLowerCase() })

type Wish = Partial<Tables['teams']> & { organization: number; name: string }

/** Makes a team without anybody in it. Returns its gid. */
export async function createTeam(tx: Writer, wish: Wish): Promise<number> {
  const gid = tx.gid()
  await insert(tx, 'teams', { ...beginning, ...wish, ...named(wish.name), gid, created_at: tx.now, deleted_at: null })
  return gid
}
