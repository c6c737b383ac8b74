/** The columns of a project after a write: pure functions of the stored columns and the input. */
import { invalid } from '../../../lib/errors.ts'
import type { ProjectRow } from '../../../store/queries/projects.ts'
import { type ProjectDatesInput, settleProjectDates } from './project_dates.ts'

export type ProjectState = Pick<
  ProjectRow,
  | 'name'
  | 'archived'
  | 'color'
  | 'icon'
  | 'default_view'
  | 'privacy_setting'
  | 'default_access_level'
  | 'minimum_access_level_for_customization'
  | 'minimum_access_level_for_sharing'
  | 'owner'
  | 'team'
  | 'start_on'
  | 'due_on'
>

type PlainField =
  | 'name'
  | 'default_view'
  | 'privacy_setting'
  | 'default_access_level'
  | 'icon'
  | 'color'
  | 'owner'
  | 'team'
type MinimumLevelField = 'minimum_access_level_for_customization' | 'minimum_access_level_for_sharing'

export interface ProjectStateInput
  extends Partial<Pick<ProjectState, PlainField | MinimumLevelField>>,
    ProjectDatesInput {
  archived?: boolean
  /** The older form of `privacy_setting`. */
  public?: boolean
}

/** The defaults of a new project. wire: recorded in 2026 */
export const newProject = (owner: number | null, team: number | null): ProjectState => ({
  name: '',
  archived: 0,
  color: null,
  icon: 'list',
  default_view: 'list',
  privacy_setting: team === null ? 'private' : 'private_to_team',
  default_access_level: 'editor',
  minimum_access_level_for_customization: 'editor',
  minimum_access_level_for_sharing: 'editor',
  owner,
  team,
  start_on: null,
  due_on: null,
})

/** Throws 400 for an invalid combination. */
export function settleProject(before: ProjectState, given: ProjectStateInput): ProjectState {
  const { name, icon, default_view, default_access_level, owner, team, ...rest } = {
    ...before,
    ...withoutUndefined(given),
  }
  return {
    name,
    icon,
    default_view,
    default_access_level,
    owner,
    team,
    minimum_access_level_for_customization: rest.minimum_access_level_for_customization,
    minimum_access_level_for_sharing: rest.minimum_access_level_for_sharing,
    archived: Number(rest.archived),
    // wire: contract: the word stands for no colour
    color: rest.color === 'none' ? null : rest.color,
    privacy_setting: privacyOf(before.privacy_setting, given, team),
    ...settleProjectDates(before, given),
  }
}

/** Drops undefined members, which would overwrite the stored columns. */
const withoutUndefined = (given: ProjectStateInput) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<ProjectState>

/** The newer name wins: clients that read a project and send it back send both. */
function privacyOf(
  before: string,
  { privacy_setting: setting, public: isPublic }: ProjectStateInput,
  team: number | null,
) {
  const fallback = before === 'public_to_workspace' ? 'private' : before
  const requested = setting ?? (isPublic === undefined ? before : isPublic ? 'public_to_workspace' : fallback)
  if (requested !== 'private_to_team' || team !== null) return requested
  if (setting) throw invalid('privacy_setting', 'A project without a team cannot be private to its team')
  return 'private'
}
