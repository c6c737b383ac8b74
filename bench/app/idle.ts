/** Requests of a page that nothing happens on: one stream of events stays open, and nothing is polled. */
import { sizes } from '../sizes.ts'
import { plain } from '../table.ts'
import { type AppMeasurement, openRows, pathOf } from './lines.ts'
import { untilQuiet, untilTrue } from './page.ts'

export const measureIdle: AppMeasurement = async (report, office) => {
  const context = await office.open()
  const page = await openRows(context, pathOf(office, 'small'))
  await page.getByRole('status', { name: 'Connection' }).getByText('Connected').waitFor()
  // What is read ahead once belongs to the start.
  await untilTrue(page, "performance.getEntriesByName('workloom:ahead').length > 0")
  await untilQuiet(page)
  const requests: string[] = []
  page.on('request', request => requests.push(new URL(request.url()).pathname))
  // The time is what is measured.
  await page.waitForTimeout(sizes.app.idleMs)
  const seconds = sizes.app.idleMs / 1000
  const range = [...new Set(requests)].slice(0, 2).join(' ')
  await report(plain(`app: requests while idle for ${seconds} s`, '', String(requests.length), range, '0; 0'))
  await context.close()
}
