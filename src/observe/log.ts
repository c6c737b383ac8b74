/**
 * The log: one line of JSON for each thing that an operator may want to know. What must always hold: no secret comes
 * into it, a line is one line, and what happens on behalf of a request or a job names it.
 */
import { pino } from 'pino'
import type { Clock } from '../lib/clock.ts'
import { currentContext } from './context.ts'
import { clean } from './redact.ts'

/** Takes a line; its member `level` is `info` when it is not said. */
export type Log = (line: Record<string, unknown>) => void

/** What an operator can ask for: lines of this importance and above. */
export const LEVELS = ['error', 'warn', 'info', 'debug'] as const

export type Level = (typeof LEVELS)[number]

interface LogOptions {
  clock: Clock
  level: Level
  /** What stands in every line. */
  about?: Record<string, unknown>
  /** Takes a line without its end. */
  write(line: string): void
}

/** What is worth knowing though nothing is wrong. */
const notice = 35

export function createLog({ clock, level, about = {}, write }: LogOptions): Log {
  const logger = pino(
    {
      level,
      customLevels: { notice },
      base: about,
      timestamp: () => `,"time":"${new Date(clock()).toISOString()}"`,
      formatters: { level: label => ({ level: label }), log: line => clean({ ...named(), ...line }) },
    },
    { write: text => write(text.trimEnd()) },
  )
  return ({ level: asked = 'info', ...line }) => {
    const known = typeof asked === 'string' && Object.hasOwn(logger.levels.values, asked) ? asked : 'info'
    logger[known as Level](line)
  }
}

/** What the line is about, if it happens on behalf of anything. */
function named(): Record<string, string> {
  const execution = currentContext()
  if (!execution) return {}
  const { kind, id, trace } = execution
  return trace === null ? { [kind]: id } : { [kind]: id, trace }
}
