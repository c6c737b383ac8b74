/** The inbox: opening it with many notifications, compared with few. */
import { sizes } from '../sizes.ts'
import { timed } from '../table.ts'
import { type AppMeasurement, count } from './lines.ts'
import type { Office } from './office.ts'
import { type PersonKey, SHORT_INBOX } from './office_seed.ts'
import { timeToPaint, untilQuiet } from './page.ts'

const IS_SHOWN = "document.querySelector('[data-notification]') !== null"

export const measureInbox: AppMeasurement = async (report, office) => {
  const ratios: number[] = []
  for (let round = 0; round < sizes.app.visits; round++) {
    const full = await openInbox(office, 'cleo')
    ratios.push(full / (await openInbox(office, 'dan')))
  }
  const work = `app: open an inbox of ${count(sizes.app.notifications)}`
  const line = timed({ work, target: '1.25', unit: '', digits: 2 }, ratios, undefined)
  await report({ ...line, against: `of ${SHORT_INBOX}` })
}

async function openInbox(office: Office, person: PersonKey): Promise<number> {
  const context = await office.open(person)
  const page = await context.newPage()
  // The archive is empty, and has the code of the inbox.
  await page.goto(`/1/${office.workspace}/inbox/archive`)
  await page.getByText('Nothing is archived').waitFor()
  await untilQuiet(page)
  const time = await timeToPaint(page, () => page.locator('.inbox-head .inbox-link').click(), IS_SHOWN)
  await context.close()
  return time
}
