/** The time that people spent on a task. Entries are not records: they are shown with their task only. */
import type { QueryClient } from '@tanstack/react-query'
import type { Cache } from './cache.ts'
import { call } from './call.ts'
import { readQuery } from './queries.ts'
import type { Gid } from './records.ts'
import type { NamedObject } from './types.ts'

export type BillableStatus = 'billable' | 'nonBillable' | 'notApplicable'

export interface TimeEntry {
  readonly gid: Gid
  readonly duration_minutes: number
  readonly entered_on: string
  readonly created_by: (NamedObject & { photo?: { image_36x36?: string } | null }) | null
  readonly categories: readonly (NamedObject & { color?: string })[]
  readonly billable_status: BillableStatus
  readonly description: string
}

/** What a form of an entry sends. */
export interface TimeEntryInput {
  readonly duration_minutes: number
  readonly entered_on?: string
  readonly categories?: readonly Gid[]
  readonly billable_status?: BillableStatus
  readonly description?: string
}

const API = '/api/1.0'
const FIELDS =
  'duration_minutes,entered_on,created_by.name,created_by.photo.image_36x36,categories.name,categories.color,billable_status,description'

/** The entries that are shown; the sum of all of them is a member of the task. */
const MAX_SHOWN_ENTRIES = 100

export const timeEntriesOf = (task: Gid) =>
  readQuery<readonly TimeEntry[]>(
    ['time_entries', task],
    `${API}/tasks/${task}/time_tracking_entries?opt_fields=${FIELDS}&limit=${MAX_SHOWN_ENTRIES}`,
  )

export const timeCategoriesOf = (workspace: Gid) =>
  readQuery<readonly NamedObject[]>(
    ['time_entries', 'categories', workspace],
    `${API}/time_tracking_categories?workspace=${workspace}&opt_fields=name&limit=100`,
  )

/** Reads the sum of a task and its entries again, after an entry has changed. */
export async function refreshTime(cache: Cache, client: QueryClient, task: Gid): Promise<void> {
  // Without a server the live stream brings the sum later.
  await cache.read('task', task, 'actual_time_minutes').catch(() => undefined)
  await client.invalidateQueries({ queryKey: timeEntriesOf(task).queryKey })
}

/** Creates an entry of the person, or changes one. */
export const saveTimeEntry = (task: Gid, entry: Gid | null, data: TimeEntryInput) =>
  entry === null
    ? call<TimeEntry>('POST', `${API}/tasks/${task}/time_tracking_entries`, data)
    : call<TimeEntry>('PUT', `${API}/time_tracking_entries/${entry}`, data)

export const deleteTimeEntry = (entry: Gid) => call<object>('DELETE', `${API}/time_tracking_entries/${entry}`)
