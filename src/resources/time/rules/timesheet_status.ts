/** The statuses of timesheets, and which follows which. */
import { malformed, notAllowed } from '../../../lib/errors.ts'

/** As the wire shows and the store holds them. */
export const timesheetStatuses = ['DRAFT', 'SUBMITTED', 'APPROVED', 'REJECTED'] as const

export type TimesheetStatus = (typeof timesheetStatuses)[number]

// wire: contract: requests have lower case, responses upper case
/** As clients send them. */
export const sentStatuses = ['draft', 'submitted', 'approved', 'rejected'] as const

export const statusOf = (sent: (typeof sentStatuses)[number]): TimesheetStatus => sent.toUpperCase() as TimesheetStatus

/** Those that lock the entries of the week. */
export const lockingStatuses: readonly TimesheetStatus[] = ['SUBMITTED', 'APPROVED']

// wire: guess: the contract only says that there are invalid transitions
/** The statuses that can follow each, and whether only an approver can take the step. */
const steps: Record<TimesheetStatus, Partial<Record<TimesheetStatus, 'user' | 'approver'>>> = {
  DRAFT: { SUBMITTED: 'user' },
  SUBMITTED: { DRAFT: 'user', APPROVED: 'approver', REJECTED: 'approver' },
  APPROVED: { DRAFT: 'approver' },
  REJECTED: { DRAFT: 'user', SUBMITTED: 'user' },
}

/** Throws 400 for a status that cannot follow, and 403 for one that only an approver can set. */
export function mustFollow(before: TimesheetStatus, after: TimesheetStatus, isApprover: boolean): void {
  const taker = steps[before][after]
  const [was, is] = [before.toLowerCase(), after.toLowerCase()]
  if (taker === undefined) {
    throw malformed(was === is ? `This timesheet is ${was} already` : `A timesheet that is ${was} cannot become ${is}`)
  }
  if (taker === 'approver' && !isApprover) {
    throw notAllowed(`Only administrators of the workspace can change a timesheet from ${was} to ${is}.`)
  }
}
