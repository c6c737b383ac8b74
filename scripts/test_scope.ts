/**
 * Loads `node:test` so that it knows by an `AsyncLocalStorage` which test something belongs to, and not by a hook that is
 * called for every promise of the program: that hook took a sixth of the time of most tests.
 *
 * Must hold: an error that no test waited for still fails the test that caused it, and what a test leaves to its end runs
 * then (`test/scope.test.ts`). Nothing may load `node:test` before. Where another Node.js does not ask for what stands here,
 * it works as it does without.
 */
import { AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks'

const current = new AsyncLocalStorage<number>()
let isKnown: HookCallbacks['init']

/** All that the runner takes for a test, which has this member and is told of when something runs in it. */
const isTest = (resource: object): boolean => 'reportedType' in resource

type Act = (this: unknown, ...given: unknown[]) => unknown
const prototype = AsyncResource.prototype as { runInAsyncScope(act: Act, self?: unknown, ...given: unknown[]): unknown }
const { runInAsyncScope } = prototype

prototype.runInAsyncScope = function (this: AsyncResource, act, self, ...given) {
  if (!isTest(this)) return runInAsyncScope.call(this, act, self, ...given)
  const id = this.asyncId()
  isKnown?.(id, 'Test', 0, this)
  // Within: a resource brings along what was stored where it was made.
  return runInAsyncScope.call(this, () => current.run(id, () => act.apply(self, given)))
}

function createHook({ init }: HookCallbacks) {
  isKnown = init
  const hook = { enable: () => hook, disable: () => hook }
  return hook
}

// The runner takes these two where it is loaded; everybody else has those of Node.js.
const hooks = process.getBuiltinModule('node:async_hooks')
const { createHook: createReal, executionAsyncId } = hooks
Object.assign(hooks, { createHook, executionAsyncId: () => current.getStore() ?? 0 })
export const { run } = await import('node:test')
Object.assign(hooks, { createHook: createReal, executionAsyncId })
