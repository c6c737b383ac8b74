/** The databases of the app in this browser: one for each person and workspace. */
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { OutboxItem } from '../outbox.ts'
import type { Draft } from '../persistence.ts'
import type { Gid, WorkRecord } from '../records.ts'

export interface Database extends DBSchema {
  chunks: { key: string; value: readonly WorkRecord[] }
  outbox: { key: string; value: OutboxItem }
  drafts: { key: string; value: Draft }
  state: { key: string; value: unknown }
}

/** A change of the shape of the cache drops it. Outbox and drafts stay. */
const SCHEMA = 1
const PREFIX = 'workloom '

export const databaseName = (user: Gid, workspace: Gid): string => `${PREFIX}${user} ${workspace}`

export const openDatabase = (name: string): Promise<IDBPDatabase<Database>> =>
  openDB<Database>(name, SCHEMA, {
    upgrade: db => {
      for (const store of ['chunks', 'outbox', 'drafts', 'state'] as const) {
        if (!db.objectStoreNames.contains(store)) db.createObjectStore(store)
      }
    },
    // Another tab deletes the database at sign-out.
    blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
  })

/** Ignores what the browser refuses, such as where it has no storage: the page goes on with what it has in memory. */
export const orNothing = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined)

/** Whether the browser refused a write because the disk, or its part for the app, is full. */
export const isFull = (error: unknown): boolean => (error as Error | undefined)?.name === 'QuotaExceededError'

/** Runs for each database of the app. */
export async function forEachDatabase(run: (name: string) => Promise<void>): Promise<void> {
  const databases = await indexedDB.databases().catch(() => [])
  const names = databases.flatMap(({ name }) => (name?.startsWith(PREFIX) ? name : []))
  await Promise.all(names.map(name => orNothing(run(name))))
}

export const deleteDatabase = (name: string): Promise<void> => deleteDB(name)
