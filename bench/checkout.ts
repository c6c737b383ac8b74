/**
 * A checkout of the program: this one, and the older one for comparison. Each runs its own `bench/server.ts` as a
 * process. The interface between them must stay: a server takes a folder or a database, prints its port, and answers
 * `cpu`, `profile` and `profiled`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename, join, resolve } from 'node:path'
import { type Child, startFile } from './child.ts'

export interface Checkout {
  readonly root: string
  readonly name: string
}

const checkoutAt = (root: string): Checkout => ({ root, name: basename(root) })

export const here = checkoutAt(resolve(import.meta.dirname, '..'))

/** The older checkout, if there is one. */
let older: Checkout | undefined

export function setOlder(folder: string): void {
  older = checkoutAt(resolve(folder))
}

export const olderCheckout = (): Checkout | undefined => older

/** The data location of a server, and its other options. */
export type ServerOptions = ({ folder: string } | { database: string }) & Record<string, unknown>

export type Server = Child<{ port: number }>

/** Starts the server of a checkout. */
export const serve = (checkout: Checkout, options: ServerOptions, core?: number): Promise<Server> =>
  startFile(join(checkout.root, 'bench', 'server.ts'), options, core)

/** Moves a folder into an empty database, with the program of a checkout. */
export async function moveTo(checkout: Checkout, folder: string, database: string): Promise<void> {
  const line = [join(checkout.root, 'src', 'main.ts'), 'move', '--from', folder, '--to', database]
  const child = spawn(process.execPath, line, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', text => (output += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`Moving the store to PostgreSQL failed: ${output}`)
}
