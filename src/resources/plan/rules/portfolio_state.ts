/** The columns of a portfolio after a write: a pure function of the stored columns and the input. */
import type { PortfolioRow } from '../../../store/queries/plan/portfolios.ts'
import { type ProjectDatesInput, settleProjectDates } from '../../work/rules/project_dates.ts'

export type PortfolioState = Pick<
  PortfolioRow,
  'name' | 'color' | 'archived' | 'privacy_setting' | 'default_access_level' | 'start_on' | 'due_on'
>

interface PortfolioStateInput extends Omit<ProjectDatesInput, 'due_date'> {
  name?: string
  color?: string | null
  archived?: boolean
  /** The older form of `privacy_setting`. */
  public?: boolean
  privacy_setting?: string
  default_access_level?: string
}

/** The defaults of a new portfolio: only its members have access. */
export const newPortfolio: PortfolioState = {
  name: '',
  color: null,
  archived: 0,
  privacy_setting: 'members_only',
  default_access_level: 'viewer',
  start_on: null,
  due_on: null,
}

/** Throws 400 for an invalid combination. */
export function settlePortfolio(before: PortfolioState, given: PortfolioStateInput): PortfolioState {
  const isPublic = given.public === undefined ? undefined : given.public ? 'public_to_domain' : 'members_only'
  return {
    name: given.name ?? before.name,
    color: given.color === undefined ? before.color : given.color,
    archived: Number(given.archived ?? before.archived),
    // The newer name wins: clients that read a portfolio and send it back send both.
    privacy_setting: given.privacy_setting ?? isPublic ?? before.privacy_setting,
    default_access_level: given.default_access_level ?? before.default_access_level,
    ...settleProjectDates(before, given),
  }
}
