/** What a command is, and what it is given of the world. */
import type { OptionName } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import type { Mail } from '../identity/mail.ts'
import type { Clock } from '../lib/clock.ts'
import type { Observer } from '../observe/observer.ts'
import type { CounterStore } from '../store/counters/counter_store.ts'
import type { Store } from '../store/db.ts'
import type { Post } from '../vocabulary/outside.ts'

export interface Command {
  /** The words that call it, as typed. */
  words: string
  doc: string
  options: readonly OptionName[]
  /** Those of its options without which it cannot run. */
  required: readonly ('email' | 'name' | 'gid' | 'from' | 'to')[]
  run(settings: Settings, program: Program): Promise<void>
}

/** The part of an HTTP server that a command uses. */
export interface Listening {
  listen(where: { host: string; port: number }): Promise<string>
  close(): PromiseLike<unknown>
  server: { closeAllConnections(): void }
}

/** The world around a command, so that `main.ts` alone touches it. */
export interface Program {
  version: string
  environment: Record<string, string | undefined>
  clock: Clock
  /** The folder of the web app, as `npm run build` makes it; it need not be there. */
  web: string
  /** Distinguishes the gids that this process makes from those of others on the same store, 1 to 31. */
  node: number
  /** Text for the person who called; a line feed is added. */
  print(text: string): void
  /** Replaces what it has shown last on the terminal; null when standard output is none. */
  show: ((text: string) => void) | null
  /** Text about what went wrong; a line feed is added. */
  complain(text: string): void
  /** Resolves when the process is asked to stop. Asked a second time, it ends at once. */
  stopped(): Promise<void>
  createApp(parts: {
    store: Store
    clock: Clock
    key: string
    publicUrl: string | null
    trustedProxies: string[]
    web: string
    limits: Settings['limits']
    rateLimitHeaders: boolean
    checksShown: boolean
    connections: { most: number }
    mail: Mail | null
    announce(text: string): void
    post: Post
    log(line: Record<string, unknown>): void
    observer: Observer
    logsRequests: boolean
    hints: boolean
    counters: CounterStore | null
    metricsToken: string | undefined
  }): Promise<Listening>
}
