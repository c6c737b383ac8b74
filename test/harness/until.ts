/** Waiting for what other processes, and later turns of the event loop, do. Tests wait for the condition, never for a time. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

/** Longer than anything takes on a busy machine: only a failure reaches it. */
const MAX_WAIT_MS = 120_000
const STEP_MS = 5

/** Waits until a condition holds. `failure` says what is wrong if it never does. */
export async function until(condition: () => unknown, failure: string): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS
  while (!(await condition())) {
    assert.ok(performance.now() < end, failure)
    await pause(STEP_MS)
  }
}
