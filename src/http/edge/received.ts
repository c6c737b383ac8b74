/**
 * A request as Node hands it over, with what Fastify says of one: the address of the client, its protocol and its host,
 * of which proxies tell that are believed. Each is made when it is asked for, because most requests need none of them.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import proxies from '@fastify/proxy-addr'
import type { Received } from '../visit.ts'

/** Whether an address is that of a proxy that is believed; null where none is. */
export type Trust = ((address: string, hop: number) => boolean) | null

export const trustIn = (addresses: string[]): Trust => (addresses.length > 0 ? proxies.compile(addresses) : null)

export class RawRequest implements Received {
  readonly raw: IncomingMessage
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly #trust: Trust

  constructor(raw: IncomingMessage, trust: Trust) {
    this.raw = raw
    this.method = raw.method ?? ''
    this.url = raw.url ?? ''
    this.headers = raw.headers
    this.#trust = trust
  }

  get ip(): string {
    const address = this.#trust ? proxies.all(this.raw, this.#trust).at(-1) : this.raw.socket.remoteAddress
    return address as string
  }

  get protocol(): string {
    return this.#told('x-forwarded-proto') ?? 'http'
  }

  get host(): string {
    return this.#told('x-forwarded-host') ?? this.headers.host ?? ''
  }

  /** What the nearest proxy says, if it is believed: it puts its own word behind those that came with the request. */
  #told(name: string): string | undefined {
    const value = this.#trust && this.headers[name]
    if (typeof value !== 'string' || value === '' || !this.#trust?.(this.raw.socket.remoteAddress ?? '', 0)) return
    return value.slice(value.lastIndexOf(',') + 1).trim()
  }
}
