/** What the figures of the web app share: opening a list, and their lines. */
import type { BrowserContext, Page } from 'playwright-core'
import type { ReportRow } from '../rows.ts'
import { plain, type TableLine } from '../table.ts'
import type { Office } from './office.ts'
import type { ProjectKey } from './office_seed.ts'
import { markTime, percentile, type Recorded, untilQuiet } from './page.ts'

/** Measures one subject of the web app. */
export type AppMeasurement = (report: ReportRow, office: Office) => Promise<void>

/** The time of a key that was too fast to be recorded. */
const FAST_KEY_MS = 16

/** A number of objects in the name of a line. */
export const count = (objects: number): string => objects.toLocaleString('en')

/** The path of a layout of a project. */
export const pathOf = ({ workspace, project }: Office, key: ProjectKey, layout = 'list'): string =>
  `/1/${workspace}/project/${project(key)}/${layout}`

/** Opens a path of lists or boards, and waits until everything is loaded. */
export async function openRows(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  await markTime(page, 'workloom:rows')
  await untilQuiet(page)
  return page
}

const ms = (time: number): string => `${time.toFixed(0)} ms`

/** The 95th percentile of some milliseconds, with their median and the worst of them. */
export function slowest(work: string, times: number[], target: string): TableLine {
  const range = `median ${ms(percentile(times, 0.5))}, worst ${ms(Math.max(...times))}`
  return plain(work, '', ms(percentile(times, 0.95)), range, target)
}

/** The line of recorded keys, of which those that are missing were fast. */
export function keyLine(work: string, { keys }: Recorded, pressed: number, target: string): TableLine {
  const fast = Array.from({ length: Math.max(0, pressed - keys.length) }, () => FAST_KEY_MS)
  return slowest(work, [...keys, ...fast], target)
}

/** The line of recorded long frames. */
export function longFramesLine(work: string, longFrames: number[]): TableLine {
  const range = longFrames.length > 0 ? `worst ${Math.max(...longFrames).toFixed(0)} ms` : ''
  return plain(`app: frames over 50 ms while ${work}`, '', String(longFrames.length), range, '2; 0')
}
