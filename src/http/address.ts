/** The address of a listening server, as a browser of this machine can open it. */
import type { AddressInfo } from 'node:net'

/**
 * `http://host:port`. A wildcard address becomes the loopback address; a server that does not listen gets
 * `http://localhost`.
 */
export function listeningAt(bound: AddressInfo | string | null): string {
  if (bound === null || typeof bound === 'string') return 'http://localhost'
  const { address, port } = bound
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}
