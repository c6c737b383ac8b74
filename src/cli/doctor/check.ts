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

export type FindingStatus = 'good' | 'doubtful' | 'bad'

export interface Finding {
  mark: FindingStatus
  found: string
  /** The advice; empty if there is none. */
  todo: string
}

export const good = (found: string): Finding => ({ mark: 'good', found, todo: '' })
/** A warning: it works, but needs attention. */
export const doubtful = (found: string, todo: string): Finding => ({ mark: 'doubtful', found, todo })
/** An error: it does not work, or soon will not. */
export const bad = (found: string, todo: string): Finding => ({ mark: 'bad', found, todo })

/** The input of the checks. */
export interface CheckContext {
  settings: Settings
  program: ProgramContext
  place: Exclude<Settings['location'], 'memory'>
  now: number
  /** The store, if this version of the program can read it; otherwise null, and `store` has the reason. */
  look: StoreInspection | null
  /** The finding about the store itself. */
  store: Finding
}

export interface DoctorCheck {
  name: string
  /** Returns undefined if the check does not apply. */
  look(scene: CheckContext): Promise<Finding | undefined> | Finding | undefined
}
