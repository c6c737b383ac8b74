/** Runs jobs at their own times while the clock of a world advances. */

import type { Worker } from '../../jobs/worker.ts'
import { nextDue } from '../../store/queries/jobs/queue.ts'
import type { World } from './world.ts'

const MAX_STEPS = 10_000
/** Jobs record changes, and those wake further jobs. This is the longest chain that runs at one time. */
const MAX_ROUNDS = 10

/** Runs the jobs that are due, and those that follow from them. */
export async function runDue({ runs, calls }: Pick<World, 'runs' | 'calls'>, worker: Worker): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = runs.count()
    await worker.tick()
    await calls.delayed.run()
    if (runs.count() === before) return
  }
}

/**
 * Advances the clock to an instant, and runs each job that becomes due on the way at its time. Returns whether it stopped
 * early, after too many steps.
 */
export async function advance(world: World, target: number): Promise<boolean> {
  const { clock, store, calls } = world
  return world.withIdleWorker(async worker => {
    for (let step = 0; step < MAX_STEPS; step++) {
      await runDue(world, worker)
      const due = earlier(await nextDue(store.read, worker.timedKinds, clock.now()), calls.delayed.next())
      if (due === undefined || due > target) {
        clock.set(Math.max(target, clock.now()))
        await runDue(world, worker)
        return false
      }
      clock.set(Math.max(due, clock.now()))
    }
    return true
  })
}

const earlier = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)
