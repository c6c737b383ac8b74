/**
 * Several instances behind one port of one machine. The first process takes no requests: it starts the
 * others, replaces one that dies, and ends them when it is asked to end. Each of the others is a whole server.
 */
import cluster from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import { createLog } from '../observe/log.ts'
import type { Program } from './command.ts'

/** Whether this process is the one that was started, and not one of the workers. */
export const isFirst = cluster.isPrimary

/** Whether this process says that it listens: all do, and it is said once. */
export const isShown = isFirst || process.env.WORKLOOM_WORKER === '1'

/** Which of the workers this is, from 0. */
export const place = isFirst ? 0 : Number(process.env.WORKLOOM_WORKER ?? 1) - 1

/** Milliseconds: a worker that ends sooner is not started again at once. */
const HASTE = 1000

/** Runs the workers until the program is asked to stop. Throws a Refusal when they cannot even start. */
export async function runWorkers(
  { workers, place: where, logLevel: level }: Settings,
  program: Program,
): Promise<void> {
  if (where === 'memory' || !('database' in where)) {
    throw new Refusal(
      'Several workers want a database that they can share: the data of a folder has one process that writes. Give' +
        ' --database-url, or one worker; workloom move takes the data along.',
      2,
    )
  }
  const log = createLog({ clock: program.clock, level, write: program.complain })
  const end = new AbortController()
  void program.stopped().then(() => end.abort())
  let hasListened = false
  let refused = 0
  const keep = async (number: number) => {
    while (!end.signal.aborted) {
      const { pid, listened, code, signal } = await life(number, end.signal)
      hasListened ||= listened
      if (hasListened && !end.signal.aborted) {
        const cause = signal ?? `exit code ${code}`
        log({ level: 'error', message: 'A worker ended by itself, and is replaced.', worker: number, pid, cause })
      }
      if (!hasListened && !end.signal.aborted) {
        // A worker that never listened has said why, and the others would say the same.
        refused ||= code || 1
        end.abort()
      }
      // One that cannot start now, because the database is away, may later.
      await pause(HASTE, undefined, { signal: end.signal }).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, index) => keep(index + 1)))
  if (refused) throw new Refusal('The workers could not start, for the reason above.', refused)
}

interface Life {
  pid: number | undefined
  listened: boolean
  code: number
  /** What ended it, when that was a signal. */
  signal: string | null
}

/** One worker from its start to its end, which comes at the latest when everything ends. */
function life(number: number, end: AbortSignal): Promise<Life> {
  const worker = cluster.fork({ WORKLOOM_WORKER: String(number) })
  const stop = () => worker.process.kill('SIGTERM')
  end.addEventListener('abort', stop, { once: true })
  return new Promise(resolve => {
    let listened = false
    worker.once('listening', () => {
      listened = true
    })
    worker.once('exit', (code, signal) => {
      end.removeEventListener('abort', stop)
      resolve({ pid: worker.process.pid, listened, code, signal })
    })
  })
}
