/**
 * Runs a command in the process of the test, on a real location. Its output, its writes and its exit code are those of
 * the program, which only adds its process (`src/main.ts`). Starting a process costs half a second.
 */
import assert from 'node:assert/strict'
import { run } from '../../../src/cli/run.ts'
import type { ExitResult } from '../program.ts'

/** Runs a command to its end. A command that would start a server fails. */
export async function runCommand(
  args: string[],
  variables: Record<string, string> = {},
  input = '',
): Promise<ExitResult> {
  const output = { out: '', err: '' }
  const untouched = () => assert.fail('no server may start')
  const code = await run(args, {
    ...{ version: '1', environment: variables, clock: Date.now, web: '', node: 1 + (process.pid % 31) },
    ...{ stopped: () => new Promise(() => undefined), createApp: untouched, showProgress: null },
    readInput: async () => input,
    print: text => (output.out += `${text}\n`),
    printError: text => (output.err += `${text}\n`),
  })
  return { code, ...output }
}
