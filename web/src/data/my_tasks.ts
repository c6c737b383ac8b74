/** The list of the tasks of the signed-in person in a workspace: its gid, which this browser remembers. */
import { queryOptions } from '@tanstack/react-query'
import type { Cache } from './cache.ts'
import { call } from './call.ts'
import type { Step } from './outbox.ts'
import type { Gid } from './records.ts'

const KEY = 'my_task_list'

export const myTaskListQuery = ({ workspace, records, persistence }: Cache) =>
  queryOptions({
    queryKey: [KEY, workspace],
    // A person has one such list in a workspace, for ever.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const path = `/api/1.0/users/me/user_task_list?workspace=${workspace}`
      const gid = (await persistence.state<Gid>(KEY)) ?? (await call<{ gid: Gid }>('GET', path)).gid
      records.confirm([{ gid, members: { resource_type: 'user_task_list' } }])
      void persistence.setState(KEY, gid)
      return gid
    },
  })

/** Moves a task to a section of My tasks, also where the list itself is not loaded. */
export function setAssigneeSection({ records }: Cache, task: Gid, section: Gid): Step {
  const former = (records.get(task)?.assignee_section ?? null) as Gid | null
  const step = (assignee_section: Gid | null): Step => ({
    subject: task,
    patches: [{ gid: task, members: { assignee_section } }],
    call: { method: 'PUT', path: `/api/1.0/tasks/${task}`, data: { assignee_section } },
  })
  return former ? { ...step(section), inverse: step(former) } : step(section)
}
