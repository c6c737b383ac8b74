/** The search page: from the answer of the server until its results are painted. */
import { sizes } from '../sizes.ts'
import { type AppMeasurement, slowest } from './lines.ts'
import { untilQuiet, whenPainted } from './page.ts'

/** Words of the generated names, each in many of them. */
const WORDS = [
  'brief',
  'budget',
  'contract',
  'newsletter',
  'report',
  'roadmap',
  'slides',
  'survey',
  'schedule',
  'review',
]

/** All rows on the screen are results of a word. */
const isShown = (word: string): string => `(() => {
  const rows = [...document.querySelectorAll('.found-tasks:not([data-stale]) [data-kind=task]')]
  return rows.length > 0 && rows.every(row => row.getAttribute('aria-label')?.toLowerCase().includes('${word}'))
})()`

/** When the answer with the rows of a word was complete; that with the numbers of results has no fields. */
const answeredAt = (word: string): string => `performance.getEntriesByType('resource').find(({ name }) => {
  const { pathname, searchParams } = new URL(name)
  return pathname === '/-/search' && searchParams.get('q') === '${word}' && searchParams.has('fields')
}).responseEnd`

export const measureSearch: AppMeasurement = async (report, office) => {
  const context = await office.open()
  const page = await context.newPage()
  await page.goto(`/1/${office.workspace}/search`)
  const box = page.getByRole('searchbox', { name: 'Search tasks' })
  await box.waitFor()
  await page.evaluate('performance.setResourceTimingBufferSize(5000)')
  const times: number[] = []
  for (const word of WORDS.slice(0, Math.max(2, sizes.app.visits))) {
    const { ended } = await whenPainted(page, () => box.fill(word), isShown(word))
    times.push(ended - (await page.evaluate<number>(answeredAt(word))))
    await untilQuiet(page)
  }
  await report(slowest('app: search, answer of the server to results, p95', times, '≤ 100 ms'))
  await context.close()
}
