/** Seeded stores on a PostgreSQL with production settings; it shares the machine with everything else. */
import { startPostgres } from '../../scripts/postgres.ts'
import { type Checkout, moveTo } from '../checkout.ts'
import { checkouts } from '../rows.ts'
import type { Shape } from '../stores/content.ts'
import { copyOf, type Seeded, seeded } from '../stores/seed.ts'
import { type Backends, backendsOf } from './backends.ts'

export interface PostgresStores {
  /** The store of a checkout, and the URL of its database. */
  of(checkout: Checkout): { store: Seeded; url: string }
  backends: Backends
}

/** Starts a PostgreSQL with the store of each checkout in a database, and runs `work`. */
export async function withPostgresStores(shape: Shape, work: (stores: PostgresStores) => Promise<void>): Promise<void> {
  const server = await startPostgres({ durable: true })
  if ('missing' in server) throw new Error(server.missing)
  try {
    const backends = await backendsOf(server.url)
    const databases = new Map<Checkout, { store: Seeded; url: string }>()
    for (const [index, checkout] of checkouts().entries()) {
      const url = new URL(server.url)
      url.pathname = `/workloom_${index}`
      await backends.run(`create database workloom_${index}`)
      const { store, remove } = copyOf(await seeded(checkout, shape))
      const began = performance.now()
      await moveTo(checkout, store.folder, url.href).finally(remove)
      await backends.run('checkpoint')
      console.error(`moved the store of ${checkout.name} to PostgreSQL in ${Math.round(performance.now() - began)} ms`)
      databases.set(checkout, { store, url: url.href })
    }
    const of = (checkout: Checkout) => {
      const database = databases.get(checkout)
      if (!database) throw new Error('There is no database of that checkout.')
      return database
    }
    await work({ of, backends })
    await backends.end()
  } finally {
    await server.stop()
  }
}
