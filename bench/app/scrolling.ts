/** Scrolling: frames on time, relative to a plain page of as many rows or cards in the same run. */
import type { Page } from 'playwright-core'
import { sizes } from '../sizes.ts'
import { plain, timed } from '../table.ts'
import { type AppMeasurement, count, longFramesLine, openRows, pathOf } from './lines.ts'
import type { Office } from './office.ts'
import { COLUMNS } from './office_seed.ts'
import { record, recorded } from './page.ts'

const { large, cards, scrollMs } = sizes.app
const STEP_PX = 400
const ROW_PX = 36
/** A jump of the scrollbar, as a share of the list, and the number of frames from one jump to the next. */
const JUMP_SHARE = 0.37
const JUMP_FRAMES = 6
/** A frame that comes later was missed. */
const LATE_FRAME_MS = 17.5

/** What is scrolled, in the app and in the plain page. */
interface Scrolled {
  work: string
  path: string
  plain: string
  selector: string
  plainSelector: string
  axis: 'scrollTop' | 'scrollLeft'
}

const columnsOf = (office: Office) => ({
  path: pathOf(office, 'cards', 'board'),
  plain: plainColumns(cards, COLUMNS),
})

export const measureScrolling: AppMeasurement = async (report, office) => {
  const list = { path: pathOf(office, 'large'), plain: plainRows(large), selector: '.grid-scroll' }
  const board = `a board of ${count(cards)} cards`
  const all: Scrolled[] = [
    { work: `${count(large)} rows`, ...list, plainSelector: '#rows', axis: 'scrollTop' },
    {
      ...{ work: `a column of ${board}`, ...columnsOf(office), axis: 'scrollTop' },
      ...{ selector: '.board-scroll', plainSelector: '.column' },
    },
    {
      ...{ work: `${board} sideways`, ...columnsOf(office), axis: 'scrollLeft' },
      ...{ selector: '.board-columns', plainSelector: '#columns' },
    },
  ]
  for (const one of all) {
    const { ratios, longFrames } = await scroll(office, one)
    const line = { work: `app: frames on time while scrolling ${one.work} ÷ plain page`, target: '0.85; 0.95' }
    await report(timed({ ...line, unit: '', digits: 2 }, ratios, undefined))
    await report(longFramesLine(`scrolling ${one.work}`, longFrames))
  }
  await measureBlankness(report, office)
}

/** How many frames in a row show no row at all: while a list scrolls steadily, and after jumps to far places. */
const measureBlankness: AppMeasurement = async (report, office) => {
  const context = await office.open()
  const page = await openRows(context, pathOf(office, 'large'))
  for (const [how, next] of [
    ['scrolling', `top + ${STEP_PX}`],
    [
      'jumping in',
      `frame % ${JUMP_FRAMES} ? top : (top + ${JUMP_SHARE} * element.scrollHeight) % element.scrollHeight`,
    ],
  ] as const) {
    const frames = await blankFrames(page, next)
    const work = `app: frames in a row with a blank viewport while ${how} ${count(large)} rows`
    await report(plain(work, '', String(frames.longest), `${frames.blank} of ${frames.all} frames`, '1; 0'))
  }
  await context.close()
}

/** Scrolls the plain page and the app in turn; the long frames are those of the worst round. */
async function scroll(office: Office, { path, plain, selector, plainSelector, axis }: Scrolled) {
  const context = await office.open()
  const page = await openRows(context, path)
  const bare = await context.newPage()
  await bare.setContent(plain)
  const ratios: number[] = []
  let longFrames: number[] = []
  for (let round = 0; round < sizes.times; round++) {
    await bare.bringToFront()
    const baseline = await framesOnTime(bare, plainSelector, axis)
    await page.bringToFront()
    await record(page)
    ratios.push((await framesOnTime(page, selector, axis)) / baseline)
    const found = await recorded(page)
    if (found.longFrames.length > longFrames.length) longFrames = found.longFrames
  }
  await context.close()
  return { ratios, longFrames }
}

/** Scrolls an element to and fro, and returns the share of frames that were on time. */
const framesOnTime = (page: Page, selector: string, axis: Scrolled['axis']): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const element = document.querySelector('${selector}')
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
    const gaps = []
    element.${axis} = 0
    let [last, step] = [await frame(), ${STEP_PX}]
    for (const began = performance.now(); performance.now() - began < ${scrollMs}; ) {
      const former = element.${axis}
      element.${axis} += step
      if (element.${axis} === former) {
        if (gaps.length === 0) throw new Error('${selector} cannot be scrolled.')
        step = -step
      }
      const now = await frame()
      gaps.push(now - last)
      last = now
    }
    return gaps.filter(gap => gap <= ${LATE_FRAME_MS}).length / gaps.length
  })()`)

/**
 * Scrolls the list by an expression of `top` and `frame`, and looks at what each frame paints: at a point of each row of
 * the viewport, below the header and the section that stays.
 */
const blankFrames = (page: Page, next: string): Promise<{ longest: number; blank: number; all: number }> =>
  page.evaluate(`(async () => {
    const element = document.querySelector('.grid-scroll')
    const { left, top: start, width, height } = element.getBoundingClientRect()
    const isRowAt = y => document.elementFromPoint(left + width / 2, y)?.closest('[data-kind="task"]') != null
    const isBlank = () => {
      for (let y = start + ${3 * ROW_PX}; y < start + height; y += ${ROW_PX}) if (isRowAt(y)) return false
      return true
    }
    let [longest, run, blank, frame] = [0, 0, 0, 0]
    element.scrollTop = 0
    for (const began = performance.now(); performance.now() - began < ${scrollMs}; frame++) {
      await new Promise(resolve => requestAnimationFrame(resolve))
      const top = element.scrollTop
      element.scrollTop = ${next}
      // This frame paints the rows that are there now at the new place.
      run = isBlank() ? run + 1 : 0
      if (run > 0) blank++
      longest = Math.max(longest, run)
    }
    return { longest, blank, all: frame }
  })()`)

/** A page of plain rows without a framework: what this machine can do at the moment. */
const plainRows = (rows: number): string =>
  `<!doctype html><style>body{margin:0}#rows{height:100vh;overflow:auto}p{height:36px;margin:0;font:13px sans-serif}</style>
<div id="rows"></div><script>
const all = Array.from({ length: ${rows} }, (_, at) => '<p>Task ' + at + '</p>')
document.querySelector('#rows').innerHTML = all.join('')
</script>`

/** A page of plain cards in columns, each with its own scroll. */
const plainColumns = (tasks: number, columns: number): string =>
  `<!doctype html><style>
body{margin:0}#columns{display:flex;height:100vh;gap:12px;overflow:auto hidden}
.column{flex:none;width:280px;overflow:auto}p{height:84px;margin:0 0 8px;font:13px sans-serif;background:#eee}</style>
<div id="columns"></div><script>
const cards = Array.from({ length: ${Math.ceil(tasks / columns)} }, (_, at) => '<p>Task ' + at + '</p>').join('')
const columns = Array.from({ length: ${columns} }, () => '<div class="column">' + cards + '</div>')
document.querySelector('#columns').innerHTML = columns.join('')
</script>`
