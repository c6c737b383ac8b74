/**
 * Download links: addresses of this server with which anyone can download one file until they expire. The signature
 * covers the key, the name and the time, so a link cannot be changed. They need no row of the store.
 */
import type { Clock } from '../lib/clock.ts'
import { sameText, sign } from '../lib/secret.ts'

/** A file to download, and the name under which the browser saves it. */
export interface DownloadFile {
  key: string
  name: string
}

export interface DownloadLinks {
  /** The path of a link that expires after `lifetimeMs`. */
  path(file: DownloadFile, lifetimeMs?: number): string
  /** The file of a link, and how long the link stays valid; undefined if it has expired or was changed. */
  read(path: string, query: Record<string, string | undefined>): (DownloadFile & { expiresInMs: number }) | undefined
}

/** The paths of all links begin with this. */
export const DOWNLOADS = '/-/files/'

// wire: resource-behaviours 6.2: about two minutes
const LIFETIME_MS = 2 * 60_000

/** `secret` is a key for this purpose alone. */
export function createDownloadLinks(secret: string, clock: Clock): DownloadLinks {
  const signatureOf = (path: string, expires: string) => sign(secret, `${path}\n${expires}`)
  return {
    path({ key, name }, lifetimeMs = LIFETIME_MS) {
      const path = `${key}/${encodeURIComponent(name.toWellFormed())}`
      const expires = String(Math.ceil((clock() + lifetimeMs) / 1000))
      return `${DOWNLOADS}${path}?e=${expires}&t=${signatureOf(path, expires)}`
    },
    read(path, { e: expires = '', t: signature = '' }) {
      if (!path.startsWith(DOWNLOADS)) return undefined
      const signed = path.slice(DOWNLOADS.length)
      if (!sameText(signature, signatureOf(signed, expires))) return undefined
      const expiresInMs = Number(expires) * 1000 - clock()
      if (!(expiresInMs > 0)) return undefined
      const end = signed.lastIndexOf('/')
      return { key: signed.slice(0, end), name: decodeURIComponent(signed.slice(end + 1)), expiresInMs }
    },
  }
}
