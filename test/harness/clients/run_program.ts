/** Programs that a test runs to their end. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface CommandResult {
  code: number | null
  /** The output of the program, stdout and stderr. */
  output: string
}

/** The time limit of a program, in milliseconds. */
const PATIENCE_MS = 300_000

/** Runs a program to its end. */
export async function runCommand(
  command: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
  timeout = PATIENCE_MS,
): Promise<CommandResult> {
  const variables = { ...process.env, ...env }
  delete variables.NODE_OPTIONS
  const child = spawn(command, args, { cwd, env: variables, timeout, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, output }
  } catch (error) {
    // The program does not exist.
    return { code: null, output: String(error) }
  }
}
