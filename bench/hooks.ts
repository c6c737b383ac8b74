/** Webhooks for the bench: inserted without the handshake, because a thousand handshakes take long. */
import { seal } from '../src/lib/secret.ts'
import { insertAll } from '../src/store/change.ts'
import type { Store } from '../src/store/db.ts'
import { lastChange } from '../src/store/queries/events/streams.ts'
import { scheduleAll } from '../src/store/queries/jobs/queue.ts'

export interface Hooks {
  count: number
  /** The gid of a project, or null for the workspace. */
  project: number | null
  target: string
}

/** Creates webhooks of the owner of the store's only token, ready for deliveries. */
export async function addHooks(store: Store, key: string, { count, project, target }: Hooks): Promise<void> {
  const { db } = store.read
  const { gid: workspace } = await db.selectFrom('workspaces').select('gid').orderBy('gid').executeTakeFirstOrThrow()
  const { user } = await db.selectFrom('tokens').select('user').executeTakeFirstOrThrow()
  const filters = project === null ? '[{"resource_type":"project"}]' : '[]'
  await store.write(async tx => {
    const cursor = await lastChange(tx, workspace)
    const hooks = Array.from({ length: count }, () => ({
      ...{ gid: tx.gid(), workspace, user, application: 0, token: null, target, secret: seal(key, 'secret'), filters },
      ...{ resource_type: project === null ? 'workspace' : 'project', resource: project ?? workspace },
      ...{ active: 1, cursor, created_at: tx.now, last_success_at: null, last_failure_at: null },
      ...{ last_failure_content: null, delivery_retry_count: 0, next_attempt_after: null },
      ...{ failure_deletion_timestamp: null, heartbeat_at: tx.now + 8 * 60 * 60 * 1000 },
    }))
    await insertAll(tx, 'webhooks', hooks)
    await scheduleAll(
      tx,
      'deliver',
      hooks.map(({ gid }) => gid),
      tx.now,
    )
  })
}
