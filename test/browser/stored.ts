/** What a browser stores of a workspace. */
import type { Page } from 'playwright-core'

/** Reads what is in a store of the database. */
export const stored = (page: Page, store: 'chunks' | 'drafts' | 'state') =>
  page.evaluate<{ keys: string[]; values: unknown[] }>(`(async () => {
    const done = request => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = reject
    })
    const [{ name }] = (await indexedDB.databases()).filter(({ name }) => name.startsWith('workloom '))
    const database = await done(indexedDB.open(name))
    const objects = database.transaction('${store}').objectStore('${store}')
    const [keys, values] = [await done(objects.getAllKeys()), await done(objects.getAll())]
    database.close()
    return { keys, values }
  })()`)
