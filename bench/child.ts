/**
 * Processes of the bench: servers run on the first core and the load on the second, so that neither takes time from the
 * other. A child reports once that it is ready, then answers one question at a time, and ends with its parent.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

export const SERVER_CORE = 0
export const LOAD_CORE = 1

/** Whether processes can be pinned to a core. */
export const pinned = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0

export interface Child<Ready> {
  readonly ready: Ready
  readonly pid: number
  ask<Reply>(question: unknown): Promise<Reply>
  end(): Promise<void>
}

/** The command line of a node process on a core. */
export const onCore = (core: number, ...command: string[]): [string, string[]] =>
  pinnedTo(core, [process.execPath, ...command])

/** The command line of any process on a core. */
export function pinnedTo(core: number, line: string[]): [string, string[]] {
  const [program = '', ...rest] = line
  return pinned ? ['taskset', ['-c', String(core), ...line]] : [program, rest]
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts `bench/<file>`, sends it its options, and waits until it is ready. */
export const start = <Ready>(file: string, options: unknown, core?: number): Promise<Child<Ready>> =>
  startFile(join(import.meta.dirname, file), options, core)

/** Starts any file with the same protocol. */
export async function startFile<Ready>(file: string, options: unknown, core = SERVER_CORE): Promise<Child<Ready>> {
  const [command, line] = onCore(core, file)
  const child = spawn(command, line, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.send(options as object)
  const ready = await nextReply<Ready>(child, file)
  return {
    ready,
    pid: child.pid ?? 0,
    ask(question) {
      child.send(question as object)
      return nextReply(child, file)
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

function nextReply<Reply>(child: ChildProcess, file: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`${file} ended before it answered.`))
    child.once('exit', ended)
    child.once('message', message => {
      child.off('exit', ended)
      resolve(message as Reply)
    })
  })
}

/** The child's side: reports that it is ready, answers the questions of the parent, and ends with the parent. */
export function serve<Question>(ready: object, answer: (question: Question) => object | Promise<object>): void {
  process.on('disconnect', () => process.exit())
  process.on('message', async question => process.send?.(await answer(question as Question)))
  process.send?.(ready)
}

/** Reads the options, which the parent sends first. */
export async function readOptions<Options>(): Promise<Options> {
  const [message] = await once(process, 'message')
  return message as Options
}
