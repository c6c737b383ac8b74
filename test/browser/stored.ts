/** What the app has stored in the browser. */
import type { Page } from 'playwright-core'
import { untilTrue } from './launch.ts'

/** Waits until a key or a value of the storage contains a text: what is typed is stored a moment later. */
export const untilStored = (page: Page, text: string): Promise<void> =>
  untilTrue(
    page,
    `(async () => {
      const done = request => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = reject
      })
      const [{ name }] = (await indexedDB.databases()).filter(({ name }) => name.startsWith('workloom '))
      const database = await done(indexedDB.open(name))
      const stores = ['drafts', 'outbox', 'state']
      const transaction = database.transaction(stores)
      const contents = await Promise.all(
        stores.flatMap(one => {
          const store = transaction.objectStore(one)
          return [done(store.getAllKeys()), done(store.getAll())]
        }),
      )
      database.close()
      return JSON.stringify(contents).includes(${JSON.stringify(text)})
    })()`,
  )
