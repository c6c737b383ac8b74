/**
 * A check of `doctor`. It inspects one thing and returns one line, with advice if there is a problem. To add a check, write
 * a function in a file of this folder and list it in `checks.ts`.
 * Invariants:
 * - a check changes nothing;
 * - no finding contains a secret;
 * - a check takes bounded time.
 */
import type { Settings } from '../../config/settings.ts'
import type { StoreInspection } from '../../store/inspect.ts'
import type { ProgramContext } from '../command.ts'

export type FindingStatus = 'ok' | 'warning' | 'failure'

export interface Finding {
  status: FindingStatus
  message: string
  /** The advice; empty if there is none. */
  advice: string
}

export const ok = (message: string): Finding => ({ status: 'ok', message, advice: '' })
/** A warning: it works, but needs attention. */
export const warning = (message: string, advice: string): Finding => ({ status: 'warning', message, advice })
/** An error: it does not work, or soon will not. */
export const failure = (message: string, advice: string): Finding => ({ status: 'failure', message, advice })

/** The input of the checks. */
export interface CheckContext {
  settings: Settings
  program: ProgramContext
  location: Exclude<Settings['location'], 'memory'>
  now: number
  /** The store, if this version of the program can read it; otherwise null, and `store` has the reason. */
  inspection: StoreInspection | null
  /** The finding about the store itself. */
  store: Finding
}

export interface DoctorCheck {
  name: string
  /** Returns undefined if the check does not apply. */
  run(context: CheckContext): Promise<Finding | undefined> | Finding | undefined
}
