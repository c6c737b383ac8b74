/**
 * The settings of a team: who can change its name, its visibility, its members. Each is either for all members or only
 * for the administrators of the team. Without administrators, all full members have the right `admin`.
 */

import { forbidden, invalid, notAllowed } from '../../../lib/errors.ts'
import { allows, type Right } from '../../../policy/rights.ts'
import type { Reader } from '../../../store/db.ts'
import type { TeamRow } from '../../../store/queries/membership.ts'
import { membershipsIn } from '../../../store/queries/people.ts'
import type { WriteCall } from '../../../vocabulary/operation.ts'

type TeamSetting = Extract<keyof TeamRow, `${string}_access_level`>

/** The setting that each field depends on. */
const settingOf: Record<string, TeamSetting> = {
  name: 'edit_team_name_or_description_access_level',
  description: 'edit_team_name_or_description_access_level',
  html_description: 'edit_team_name_or_description_access_level',
  visibility: 'edit_team_visibility_or_trash_team_access_level',
}

/** Throws 403 unless the right on a team is that of a member, or of an administrator of the organization. */
export const mustBeMember = (right: Right | undefined): void => mustHaveRight(right, 'edit')

/** Throws 403 unless the right on a team is that of a member and the setting allows it. */
export const mustBeAllowed = (right: Right | undefined, team: TeamRow, setting: TeamSetting): void =>
  mustHaveRight(right, team[setting] === 'only_team_admins' ? 'admin' : 'edit')

/** Throws 403 unless the right on a team is that of its administrator. */
export const mustAdminister = (right: Right | undefined): void => mustHaveRight(right, 'admin')

function mustHaveRight(right: Right | undefined, needed: Right): void {
  if (!allows(right, needed)) throw forbidden('team')
}

/** Throws 403 unless the caller, with this right on a team, can change all these fields. */
export async function mustBeAllowedToUpdate(
  { tx, actor }: Pick<WriteCall, 'tx' | 'actor'>,
  right: Right | undefined,
  team: TeamRow,
  given: readonly string[],
): Promise<void> {
  if (await isGuest(tx, team.organization, actor.gid)) throw forbidden('team')
  const settings = new Set(given.map(field => settingOf[field]))
  for (const setting of settings) if (setting) mustBeAllowed(right, team, setting)
  // A caller who can change a setting gets everything that it controls: settings are only for administrators.
  if (given.some(field => field.endsWith('_access_level'))) mustAdminister(right)
}

/** Throws 403 unless the right on the organization, which endorses the team, is that of an administrator. */
export function mustBeAllowedToEndorse(right: Right | undefined): void {
  if (!allows(right, 'admin')) throw notAllowed('Only administrators of the organization may endorse a team.')
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
