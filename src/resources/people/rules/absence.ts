/** The dates of the current or next absence of the user of each membership, from out-of-office entries. */
import { localDate } from '../../../lib/date.ts'
import { absencesOf } from '../../../store/queries/absence/ooo_entries.ts'
import type { LoadMany } from '../../../vocabulary/field.ts'

// wire: contract: null when the absence is over
export const vacationDates: LoadMany = async (rows, { reader, actor, clock }) => {
  const users = rows.map(row => Number(row.user))
  const found = await absencesOf(reader, users, localDate(clock(), actor.timeZone))
  const absences = new Map(found.map(({ user, workspace, ...dates }) => [`${user} ${workspace}`, dates]))
  return rows.map(({ user, workspace }) => absences.get(`${user} ${workspace}`) ?? null)
}
