/** For jest: `globalSetup: 'workloom/testing/jest'` in the configuration, and `asanaForWorker()` in tests. */
import type { TestEmulator } from './start.ts'
import { globalSetup, worldOfWorker } from './workers.ts'

/** The global setup with the options of the environment, such as `WORKLOOM_SEED`. The emulator ends with the run. */
export async function setup(): Promise<void> {
  await globalSetup()()
}

/** A global setup with other options: `module.exports = setupWith({ seed: './seed.yaml' })`. */
export const setupWith = globalSetup

/** The world of this worker. */
export const asanaForWorker = (): Promise<TestEmulator> => worldOfWorker(process.env.JEST_WORKER_ID)
