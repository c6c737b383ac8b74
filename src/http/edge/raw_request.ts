/**
 * A Node request with the properties that Fastify adds: the client's address, the protocol and the host, from the
 * headers of trusted proxies. Each is computed on access, because most requests need none of them.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import proxies from '@fastify/proxy-addr'
import type { RequestHead } from '../client.ts'

/** Whether an address is that of a trusted proxy; null if there are none. */
export type ProxyTrust = ((address: string, hop: number) => boolean) | null

export const trustProxies = (addresses: string[]): ProxyTrust =>
  addresses.length > 0 ? proxies.compile(addresses) : null

export class RawRequest implements RequestHead {
  readonly raw: IncomingMessage
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly #trust: ProxyTrust

  constructor(raw: IncomingMessage, trust: ProxyTrust) {
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
    return this.#forwarded('x-forwarded-proto') ?? 'http'
  }

  get host(): string {
    return this.#forwarded('x-forwarded-host') ?? this.headers.host ?? ''
  }

  /**
   * The value from the nearest proxy, if it is trusted: a proxy appends its own value to those that came with the
   * request.
   */
  #forwarded(name: string): string | undefined {
    const value = this.#trust && this.headers[name]
    if (typeof value !== 'string' || value === '' || !this.#trust?.(this.raw.socket.remoteAddress ?? '', 0)) return
    return value.slice(value.lastIndexOf(',') + 1).trim()
  }
}
