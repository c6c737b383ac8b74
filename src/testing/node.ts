/** For the test runner of Node.js: `withWorkloom(test)` gives each test a world of its own. */
import type { TestContext } from 'node:test'
import { startWorkloom, type TestEmulator, type TestingOptions } from './start.ts'
import type { TestWorld } from './world.ts'

/** The part of `test` of `node:test` that is used. */
export type NodeTest = (name: string, body: (context: TestContext) => Promise<void>) => unknown

/**
 * Wraps `test`: the emulator starts with the first test of the file and ends with its process, and each test gets a world
 * that nothing else changes, also when tests run concurrently.
 */
export function withWorkloom(test: NodeTest, options: TestingOptions = {}) {
  let running: Promise<TestEmulator> | undefined
  return (name: string, body: (asana: TestWorld, context: TestContext) => unknown): unknown =>
    test(name, async context => {
      running ??= startWorkloom(options)
      const emulator = await running
      const world = await emulator.createWorld()
      try {
        await body(world, context)
      } finally {
        await world.close()
      }
    })
}
