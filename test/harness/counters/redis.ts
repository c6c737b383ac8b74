/** A Valkey or Redis for one test: a child process on a free port, which can be killed and restarted. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { type CleanupScope, folderFor } from '../program.ts'

const server = ['valkey-server', 'redis-server']
  .flatMap(name => (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, name)))
  .find(path => existsSync(path))

/** Why a test that needs a server cannot run here; false if it can. */
export const noRedis: string | false = server ? false : 'needs valkey-server or redis-server on the PATH'

export interface Redis {
  url: string
  /** Sends a signal to the running process: SIGKILL, SIGSTOP, SIGCONT. */
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
  /** Starts it again, at the same address. */
  start(): Promise<void>
}

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  holder.close()
  await once(holder, 'close')
  return port
}

export async function startRedis(t: CleanupScope, password?: string): Promise<Redis> {
  const port = await freePort()
  const folder = folderFor(t)
  const secret = password === undefined ? [] : ['--requirepass', password]
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const launch = async () => {
    const child = spawn(server ?? '', [...args, ...secret], { stdio: ['ignore', 'pipe', 'inherit'] })
    const closed = once(child, 'close')
    let output = ''
    for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      output += text
      if (/ready to accept connections/i.test(output)) break
    }
    if (child.exitCode !== null) throw new Error(`The server exited: ${output}`)
    child.stdout.resume()
    return { child, closed }
  }
  let running = await launch()
  t.after(async () => {
    running.child.kill('SIGKILL')
    await running.closed
  })
  const userinfo = password === undefined ? '' : `:${encodeURIComponent(password)}@`
  return {
    url: `redis://${userinfo}127.0.0.1:${port}`,
    async signal(name) {
      running.child.kill(name)
      if (name === 'SIGKILL') await running.closed
    },
    async start() {
      running = await launch()
    },
  }
}
