/**
 * What is measured in a page: marks, times until something is painted, times of keys, long frames, memory. The
 * expressions run in the browser.
 */
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** Waits this long for a state, so that a screen that changed its markup ends the measurement instead of blocking it. */
const DEADLINE_MS = 30_000
const STEP_MS = 10

const FRAME = 'new Promise(resolve => requestAnimationFrame(resolve))'

/** Milliseconds from the navigation to the last mark of a name. */
export async function markTime(page: Page, name: string): Promise<number> {
  const mark = `performance.getEntriesByName('${name}').at(-1)`
  await untilTrue(page, `${mark} !== undefined`)
  return page.evaluate<number>(`${mark}.startTime`)
}

/** Waits until an expression is true; it may be a promise. The times are those of the page, so this may look late. */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  for (const began = performance.now(); performance.now() - began < DEADLINE_MS; await setTimeout(STEP_MS)) {
    if (await page.evaluate<boolean>(expression)) return
  }
  throw new Error(`It did not become true at ${page.url()}: ${expression}`)
}

/** A page is complete when nothing was requested for this time. */
const QUIET_MS = 500

/** Waits until the server has everything, and nothing was requested for a moment: parts are loaded after the screen. */
export async function untilQuiet(page: Page): Promise<void> {
  await page.locator('html[data-unsent="0"]').waitFor({ state: 'attached' })
  const resources = "performance.getEntriesByType('resource')"
  await untilTrue(
    page,
    `document.readyState === 'complete' && performance.now() - Math.max(0, ...${resources}.map(one => one.responseEnd)) > ${QUIET_MS}`,
  )
}

/** Waits until the browser has stored what it loaded of a list, from where the next start reads it. */
export const untilStored = (page: Page, list: string): Promise<void> =>
  untilTrue(
    page,
    `(async () => {
      const done = request => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = reject
      })
      for (const { name } of await indexedDB.databases()) {
        const database = await done(indexedDB.open(name))
        const cache = await done(database.transaction('state').objectStore('state').get('cache'))
        database.close()
        if (cache?.lists['${list}']) return true
      }
      return false
    })()`,
  )

/** Moments of the clock of the page, in milliseconds. */
interface Painted {
  /** The last click or key before. */
  began: number
  /** The end of the first frame in which the condition is met. */
  ended: number
}

/** Acts, and finds when a frame is painted in which an expression is true. */
export async function whenPainted(page: Page, act: () => Promise<unknown>, expression: string): Promise<Painted> {
  await page.evaluate(`(() => {
    let began
    const start = ({ timeStamp }) => { began = timeStamp }
    for (const type of ['click', 'keydown', 'input']) addEventListener(type, start, { capture: true })
    window.painted = undefined
    const check = () => {
      if (began === undefined || !(${expression})) return requestAnimationFrame(check)
      const { port1, port2 } = new MessageChannel()
      // Callbacks of a frame run before its paint, and messages after it.
      port1.onmessage = () => {
        window.painted = { began, ended: performance.now() }
        for (const type of ['click', 'keydown', 'input']) removeEventListener(type, start, { capture: true })
      }
      port2.postMessage(null)
    }
    requestAnimationFrame(check)
  })()`)
  await act()
  await untilTrue(page, 'window.painted !== undefined')
  return page.evaluate<Painted>('window.painted')
}

/** Milliseconds from the click or key of an act until a frame is painted in which an expression is true. */
export async function timeToPaint(page: Page, act: () => Promise<unknown>, expression: string): Promise<number> {
  const { began, ended } = await whenPainted(page, act, expression)
  return ended - began
}

/** What a page recorded. */
export interface Recorded {
  /** Milliseconds from each key to the next paint. The browser does not record those below 16 ms. */
  keys: number[]
  /** Milliseconds of each frame that took longer than 50 ms. */
  longFrames: number[]
}

/** Starts to record keys and long frames anew. */
export const record = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    for (const { observer } of window.recordings ?? []) observer.disconnect()
    window.recorded = { keys: [], longFrames: [] }
    const observe = (type, options, add) => {
      const take = entries => { for (const entry of entries) add(entry) }
      const observer = new PerformanceObserver(list => take(list.getEntries()))
      observer.observe({ type, ...options })
      return { observer, take }
    }
    window.recordings = [
      observe('event', { durationThreshold: 16 }, ({ name, duration }) =>
        name === 'keydown' && window.recorded.keys.push(duration)),
      observe('long-animation-frame', {}, ({ duration }) => window.recorded.longFrames.push(duration)),
    ]
  })()`)

/** What was recorded, after the last frame is finished. */
export const recorded = (page: Page): Promise<Recorded> =>
  page.evaluate<Recorded>(`(async () => {
    // The browser reports an event two frames after its paint at the latest.
    for (let frame = 0; frame < 4; frame++) await ${FRAME}
    for (const { observer, take } of window.recordings) take(observer.takeRecords())
    return window.recorded
  })()`)

/** The bytes of the heap of a page, without garbage. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  // What finalizers release is garbage for the next collection.
  for (let round = 0; round < 2; round++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  await session.detach()
  return usedSize
}

export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN
