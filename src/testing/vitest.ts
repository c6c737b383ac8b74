/** For vitest: `globalSetup: 'workloom/testing/vitest'` in the configuration, and `asanaForWorker()` in tests. */
import type { TestEmulator } from './start.ts'
import { globalSetup, worldOfWorker } from './workers.ts'

/** The global setup with the options of the environment, such as `WORKLOOM_SEED`. */
export const setup = globalSetup()

/** A global setup with other options: `export const setup = setupWith({ seed: './seed.yaml' })`. */
export const setupWith = globalSetup

/** The world of this worker. */
export const asanaForWorker = (): Promise<TestEmulator> => worldOfWorker(process.env.VITEST_POOL_ID)
