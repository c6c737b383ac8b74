/** Live pages of people, who read their events one after the other. */
import assert from 'node:assert/strict'
import { createSession } from '../../../src/identity/sessions.ts'
import { type Json, type Person, world } from '../world.ts'

export interface LiveEvent {
  event: string
  /** The number of the change; 0 if there is none. */
  id: number
  data: Json
}

/** A world whose server listens, and pages that receive its live updates. */
export async function startLive() {
  const w = await world()
  const url = await w.app.listen({ port: 0, host: '127.0.0.1' })
  const signIn = (person: Person) =>
    w.store.write(tx => createSession(tx, Number(person.gid), { agent: 'test', address: '127.0.0.1' }))
  const connect = (session: string | null, headers: Record<string, string> = {}, query = '') =>
    fetch(`${url}/-/live${query}`, {
      headers: { ...(session && { cookie: `workloom_session=${session}` }), ...headers },
    })
  return {
    ...w,
    url,
    signIn,
    connect,
    listen: async (person: Person, last?: string) => readEvents(await connect(await signIn(person), resume(last))),
    /** Opens a page that has received everything up to a position. */
    listenAfter: async (person: Person, after: string | number, last?: string) =>
      readEvents(await connect(await signIn(person), resume(last), `?after=${after}`)),
  }
}

/** The number in the cursor of a person with one workspace. */
const numberIn = (cursor: string): number => Number(cursor.split(':')[1])

const resume = (last: string | undefined): Record<string, string> =>
  last === undefined ? {} : { 'last-event-id': last }

/** Reads the blocks of a stream, which an empty line ends; undefined if the server has closed it. */
function blocksOf(reader: ReadableStreamDefaultReader<string>): () => Promise<string | undefined> {
  let text = ''
  return async () => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const found = text.slice(0, end)
        text = text.slice(end + 2)
        return found
      }
      const { value, done } = await reader.read()
      if (done) return undefined
      text += value
    }
  }
}

/** The events of a stream, one after the other. */
export function readEvents(response: Response) {
  assert.equal(response.status, 200)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  assert.ok(reader)
  const block = blocksOf(reader)
  let last = ''
  /** The next event; undefined if the server has closed the stream. */
  const next = async (): Promise<LiveEvent | undefined> => {
    for (;;) {
      const found = await block()
      if (found === undefined) return undefined
      const members = Object.fromEntries(found.split('\n').map(line => line.split(/: ?(.*)/s).slice(0, 2)))
      if (members.id) last = members.id
      if (members.data) return { event: members.event ?? 'message', id: numberIn(last), data: JSON.parse(members.data) }
    }
  }
  /** All events up to one of this object. */
  const until = async (gid: string): Promise<LiveEvent[]> => {
    const events: LiveEvent[] = []
    for (;;) {
      const event = await next()
      assert.ok(event, 'the stream was closed')
      events.push(event)
      if (event.data.resource.gid === gid) return events
    }
  }
  return { next, until, last: () => last, close: () => reader.cancel() }
}

/** An event as a line: type, action, field and the type of the parent. */
export const describeEvent = ({ data: { resource, action, field, parent } }: LiveEvent) =>
  [resource.resource_type, action, ...(field ? [field] : []), ...(parent ? ['<', parent.resource_type] : [])].join(' ')
