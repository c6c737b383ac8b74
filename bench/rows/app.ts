/**
 * The web app in Chromium, with the built program on the same machine: starts, input, scrolling, live changes, memory. The
 * figures of scrolling are relative to a plain page of as many rows in the same run.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { type Office, openOffice } from '../app/office.ts'
import { markTime, percentile, plainRows, recordEvents, recordedEvents, scrollFrames } from '../app/page.ts'
import type { ReportRow, RowMeasurement } from '../rows.ts'
import { sizes } from '../sizes.ts'
import { plain, timed } from '../table.ts'

const LARGE_TASKS = 10_000
const SMALL_TASKS = 1000
const KEYS = 200
const SCROLLING = { stepPx: 400, durationMs: 3000 }
const LIVE_WRITES = 20

const pathOf = ({ workspace, project }: Office, tasks: number): string =>
  `/1/${workspace}/project/${project(tasks)}/list`

export const app: RowMeasurement = async report => {
  const office = await openOffice([SMALL_TASKS, LARGE_TASKS])
  if (!office) return
  try {
    await measureStarts(report, office)
    await measureInput(report, office)
    await measureScrolling(report, office)
    await measureLive(report, office)
    await measureMemory(report, office)
  } finally {
    await office.close()
  }
}

async function measureStarts(report: ReportRow, office: Office): Promise<void> {
  const cold: number[] = []
  const warm: number[] = []
  for (let round = 0; round < sizes.times; round++) {
    const first = await office.open()
    const page = await first.newPage()
    await page.goto(pathOf(office, SMALL_TASKS))
    cold.push(await markTime(page, 'workloom:rows'))
    await first.close()
    const second = await office.open()
    warm.push(await warmStart(office, second))
    await second.close()
  }
  const ms = { unit: 'ms', digits: 0 }
  await report(timed({ work: 'app: cold start, 1,000 tasks', target: '1,200; 700', ...ms }, cold, undefined))
  await report(timed({ work: 'app: warm start, 10,000 tasks', target: '600; 300', ...ms }, warm, undefined))
}

/** The time until rows are there again, after the list was stored in the browser. */
async function warmStart(office: Office, context: BrowserContext): Promise<number> {
  const page = await opened(office, context, LARGE_TASKS)
  await page.waitForTimeout(3000)
  await page.reload()
  return markTime(page, 'workloom:rows')
}

async function opened(office: Office, context: BrowserContext, tasks: number): Promise<Page> {
  const page = await context.newPage()
  await page.goto(pathOf(office, tasks))
  await markTime(page, 'workloom:rows')
  await page.waitForTimeout(1000)
  return page
}

async function measureInput(report: ReportRow, office: Office): Promise<void> {
  const context = await office.open()
  const page = await opened(office, context, LARGE_TASKS)
  await page
    .getByRole('row')
    .nth(3)
    .click({ position: { x: 500, y: 10 } })
  await page.keyboard.press('Escape')
  await recordEvents(page)
  for (let key = 0; key < KEYS; key++) await page.keyboard.press(key % 5 === 4 ? 'x' : 'j')
  await page.waitForTimeout(300)
  const slow = await recordedEvents(page)
  const durations = [...slow, ...Array.from({ length: Math.max(0, KEYS - slow.length) }, () => 16)]
  const range = `worst ${Math.max(...durations)} ms`
  const figure = `${percentile(durations, 0.95)} ms`
  await report(plain('app: input to paint, p95, 10,000 tasks', '', figure, range, '50; 24 ms'))
  await context.close()
}

async function measureScrolling(report: ReportRow, office: Office): Promise<void> {
  const context = await office.open()
  const page = await opened(office, context, LARGE_TASKS)
  const bare = await context.newPage()
  await bare.setContent(plainRows(LARGE_TASKS))
  const ratios: number[] = []
  for (let round = 0; round < sizes.times; round++) {
    await bare.bringToFront()
    const baseline = await scrollFrames(bare, { ...SCROLLING, selector: '#rows' })
    await page.bringToFront()
    ratios.push((await scrollFrames(page, { ...SCROLLING, selector: '[role=treegrid]' })) / baseline)
  }
  const line = { work: 'app: frames on time while scrolling 10,000 rows ÷ plain page', target: '0.85; 0.95' }
  await report(timed({ ...line, unit: '', digits: 2 }, ratios, undefined))
  await context.close()
}

/** From the answer of another person's write until it is painted here. */
async function measureLive(report: ReportRow, office: Office): Promise<void> {
  const [mine, theirs] = [await office.open('ann'), await office.open('ben')]
  const page = await opened(office, mine, SMALL_TASKS)
  const headers = { 'x-requested-with': 'bench' }
  // The list shows incomplete tasks.
  const path = `/api/1.0/tasks?project=${office.project(SMALL_TASKS)}&completed_since=now&limit=1`
  const list = await theirs.request.get(path, { headers })
  const { data } = (await list.json()) as { data: { gid: string }[] }
  const delays: number[] = []
  for (let write = 0; write < LIVE_WRITES; write++) {
    const name = `Renamed ${write}`
    await theirs.request.put(`/api/1.0/tasks/${data[0]?.gid}`, { headers, data: { data: { name } } })
    const began = performance.now()
    await page.getByRole('row', { name, exact: true }).waitFor()
    delays.push(performance.now() - began)
  }
  const figure = `${percentile(delays, 0.95).toFixed(0)} ms`
  const range = `median ${percentile(delays, 0.5).toFixed(0)} ms`
  await report(plain('app: another person’s write until it is painted, p95', '', figure, range, '500; 300 ms'))
  await mine.close()
  await theirs.close()
}

async function measureMemory(report: ReportRow, office: Office): Promise<void> {
  const context = await office.open()
  const page = await opened(office, context, LARGE_TASKS)
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  await report(plain('app: heap, 10,000 tasks', '', `${(usedSize / 1e6).toFixed(0)} MB`, '', '120; 80 MB'))
  await context.close()
}
