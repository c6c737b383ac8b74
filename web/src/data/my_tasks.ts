/** The list of the tasks of the signed-in person in a workspace: its gid, which this browser remembers. */
import { queryOptions } from '@tanstack/react-query'
import type { Cache } from './cache.ts'
import { call } from './call.ts'
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
