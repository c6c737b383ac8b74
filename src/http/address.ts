/** Where a server listens, as an address that a browser of this machine can open. */
import type { AddressInfo } from 'node:net'

/** `http://host:port`; every network is the machine itself, and so is a server that does not listen. */
export function listeningAt(bound: AddressInfo | string | null): string {
  if (bound === null || typeof bound === 'string') return 'http://localhost'
  const { address, port } = bound
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}
