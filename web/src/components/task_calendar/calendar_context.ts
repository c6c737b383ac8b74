/** What all parts of a calendar share. */
import { createContext, useContext } from 'react'
import type { Gid } from '../../data/records.ts'

export interface Calendar {
  readonly canEdit: boolean
  readonly today: string
  hrefOf(task: Gid): string
  open(task: Gid): void
  /** Opens the dialog for a task on a day. */
  add(day: string): void
}

export const CalendarContext = createContext<Calendar | undefined>(undefined)

export function useCalendar(): Calendar {
  const calendar = useContext(CalendarContext)
  if (!calendar) throw new Error('There is no calendar here.')
  return calendar
}
