/**
 * Loads `node:test` so that it finds the current test by an `AsyncLocalStorage`, and not by a hook that runs for every
 * promise of the program: that hook took a sixth of the time of most tests.
 *
 * Invariants:
 * - An unhandled error still fails the test that caused it, and the cleanup of a test runs at its end
 *   (`test/scope.test.ts`).
 * - No module loads `node:test` before this one.
 * - With a Node.js whose runner is implemented differently, it has no effect.
 */
import { AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks'

const current = new AsyncLocalStorage<number>()
let isKnown: HookCallbacks['init']

/** The runner's test object, which has this member and is notified when code runs in it. */
const isTest = (resource: object): boolean => 'reportedType' in resource

type Act = (this: unknown, ...given: unknown[]) => unknown
const prototype = AsyncResource.prototype as { runInAsyncScope(act: Act, self?: unknown, ...given: unknown[]): unknown }
const { runInAsyncScope } = prototype

prototype.runInAsyncScope = function (this: AsyncResource, act, self, ...given) {
  if (!isTest(this)) return runInAsyncScope.call(this, act, self, ...given)
  const id = this.asyncId()
  isKnown?.(id, 'Test', 0, this)
  // Inside a test: a resource restores the storage of its creation.
  return runInAsyncScope.call(this, () => current.run(id, () => act.apply(self, given)))
}

function createHook({ init }: HookCallbacks) {
  isKnown = init
  const hook = { enable: () => hook, disable: () => hook }
  return hook
}

// The runner reads these two when it is loaded; all other modules get those of Node.js.
const hooks = process.getBuiltinModule('node:async_hooks')
const { createHook: createReal, executionAsyncId } = hooks
Object.assign(hooks, { createHook, executionAsyncId: () => current.getStore() ?? 0 })
export const { run } = await import('node:test')
Object.assign(hooks, { createHook: createReal, executionAsyncId })
