/** What an emulator needs from the program, and what its operator chooses. */
import type { Server } from 'node:http'
import type { Catalog } from '../catalog/catalog.ts'
import type { Seed } from '../exchange/seed/seed.ts'
import type { Files } from '../files/files.ts'
import type { Router } from '../http/router.ts'
import type { Attempts } from '../identity/attempts.ts'
import type { MailTransport } from '../identity/mail.ts'
import type { Clock } from '../lib/clock.ts'
import type { Limits } from '../limits/limits.ts'
import type { Log } from '../observe/log.ts'
import type { Store } from '../store/db.ts'
import type { HttpPost } from '../vocabulary/outbound.ts'
import type { TlsOptions } from './tls/tls.ts'
import type { ClockState } from './world/clock.ts'
import type { Images } from './world/images.ts'
import type { WorldSettings } from './world/settings.ts'

/** The server of one world. It listens on no port. */
export interface WorldApp {
  ready(): PromiseLike<unknown>
  close(): PromiseLike<unknown>
  server: Server
}

/** The parts of the server of a world that differ from those of other worlds. */
export interface WorldAppParts {
  store: Store
  clock: Clock
  files: Files
  key: string
  publicUrl: null
  limiter: Limits
  attempts: Attempts
  mail: MailTransport
  post: HttpPost
  catalog: Catalog
}

export interface EmulatorOptions {
  version: string
  /** Real time. */
  clock: Clock
  log: Log
  createApp(parts: WorldAppParts): Promise<WorldApp>
  /** Seals the secrets of all worlds. */
  key: string
  /** What each world begins with. */
  seed: Seed
  /** The name of the seed, as `GET /-/emulator` shows it. */
  seedName: string
  initialClock: ClockState | null
  settings: WorldSettings
  maxWorlds: number
  /** Whether clients and webhook targets of other machines are allowed. */
  allowsNetwork: boolean
  /** The address by which clients reach the emulator, if it differs from the one on which it listens. */
  publicUrl: string | null
  /** The number of requests that each world records. */
  requestsKept: number
  /** The file of a migrated store without objects, if the build has made one: see `store/empty.ts`. */
  emptyStore?: string | undefined
  /** Null without TLS. */
  tls: Omit<TlsOptions, 'clock'> | null
}

/** What all worlds of a process share. */
export interface SharedParts {
  options: EmulatorOptions
  images: Images
  catalog: Catalog
  router: Router
  files: Files
}
