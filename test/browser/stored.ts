/** What the app has stored in the browser of a workspace. */
import type { Page } from 'playwright-core'
import { untilEqual } from './launch.ts'

type StoreName = 'chunks' | 'drafts' | 'outbox' | 'state'

/** Reads what is in a store of the database. */
export const stored = (page: Page, store: StoreName) =>
  page.evaluate<{ keys: string[]; values: unknown[] }>(`(async () => {
    const done = request => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = reject
    })
    const [found] = (await indexedDB.databases()).filter(({ name }) => name.startsWith('workloom '))
    if (!found) return { keys: [], values: [] }
    const { name } = found
    const database = await done(indexedDB.open(name))
    const objects = database.transaction('${store}').objectStore('${store}')
    const [keys, values] = [await done(objects.getAllKeys()), await done(objects.getAll())]
    database.close()
    return { keys, values }
  })()`)

/** Waits until what is typed, or waits to be sent, contains a text: it is stored a moment later. */
export const untilStored = (page: Page, text: string): Promise<void> =>
  untilEqual(async () => {
    const contents = await Promise.all([stored(page, 'drafts'), stored(page, 'outbox'), stored(page, 'state')])
    return JSON.stringify(contents).includes(text)
  }, true)
