/**
 * TLS of the emulator: a port with it, and tunnels to the hosts that it stands for.
 * Invariant: a tunnel leads to this server, never to another host.
 */
import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import type { Clock } from '../../lib/clock.ts'
import { createLeaf, LEAF_MS } from './certificate.ts'
import { openAuthority } from './folder.ts'

export interface TlsOptions {
  folder: string
  /** The hosts whose tunnels end here. */
  hosts: readonly string[]
  clock: Clock
}

export interface Tls {
  /** Listens with TLS, and returns the port. */
  listen(where: { host: string; port: number }): Promise<number>
  close(): void
}

/** Adds TLS to a server: connections that have it are passed to that server. */
export function addTls(server: Server, { folder, hosts, clock }: TlsOptions): Tls {
  const pairs = renewedPairs(folder, hosts, clock)
  const terminating = createServer(pairs.next() ?? {}, socket => accept(server, socket))
  // Before the listener of the server itself, which begins the handshake. Every name has the same certificate.
  terminating.prependListener('connection', () => {
    const pair = pairs.next()
    if (pair) terminating.setSecureContext(pair)
  })
  const open = new Set<Socket>()
  const track = (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  }
  terminating.on('connection', track)
  terminating.on('tlsClientError', (_error, socket) => socket.destroy())
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    if (!isIntercepted(request.url ?? '', hosts)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n', () => terminating.emit('connection', socket))
  })
  return {
    async listen({ host, port }) {
      terminating.listen(port, host)
      await once(terminating, 'listening')
      return (terminating.address() as AddressInfo).port
    },
    close() {
      terminating.close()
      for (const socket of open) socket.destroy()
    },
  }
}

function accept(server: Server, socket: TLSSocket): void {
  socket.on('error', () => socket.destroy())
  server.emit('connection', socket)
}

/** The target of a tunnel is `host:port`. */
function isIntercepted(target: string, hosts: readonly string[]): boolean {
  const [host = ''] = target.toLowerCase().split(':')
  return hosts.includes(host)
}

function pairOf(folder: string, hosts: readonly string[], clock: Clock): { cert: string; key: string } {
  const { authority, names } = openAuthority(folder, hosts, clock())
  const leaf = createLeaf(authority, names, clock())
  return { cert: leaf.certificate, key: String(leaf.key.export({ type: 'pkcs8', format: 'pem' })) }
}

/** The certificate for new connections, if it is due to be replaced: long before it expires. */
function renewedPairs(folder: string, hosts: readonly string[], clock: Clock) {
  let until = Number.NEGATIVE_INFINITY
  return {
    next() {
      if (until >= clock()) return undefined
      until = clock() + LEAF_MS / 2
      return pairOf(folder, hosts, clock)
    },
  }
}
