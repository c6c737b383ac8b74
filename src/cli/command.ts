/** A command, and its interface to the process. */
import type { Server } from 'node:http'
import type { Catalog } from '../catalog/catalog.ts'
import type { OptionName } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import type { Files } from '../files/files.ts'
import type { Attempts } from '../identity/attempts.ts'
import type { MailTransport } from '../identity/mail.ts'
import type { Clock } from '../lib/clock.ts'
import type { Limits } from '../limits/limits.ts'
import type { Observer } from '../observe/observer.ts'
import type { CounterStore } from '../store/counters/counter_store.ts'
import type { Store } from '../store/db.ts'
import type { HttpPost } from '../vocabulary/outbound.ts'

export interface Command {
  /** The name of the command, as typed. */
  words: string
  doc: string
  /** Arguments that precede those of the operator. */
  implied?: readonly string[]
  options: readonly OptionName[]
  /** The words that follow the name, such as `PATH`; all are required. */
  operands?: readonly string[]
  /** The required options. */
  required: readonly ('email' | 'name' | 'gid' | 'from' | 'to')[]
  main(settings: Settings, program: ProgramContext): Promise<void>
}

/** The part of an HTTP server that a command uses. */
export interface AppServer {
  ready(): PromiseLike<unknown>
  listen(where: { host: string; port: number }): Promise<string>
  close(): PromiseLike<unknown>
  server: Server
}

/** The process around a command. Only `main.ts` accesses the process itself. */
export interface ProgramContext {
  version: string
  environment: Record<string, string | undefined>
  clock: Clock
  /** The folder of the built web app; it may be missing. */
  web: string
  /** The file of an empty store that the build has made; it may be missing. */
  emptyStore?: string
  /** The node id in the gids of this process, 1 to 31; other processes on the same store have different ones. */
  node: number
  /** Prints a text for the operator; adds a line feed. */
  print(text: string): void
  /** Replaces its last text on the terminal; null if standard output is not a terminal. */
  showProgress: ((text: string) => void) | null
  /** Reads standard input to its end, or one line of a terminal; absent if there is no input. */
  readInput?(): Promise<string>
  /** Prints an error; adds a line feed. */
  printError(text: string): void
  /** Resolves at the first signal to stop. A second signal ends the process at once. */
  stopped(): Promise<void>
  createApp(parts: {
    store: Store
    clock: Clock
    files: Files
    filesQuota: number | null
    key: string
    publicUrl: string | null
    trustedProxies: string[]
    web: string
    limits: Settings['limits']
    limiter?: Limits
    attempts?: Attempts
    catalog?: Catalog
    rateLimitHeaders: boolean
    verifiesCache: boolean
    connections: { maxOpen: number }
    mail: MailTransport | null
    announce(text: string): void
    post: HttpPost
    log(line: Record<string, unknown>): void
    observer: Observer
    logsRequests: boolean
    hints: boolean
    counters: CounterStore | null
    metricsToken: string | undefined
  }): Promise<AppServer>
}
