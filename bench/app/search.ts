/** The search page: from the answer of the server until its results are painted. */
import { sizes } from '../sizes.ts'
import { type AppMeasurement, slowest } from './lines.ts'
import { untilQuiet, whenPainted } from './page.ts'

/** Words of the generated names: each pair is in a hundredth of them. */
const VERBS = ['write', 'review', 'prepare', 'discuss']
const THINGS = ['brief', 'budget', 'contract', 'newsletter', 'roadmap']
const PAIRS = VERBS.flatMap(verb => THINGS.map(thing => [verb, thing]))

/** All rows on the screen are results of these words. */
const isShown = (words: readonly string[]): string => `(() => {
  const rows = [...document.querySelectorAll('.found-tasks:not([data-stale]) [data-kind=task]')]
  const isFound = name => ${JSON.stringify(words)}.every(word => name.toLowerCase().includes(word))
  return rows.length > 0 && rows.every(row => isFound(row.getAttribute('aria-label')))
})()`

/** When the answer with the rows of a text was complete; that with the numbers of results has no fields. */
const answeredAt = (text: string): string => `performance.getEntriesByType('resource').find(({ name }) => {
  const { pathname, searchParams } = new URL(name)
  return pathname === '/-/search' && searchParams.get('q') === '${text}' && searchParams.has('fields')
}).responseEnd`

export const measureSearch: AppMeasurement = async (report, office) => {
  const context = await office.open()
  const page = await context.newPage()
  await page.goto(`/1/${office.workspace}/search`)
  const box = page.getByRole('searchbox', { name: 'Search tasks' })
  await box.waitFor()
  await page.evaluate('performance.setResourceTimingBufferSize(5000)')
  await untilQuiet(page)
  const times: number[] = []
  for (const words of PAIRS.slice(0, sizes.app.visits)) {
    const text = words.join(' ')
    const { ended } = await whenPainted(page, () => box.fill(text), isShown(words))
    times.push(ended - (await page.evaluate<number>(answeredAt(text))))
    await untilQuiet(page)
  }
  await report(slowest('app: search, answer of the server to results, p95', times, '≤ 100 ms'))
  await context.close()
}
