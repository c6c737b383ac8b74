/** A webhook target on the loopback: it records requests, and responds as the test specifies. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { Json } from './world.ts'

export interface Got {
  method: string | undefined
  path: string | undefined
  headers: Record<string, string | string[] | undefined>
  /** The body, as text. */
  body: string
  /** The member `events` of the body. */
  events: Json[]
}

export type Behave = (response: ServerResponse, got: Got, request: IncomingMessage) => unknown

export interface Receiver {
  url: string
  /** All requests, handshakes included. */
  got: Got[]
  /** Deliveries with events. */
  deliveries(): Got[]
  /** All events, in the order of arrival. */
  events(): Json[]
  behave: Behave
}

/** Accepts every handshake and every delivery. */
export const agree: Behave = (response, { headers }) => {
  const secret = headers['x-hook-secret']
  if (secret) response.setHeader('X-Hook-Secret', secret)
  response.end()
}

export async function receiver(behave: Behave = agree): Promise<Receiver> {
  const got: Got[] = []
  const made: Receiver = {
    ...{ url: '', got, behave },
    deliveries: () => got.filter(({ events }) => events.length > 0),
    events: () => got.flatMap(({ events }) => events),
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    const { method, url: path, headers } = request
    const one: Got = { method, path, headers, body, events: JSON.parse(body || '{}').events ?? [] }
    got.push(one)
    await made.behave(response, one, request)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  made.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?of=test`
  return made
}
