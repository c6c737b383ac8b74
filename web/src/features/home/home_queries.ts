/** What Home reads besides the tasks of the person. Records hold the members; the queries name them in order. */
import { queryOptions } from '@tanstack/react-query'
import type { Cache } from '../../data/cache.ts'
import { callPage, Failure } from '../../data/call.ts'
import { flatten, ROW_FIELDS } from '../../data/fields.ts'
import type { Gid } from '../../data/records.ts'

/** The searches of a person are limited, so that Home does not repeat them at each change. */
const STALE_MS = 60_000
const MAX_TASKS = 8
const PAYMENT_REQUIRED = 402

/** Open tasks that the person assigned to others; null where the plan has no search. */
export const assignedTasksQuery = ({ workspace, records, user }: Cache) =>
  queryOptions({
    queryKey: ['home', 'assigned', workspace],
    staleTime: STALE_MS,
    queryFn: async () => {
      const query = `assigned_by.any=me&assignee.not=me&completed=false&sort_by=due_date&sort_ascending=true`
      const path = `/api/1.0/workspaces/${workspace}/tasks/search?${query}&limit=${MAX_TASKS}&opt_fields=${encodeURIComponent(ROW_FIELDS)}`
      try {
        const { items } = await callPage<{ gid: Gid; assignee?: { gid: Gid } | null }>(path, null)
        const others = items.filter(({ assignee }) => assignee && assignee.gid !== user)
        records.confirm(others.flatMap(task => flatten(task, 'task')))
        return others.map(({ gid }) => gid)
      } catch (error) {
        if (error instanceof Failure && error.status === PAYMENT_REQUIRED) return null
        throw error
      }
    },
  })

const PROJECT_MEMBERS = 'name,color,icon,modified_at,due_on,current_status_update.(title|status_type)'
const MAX_READ_PROJECTS = 100

/** Projects, those that changed last first. */
export const recentProjectsQuery = ({ workspace, records }: Cache) =>
  queryOptions({
    queryKey: ['projects', workspace, 'recent'],
    queryFn: async () => {
      const path = `/api/1.0/workspaces/${workspace}/projects?archived=false&limit=${MAX_READ_PROJECTS}`
      const { items } = await callPage<{ gid: Gid; modified_at: string }>(
        `${path}&opt_fields=${encodeURIComponent(PROJECT_MEMBERS)}`,
        null,
      )
      records.confirm(items.flatMap(project => flatten(project, 'project')))
      return items.toSorted((a, b) => b.modified_at.localeCompare(a.modified_at)).map(({ gid }) => gid)
    },
  })
