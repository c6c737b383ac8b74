/**
 * The settings of a team: who can change its name, its visibility, its members. Each is either for all members or only
 * for the administrators of the team. Without administrators, all full members have the right `admin`.
 */

import type { Actor } from '../../../identity/actor.ts'
import { forbidden, invalid, notAllowed } from '../../../lib/errors.ts'
import { allows, type Right, rights } from '../../../policy/rights.ts'
import type { Reader } from '../../../store/db.ts'
import type { TeamRow } from '../../../store/queries/membership.ts'
import { membershipsIn } from '../../../store/queries/people.ts'

type TeamSetting = Extract<keyof TeamRow, `${string}_access_level`>

/** The setting that each field depends on. */
const settingOf: Record<string, TeamSetting> = {
  name: 'edit_team_name_or_description_access_level',
  description: 'edit_team_name_or_description_access_level',
  html_description: 'edit_team_name_or_description_access_level',
  visibility: 'edit_team_visibility_or_trash_team_access_level',
}

/** Throws 403 unless the caller is a member, or an administrator of the organization. */
export const mustBeMember = (reader: Reader, actor: Actor, team: number): Promise<void> =>
  mustHaveRight(reader, actor, team, 'edit')

/** Throws 403 unless the caller is a member and the setting allows it. */
export const mustBeAllowed = (reader: Reader, actor: Actor, team: TeamRow, setting: TeamSetting): Promise<void> =>
  mustHaveRight(reader, actor, team.gid, team[setting] === 'only_team_admins' ? 'admin' : 'edit')

/** Throws 403 unless the caller is an administrator of the team. */
export const mustAdminister = (reader: Reader, actor: Actor, team: number): Promise<void> =>
  mustHaveRight(reader, actor, team, 'admin')

async function mustHaveRight(reader: Reader, actor: Actor, team: number, right: Right): Promise<void> {
  const held = (await rights(reader, actor.gid, 'team', [team])).get(team)
  if (!allows(held, right)) throw forbidden('team')
}

/** Throws 403 unless the caller can change all these fields of a team. */
export async function mustBeAllowedToUpdate(
  reader: Reader,
  actor: Actor,
  team: TeamRow,
  given: readonly string[],
): Promise<void> {
  if (await isGuest(reader, team.organization, actor.gid)) throw forbidden('team')
  const settings = new Set(given.map(field => settingOf[field]))
  for (const setting of settings) if (setting) await mustBeAllowed(reader, actor, team, setting)
  // A caller who can change a setting gets everything that it controls: settings are only for administrators.
  if (given.some(field => field.endsWith('_access_level'))) await mustAdminister(reader, actor, team.gid)
}

/** Throws 403 unless the caller is an administrator of the organization, which endorses the team. */
export async function mustBeAllowedToEndorse(reader: Reader, actor: Actor, organization: number): Promise<void> {
  const held = (await rights(reader, actor.gid, 'workspace', [organization])).get(organization)
  if (!allows(held, 'admin')) throw notAllowed('Only administrators of the organization may endorse a team.')
}

// wire: contract: can only change while users can request to join
export function mustAllowRequests(given: object, visibility: string): void {
  if ('join_request_management_access_level' in given && visibility !== 'request_to_join') {
    throw invalid(
      'join_request_management_access_level',
      'Can only be set while the visibility of the team is request_to_join',
    )
  }
}

async function isGuest(reader: Reader, workspace: number, user: number): Promise<boolean> {
  return (await membershipsIn(reader, workspace, [user])).get(user)?.is_guest === 1
}
