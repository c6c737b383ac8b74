/** The health of a webhook, in words that the list and its own page share. */
import { useQuery } from '@tanstack/react-query'
import { watchedNames, webhooks } from '../../api/queries.ts'
import type { Webhook } from '../../api/types.ts'

/** Where a type is called otherwise than on the wire. */
const TYPES: Record<string, string> = { user_task_list: 'My Tasks' }

/**
 * The name of what a webhook watches, and whether it can be deleted here: what was made with an application is for that
 * application alone.
 */
export function useWatchedNames({ gid, workspace, resource }: Webhook) {
  const newest = useQuery(webhooks).data?.at(-1)?.gid ?? gid
  const { data } = useQuery(watchedNames(workspace, newest))
  const type = TYPES[resource.resource_type] ?? resource.resource_type
  return {
    what: `${type} ${data?.[gid] || resource.gid}`,
    isOfApplication: data !== undefined && data[gid] === undefined,
  }
}

export function Health({ webhook: { is_failing } }: { webhook: Webhook }) {
  return is_failing ? <span className="badge failed">Failing</span> : <span className="badge">Active</span>
}
