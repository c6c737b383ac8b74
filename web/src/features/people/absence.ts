/** Words for the days on which a person is away. */
import type { DirectoryEntry } from '../../data/people.ts'
import { formatDay } from '../../text/format.ts'

/** "Away until 12 Dec", "Away from 3 Dec to 12 Dec"; undefined without an absence that is present or to come. */
export function absenceText(dates: DirectoryEntry['vacation_dates'], today: string): string | undefined {
  if (!dates) return undefined
  const { start_on, end_on } = dates
  if (end_on !== null && end_on < today) return undefined
  const end = end_on === null ? undefined : formatDay(end_on, today)
  if (start_on <= today) return end ? `Away until ${end}` : 'Away'
  return end ? `Away from ${formatDay(start_on, today)} to ${end}` : `Away from ${formatDay(start_on, today)}`
}
