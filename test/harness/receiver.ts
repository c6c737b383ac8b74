/** A webhook target on the loopback: it records requests, and responds as the test specifies. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { Json } from './world.ts'

export interface ReceivedRequest {
  method: string | undefined
  path: string | undefined
  headers: Record<string, string | string[] | undefined>
  /** The body, as text. */
  body: string
  /** The member `events` of the body. */
  events: Json[]
}

export type ReceiverBehavior = (response: ServerResponse, got: ReceivedRequest, request: IncomingMessage) => unknown

export interface Receiver {
  url: string
  /** All requests, handshakes included. */
  requests: ReceivedRequest[]
  /** Deliveries with events. */
  deliveries(): ReceivedRequest[]
  /** All events, in the order of arrival. */
  events(): Json[]
  behave: ReceiverBehavior
}

/** Accepts every handshake and every delivery. */
export const acceptAll: ReceiverBehavior = (response, { headers }) => {
  const secret = headers['x-hook-secret']
  if (secret) response.setHeader('X-Hook-Secret', secret)
  response.end()
}

export async function receiver(behave: ReceiverBehavior = acceptAll): Promise<Receiver> {
  const got: ReceivedRequest[] = []
  const made: Receiver = {
    ...{ url: '', requests: got, behave },
    deliveries: () => got.filter(({ events }) => events.length > 0),
    events: () => got.flatMap(({ events }) => events),
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    const { method, url: path, headers } = request
    const one: ReceivedRequest = { method, path, headers, body, events: JSON.parse(body || '{}').events ?? [] }
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
