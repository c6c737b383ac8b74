/** The health of a webhook and the name of its object, for the list and the page of a webhook. */
import { useQuery } from '@tanstack/react-query'
import { watchedNames, webhooks } from '../../../data/queries.ts'
import type { Webhook } from '../../../data/types.ts'

/** Display names of types that differ from `resource_type`. */
const TYPES: Record<string, string> = { user_task_list: 'My Tasks' }

/**
 * The name of the watched object, and whether an application created the webhook. The person cannot delete such a webhook:
 * it belongs to the application.
 */
export function useWatchedObject({ gid, workspace, resource }: Webhook) {
  const newest = useQuery(webhooks).data?.at(-1)?.gid ?? gid
  const { data } = useQuery(watchedNames(workspace, newest))
  const type = TYPES[resource.resource_type] ?? resource.resource_type
  return {
    name: `${type} ${data?.[gid] || resource.gid}`,
    isOfApplication: data !== undefined && data[gid] === undefined,
  }
}

export function Health({ webhook: { is_failing } }: { webhook: Webhook }) {
  return is_failing ? <span className="badge failed">Failing</span> : <span className="badge">Active</span>
}
