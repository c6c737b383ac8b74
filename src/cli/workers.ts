/**
 * Several instances that share one port of one machine. The primary process takes no requests: it starts the workers, replaces
 * one that dies, and stops them when it stops. Each worker is a complete server.
 */
import cluster from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { CommandError } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import { createLog } from '../observe/log.ts'
import type { ProgramContext } from './command.ts'

/** Whether this is the primary process, or the only one. */
export const isFirst = cluster.isPrimary

/** Whether this process prints for the operator; of several workers, only the first does. */
export const printsOutput = isFirst || process.env.WORKLOOM_WORKER === '1'

/** The index of this worker, from 0. */
export const workerIndex = isFirst ? 0 : Number(process.env.WORKLOOM_WORKER ?? 1) - 1

/** The pause before a worker is started again. */
const RESTART_DELAY_MS = 1000

/** Runs the workers until the process stops. Throws a CommandError when they cannot start. */
export async function runWorkers(
  { workers, location, logLevel: level }: Settings,
  program: ProgramContext,
): Promise<void> {
  if (location === 'memory' || !('database' in location)) {
    throw new CommandError(
      'Several workers need a database, because only one process can use a folder. Give' +
        ' --database-url, or one worker; workloom move copies the data to a database.',
      2,
    )
  }
  const log = createLog({ clock: program.clock, level, write: program.printError })
  const stopping = new AbortController()
  void program.stopped().then(() => stopping.abort())
  let hasListened = false
  let refused = 0
  const runForever = async (number: number) => {
    while (!stopping.signal.aborted) {
      const { pid, listened, code, signal } = await runWorker(number, stopping.signal)
      hasListened ||= listened
      if (hasListened && !stopping.signal.aborted) {
        const cause = signal ?? `exit code ${code}`
        log({ level: 'error', message: 'A worker exited and is replaced.', worker: number, pid, cause })
      }
      if (!hasListened && !stopping.signal.aborted) {
        // A worker that never listened has printed the reason, and the others would print the same.
        refused ||= code || 1
        stopping.abort()
      }
      // A worker may be able to start later, for example when the database is available again.
      await pause(RESTART_DELAY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, index) => runForever(index + 1)))
  if (refused) throw new CommandError('The workers could not start, for the reason above.', refused)
}

interface WorkerExit {
  pid: number | undefined
  listened: boolean
  code: number
  /** The signal that ended it, if any. */
  signal: string | null
}

/** Runs one worker until it exits; stops it on `stopping`. */
function runWorker(number: number, stopping: AbortSignal): Promise<WorkerExit> {
  const worker = cluster.fork({ WORKLOOM_WORKER: String(number) })
  const stop = () => worker.process.kill('SIGTERM')
  stopping.addEventListener('abort', stop, { once: true })
  return new Promise(resolve => {
    let listened = false
    worker.once('listening', () => {
      listened = true
    })
    worker.once('exit', (code, signal) => {
      stopping.removeEventListener('abort', stop)
      resolve({ pid: worker.process.pid, listened, code, signal })
    })
  })
}
