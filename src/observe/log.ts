/**
 * The log: lines of JSON for the operator.
 * Invariants:
 * - a line contains no secret;
 * - an entry is exactly one line;
 * - a line that is written during a request or a job names it.
 */
import { pino } from 'pino'
import type { Clock } from '../lib/clock.ts'
import { currentContext } from './context.ts'
import { clean } from './redact.ts'

/** Writes a line; the default of its member `level` is `info`. */
export type Log = (line: Record<string, unknown>) => void

/** The levels that an operator can choose: the log has lines of this level and above. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

interface LogOptions {
  clock: Clock
  level: LogLevel
  /** Members of every line. */
  fields?: Record<string, unknown>
  /** Receives a line without its line feed. */
  write(line: string): void
}

/** The level of normal but significant events, between info and warn. */
const NOTICE_LEVEL = 35

export function createLog({ clock, level, fields = {}, write }: LogOptions): Log {
  const logger = pino(
    {
      level,
      customLevels: { notice: NOTICE_LEVEL },
      base: fields,
      timestamp: () => `,"time":"${new Date(clock()).toISOString()}"`,
      formatters: { level: label => ({ level: label }), log: line => clean({ ...contextFields(), ...line }) },
    },
    { write: text => write(text.trimEnd()) },
  )
  return ({ level: requested = 'info', ...line }) => {
    const levelOrInfo =
      typeof requested === 'string' && Object.hasOwn(logger.levels.values, requested) ? requested : 'info'
    logger[levelOrInfo as LogLevel](line)
  }
}

/** The request or job of the execution context, if there is one. */
function contextFields(): Record<string, string> {
  const execution = currentContext()
  if (!execution) return {}
  const { kind, id, trace } = execution
  return trace === null ? { [kind]: id } : { [kind]: id, trace }
}
