/** Tags: what a page shows of them, their colours, and their verbs. */
import type { Cache } from './cache.ts'
import type { Step } from './outbox.ts'
import type { WorkRecord } from './records.ts'
import { localGid } from './tasks.ts'

/** What the page of a tag shows. */
export const TAG_FIELDS = 'name,color,notes'

export interface TagRecord extends WorkRecord {
  readonly name?: string
  readonly color?: string | null
  readonly notes?: string
}

/** The colours of tags, as the API and as people call them. */
export const TAG_COLORS: readonly (readonly [value: string, label: string])[] = [
  ...([
    ['', 'None'],
    ['dark-red', 'Red'],
    ['dark-orange', 'Orange'],
    ['light-yellow', 'Yellow'],
  ] as const),
  ...([
    ['dark-green', 'Green'],
    ['light-teal', 'Aqua'],
    ['dark-blue', 'Blue'],
    ['light-purple', 'Purple'],
  ] as const),
  ...([
    ['dark-pink', 'Pink'],
    ['dark-brown', 'Brown'],
    ['light-warm-gray', 'Grey'],
  ] as const),
]

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
