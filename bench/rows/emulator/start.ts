/**
 * The time from the start of `workloom emulator` to the line with which it says that it answers, and that of a Node.js
 * that does nothing, in turn. The program is built, and started for the second time at least: its compile cache is full.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { here } from '../../checkout.ts'
import { onCore, SERVER_CORE } from '../../child.ts'
import type { RowMeasurement } from '../../rows.ts'
import { sizes } from '../../sizes.ts'
import { timed } from '../../table.ts'
import { build } from '../start.ts'

export const emulatorStart: RowMeasurement = async report => {
  build(here)
  const main = join(here.root, 'dist', 'main.js')
  const emulator = () => secondsUntilOutput(onCore(SERVER_CORE, main, 'emulator', '--port', '0', '--json'))
  const node = () => secondsUntilOutput(onCore(SERVER_CORE, '-e', 'console.log()'))
  const [started, bare]: [number[], number[]] = [[], []]
  await emulator()
  for (let round = 0; round < sizes.times; round++) {
    started.push(await emulator())
    bare.push(await node())
  }
  const seconds = { unit: 's', digits: 2 }
  await report(timed({ work: 'second start of the emulator', target: '< 0.5 s', ...seconds }, started, undefined))
  await report(timed({ work: '… of which Node.js itself', target: '', ...seconds }, bare, undefined))
}

/** Starts a program, waits for its first output, and ends it. Returns the time in between, in seconds. */
async function secondsUntilOutput([command, line]: [string, string[]]): Promise<number> {
  const began = performance.now()
  const program = spawn(command, line, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(program, 'exit')
  try {
    await Promise.race([
      once(program.stdout, 'data'),
      exited.then(() => Promise.reject(new Error('The program ended without output.'))),
    ])
    return (performance.now() - began) / 1000
  } finally {
    program.kill('SIGTERM')
    await exited
  }
}
