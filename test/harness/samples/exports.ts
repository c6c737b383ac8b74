/** Exports for samples. */
import { insert } from '../../../src/store/change.ts'
import type { Person, World } from '../world.ts'

/** The exports of a person. */
export async function makeExports({ store, workspace }: World, { gid: user }: Person, project: string) {
  const types = ['graph_export', 'export_request', 'organization_export'] as const
  const made = await store.write(async tx => {
    const gids: [string, string][] = []
    for (const resource_type of types) {
      const gid = tx.gid()
      await insert(tx, 'exports', {
        ...{ gid, workspace: Number(workspace), resource_type, job: null, user: Number(user), scopes: null },
        ...{ public_url: '', parent: Number(project), parent_type: 'project', parameters: null, state: 'finished' },
        ...{ file_bytes: 1, task_count: 0, created_at: tx.now, completed_at: tx.now },
      })
      gids.push([resource_type, String(gid)])
    }
    return gids
  })
  return Object.fromEntries(made) as Record<(typeof types)[number], string>
}
