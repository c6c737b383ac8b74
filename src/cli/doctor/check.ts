/**
 * What a check of `doctor` is. Each looks at one thing and says what it found in one line, with what to do when that is
 * not well. What must always hold: a check changes nothing, names no secret, and takes a bounded time. A new one is a
 * function in one of the files beside this, and a line in `checks.ts`.
 */
import type { Settings } from '../../config/settings.ts'
import type { Look } from '../../store/look.ts'
import type { Program } from '../command.ts'

export type Mark = 'good' | 'doubtful' | 'bad'

export interface Finding {
  mark: Mark
  found: string
  /** What to do; empty when there is nothing. */
  todo: string
}

export const good = (found: string): Finding => ({ mark: 'good', found, todo: '' })
/** It works, and there is a reason to look at it. */
export const doubtful = (found: string, todo: string): Finding => ({ mark: 'doubtful', found, todo })
/** It does not work, or will not. */
export const bad = (found: string, todo: string): Finding => ({ mark: 'bad', found, todo })

/** What checks look at. */
export interface Scene {
  settings: Settings
  program: Program
  place: Exclude<Settings['place'], 'memory'>
  now: number
  /** The store, when it can be read by this version of the program; else null, and `store` says why. */
  look: Look | null
  /** What there is to say of the store itself. */
  store: Finding
}

export interface Check {
  name: string
  /** Nothing, where there is nothing to look at. */
  look(scene: Scene): Promise<Finding | undefined> | Finding | undefined
}
