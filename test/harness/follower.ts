/** A client that follows an event stream from now on. */
import assert from 'node:assert/strict'
import type { Answer, Json, Person } from './world.ts'

export interface Follower {
  /** The sync token of the next request. */
  sync: string
  /** All events since the last call, page by page. */
  poll(fields?: string): Promise<Json[]>
  /** The same, each as text: `action type field how < parent`. */
  newChanges(): Promise<string[]>
}

/** Follows a stream such as `/events?resource=12`. Fails unless the first response is 412. */
export async function follow(person: Person, path: string): Promise<Follower> {
  const url = (more: Record<string, string>) =>
    `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(more).toString()}`
  const first = await person.get(path)
  assert.equal(first.status, 412, `${path} answered ${first.status}: ${first.message}`)
  const follower: Follower = {
    sync: first.body.sync,
    async poll(fields = '') {
      const events: Json[] = []
      for (let more = true; more; ) {
        const answer: Answer = await person.get(url({ sync: follower.sync, opt_fields: fields }))
        const { data, sync, has_more } = answer.body
        assert.equal(answer.status, 200, String(answer.message))
        assert.ok(data.length > 0 || !has_more, 'there is more, but it does not come')
        events.push(...data)
        follower.sync = sync
        more = has_more
      }
      return events
    },
    newChanges: async () => (await follower.poll()).map(eventText),
  }
  return follower
}

/** Follows an object. */
export const followObject = (person: Person, gid: string): Promise<Follower> =>
  follow(person, `/events?resource=${gid}`)

export function eventText({ action, type, change, parent }: Json): string {
  const field = change ? ` ${change.field}${change.action === 'changed' ? '' : ` ${change.action}`}` : ''
  return `${action} ${type}${field}${parent ? ` < ${parent.resource_type}` : ''}`
}
