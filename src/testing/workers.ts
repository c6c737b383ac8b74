/**
 * Test runners with several workers: one emulator for the run, one world for each worker. Workers get the address by the
 * variable `WORKLOOM_EMULATOR_URL`.
 */
import { attach, startWorkloom, type TestEmulator, type TestingOptions } from './start.ts'

/** Starts the emulator for a run; returns its end. */
export function globalSetup(options: TestingOptions = {}): () => Promise<() => Promise<void>> {
  return async () => {
    const known = process.env.WORKLOOM_EMULATOR_URL
    // Of a service of the pipeline, or of the last run in watch mode.
    if (known) return async () => undefined
    const emulator = await startWorkloom(options)
    process.env.WORKLOOM_EMULATOR_URL = emulator.url
    return async () => {
      delete process.env.WORKLOOM_EMULATOR_URL
      await emulator.close()
    }
  }
}

/** The world of a worker: it exists until the emulator ends, so reset it before each test. */
export async function worldOfWorker(worker: string | undefined): Promise<TestEmulator> {
  const url = process.env.WORKLOOM_EMULATOR_URL
  if (!url) throw new Error('No emulator runs: name the global setup of workloom/testing in the configuration.')
  return attach(`${url.replace(/\/+$/, '')}/-/w/worker-${worker ?? '1'}`)
}
