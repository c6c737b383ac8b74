/** The runs of background jobs of a world, which the control API reports. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../../lib/clock.ts'

export interface JobRun {
  at: number
  kind: string
  subject: number
  /** `done`, `failed`, or what the target of a webhook answered. */
  outcome: string
}

export interface JobRuns {
  /** Records a run: the option `around` of the worker. */
  around<T>(kind: string, work: () => Promise<T>, subject: number): Promise<T>
  /** The run in which the caller is. */
  current(): JobRun | undefined
  /** The number of all runs, including those that are not recorded. */
  count(): number
  /** The runs since the last `clear`, and the number of those that were left out. */
  list(): { runs: readonly JobRun[]; leftOut: number }
  clear(): void
}

const MAX_RUNS = 10_000

/** `isListed` decides which kinds are recorded. */
export function createJobRuns(clock: Clock, isListed: (kind: string) => boolean): JobRuns {
  const running = new AsyncLocalStorage<JobRun>()
  let runs: JobRun[] = []
  let leftOut = 0
  let count = 0
  const clear = () => {
    runs = []
    leftOut = 0
  }
  return {
    async around(kind, work, subject) {
      count++
      const run: JobRun = { at: clock(), kind, subject, outcome: 'done' }
      if (isListed(kind) && runs.length < MAX_RUNS) runs.push(run)
      else if (isListed(kind)) leftOut++
      try {
        return await running.run(run, work)
      } catch (error) {
        run.outcome = 'failed'
        throw error
      }
    },
    count: () => count,
    current: () => running.getStore(),
    list: () => ({ runs, leftOut }),
    clear,
  }
}
