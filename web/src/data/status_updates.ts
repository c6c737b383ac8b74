/** The status updates of a project: its reports, with likes and reactions, and the figures of a week for the next one. */
import { queryOptions } from '@tanstack/react-query'
import { addDays, dayOf } from '../text/format.ts'
import { call, callPage, type ListPage } from './call.ts'
import type { ReactionCount } from './reactions.ts'
import type { Gid, WorkRecord } from './records.ts'
import type { NamedObject } from './types.ts'

/** The statuses that a project can get, in the order in which they are offered. */
export const PROJECT_STATUSES = ['on_track', 'at_risk', 'off_track', 'on_hold', 'complete'] as const

export type ProjectStatus = (typeof PROJECT_STATUSES)[number]

export interface StatusUpdate {
  readonly gid: Gid
  readonly title: string
  readonly html_text: string
  readonly status_type: ProjectStatus | 'dropped'
  readonly created_at: string
  readonly created_by: (NamedObject & { readonly photo?: { readonly image_36x36?: string } | null }) | null
  readonly liked: boolean
  readonly num_likes: number
  readonly reaction_summary: readonly ReactionCount[]
}

const API = '/api/1.0'
const FIELDS = [
  'title,html_text,status_type,created_at,created_by.name,created_by.photo.image_36x36',
  'liked,num_likes,reaction_summary',
].join(',')
const PAGE_UPDATES = 100
/** Updates after those of these pages are not read. */
const MAX_PAGES = 10

/** The status updates of an object, the newest first. */
export const statusUpdatesQuery = (parent: Gid) =>
  queryOptions({
    queryKey: ['objects', 'status_updates', parent],
    queryFn: async () => {
      const path = `${API}/status_updates?parent=${parent}&limit=${PAGE_UPDATES}&opt_fields=${FIELDS}`
      const updates: StatusUpdate[] = []
      let offset: string | null = null
      let pages = 0
      do {
        const page: ListPage<StatusUpdate> = await callPage<StatusUpdate>(path, offset)
        updates.push(...page.items)
        offset = page.next
      } while (offset && ++pages < MAX_PAGES)
      return updates.reverse()
    },
  })

export interface NewStatus {
  readonly status_type: ProjectStatus
  readonly title: string
  readonly html_text: string
}

export const postStatus = (parent: Gid, { title, ...status }: NewStatus): Promise<unknown> =>
  call('POST', `${API}/status_updates`, { parent, ...status, ...(title && { title }) })

export const deleteStatus = (update: Gid): Promise<unknown> => call('DELETE', `${API}/status_updates/${update}`)

export const restore = (gid: Gid): Promise<unknown> => call('POST', `/-/trash/${gid}/restore`)

const WEEK_DAYS = 7

export interface WeekFigures {
  readonly completed: number
  readonly overdue: number
  readonly added: number
}

/** What happened to tasks in the last seven days, and what is overdue now. */
export function figuresOf(tasks: readonly WorkRecord[], now: Date, timeZone?: string): WeekFigures {
  const today = dayOf(now, timeZone)
  const from = addDays(today, -WEEK_DAYS)
  const isRecent = (at: unknown) => typeof at === 'string' && dayOf(new Date(at), timeZone) > from
  const dayDue = ({ due_at, due_on }: WorkRecord) =>
    typeof due_at === 'string' ? dayOf(new Date(due_at), timeZone) : ((due_on ?? null) as string | null)
  const isOverdue = (task: WorkRecord) => task.completed !== true && (dayDue(task) ?? today) < today
  return {
    completed: tasks.filter(task => task.completed === true && isRecent(task.completed_at)).length,
    overdue: tasks.filter(isOverdue).length,
    added: tasks.filter(({ created_at }) => isRecent(created_at)).length,
  }
}
