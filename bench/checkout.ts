/**
 * A checkout of the program: this one, and the older one that it may be measured against. Each runs by its own
 * `bench/server.ts`, as a process of its own, so what is between them here is only that a server is told a folder or a
 * database and says its port, and that it answers `cpu`, `profile` and `profiled`. That must stay as it is.
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

/** The older one, when there is one. */
let older: Checkout | undefined

export function setOlder(folder: string): void {
  older = checkoutAt(resolve(folder))
}

export const olderCheckout = (): Checkout | undefined => older

/** Where a server keeps its data, and what else it is told. */
export type Told = ({ folder: string } | { database: string }) & Record<string, unknown>

export type Server = Child<{ port: number }>

/** Starts the server of a checkout. */
export const serve = (checkout: Checkout, told: Told, core?: number): Promise<Server> =>
  startFile(join(checkout.root, 'bench', 'server.ts'), told, core)

/** Moves a folder into an empty database, by the program of a checkout. */
export async function moveTo(checkout: Checkout, folder: string, database: string): Promise<void> {
  const line = [join(checkout.root, 'src', 'main.ts'), 'move', '--from', folder, '--to', database]
  const child = spawn(process.execPath, line, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => (said += text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The store was not moved to PostgreSQL: ${said}`)
}
