/** The verbs of tags. */
import type { Cache } from './cache.ts'
import type { Step } from './outbox.ts'
import { localGid } from './tasks.ts'

/** Creates a tag; the subject of the step is its local gid. */
export function createTag(cache: Cache, name: string): Step {
  const gid = localGid()
  return {
    ...{ subject: gid, creates: gid, patches: [{ gid, members: { resource_type: 'tag', name, color: null } }] },
    call: { method: 'POST', path: '/api/1.0/tags', data: { workspace: cache.workspace, name } },
    inverse: {
      subject: gid,
      patches: [{ gid, members: null }],
      call: { method: 'DELETE', path: `/api/1.0/tags/${gid}` },
    },
  }
}
