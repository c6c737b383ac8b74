/** What is measured in a page: marks, times from input to paint, frames while scrolling. The expressions run in the browser. */
import type { Page } from 'playwright-core'

/** A frame that comes later was missed. */
const LATE_FRAME_MS = 17.5

/** Milliseconds from the navigation to a mark of the app. */
export const markTime = (page: Page, name: string): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const find = () => performance.getEntriesByName('${name}')[0]?.startTime
    while (find() === undefined) await new Promise(resolve => requestAnimationFrame(resolve))
    return find()
  })()`)

/** Starts to record how long events take until the next paint. */
export const recordEvents = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    window.durations = []
    new PerformanceObserver(list => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') window.durations.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 })
  })()`)

/** The durations so far, in milliseconds. The browser does not record those below 16 ms. */
export const recordedEvents = (page: Page): Promise<number[]> => page.evaluate<number[]>('window.durations')

interface Scrolling {
  selector: string
  stepPx: number
  durationMs: number
}

/** Scrolls an element, and returns the share of frames that were on time. */
export const scrollFrames = (page: Page, { selector, stepPx, durationMs }: Scrolling): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const element = document.querySelector('${selector}')
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
    const gaps = []
    let last = await frame()
    for (const began = performance.now(); performance.now() - began < ${durationMs}; ) {
      element.scrollTop += ${stepPx}
      const now = await frame()
      gaps.push(now - last)
      last = now
    }
    return gaps.filter(gap => gap <= ${LATE_FRAME_MS}).length / gaps.length
  })()`)

/** A page of plain rows without a framework: what this machine can do at the moment. */
export const plainRows = (rows: number): string =>
  `<!doctype html><style>body{margin:0}#rows{height:100vh;overflow:auto}p{height:36px;margin:0;font:13px sans-serif}</style>
<div id="rows"></div><script>
const all = Array.from({ length: ${rows} }, (_, at) => '<p>Task ' + at + '</p>')
document.querySelector('#rows').innerHTML = all.join('')
</script>`

export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
