/** Starts: of an empty browser, of one on a slow device and network, and of one that has stored the list. */
import type { BrowserContext, Page } from 'playwright-core'
import { sizes } from '../sizes.ts'
import { timed } from '../table.ts'
import { type AppMeasurement, count, openRows, pathOf } from './lines.ts'
import type { Office } from './office.ts'
import { markTime, untilStored } from './page.ts'

const { small, large } = sizes.app

/** A phone of the middle class on a mobile network. */
const SLOW = { cpu: 4, latencyMs: 40, bytesPerSecond: 10_000_000 / 8 }

export const measureStarts: AppMeasurement = async (report, office) => {
  const times: Record<'cold' | 'slow' | 'warm', number[]> = { cold: [], slow: [], warm: [] }
  for (let round = 0; round < sizes.times; round++) {
    times.cold.push(await inNewContext(office, context => coldStart(office, context)))
    times.slow.push(await inNewContext(office, context => coldStart(office, context, slowDown)))
    times.warm.push(await inNewContext(office, context => warmStart(office, context)))
  }
  const ms = { unit: 'ms', digits: 0 }
  const cold = `app: cold start, ${count(small)} tasks`
  await report(timed({ work: cold, target: '1,200; 700', ...ms }, times.cold, undefined))
  await report(
    timed({ work: `${cold}, slow device and network`, target: '3,000; 2,000', ...ms }, times.slow, undefined),
  )
  const warm = `app: warm start, ${count(large)} tasks`
  await report(timed({ work: warm, target: '600; 300', ...ms }, times.warm, undefined))
}

async function inNewContext<T>(office: Office, work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await office.open()
  try {
    return await work(context)
  } finally {
    await context.close()
  }
}

async function coldStart(office: Office, context: BrowserContext, prepare?: (page: Page) => Promise<void>) {
  const page = await context.newPage()
  await prepare?.(page)
  await page.goto(pathOf(office, 'small'))
  return markTime(page, 'workloom:rows')
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
  await session.send('Network.enable')
  const throughput = { downloadThroughput: SLOW.bytesPerSecond, uploadThroughput: SLOW.bytesPerSecond }
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: SLOW.latencyMs, ...throughput })
}

/** The time until rows are there again, after the list was stored in the browser. */
async function warmStart(office: Office, context: BrowserContext): Promise<number> {
  const page = await openRows(context, pathOf(office, 'large'))
  await untilStored(page, office.project('large'))
  await page.reload()
  return markTime(page, 'workloom:rows')
}
