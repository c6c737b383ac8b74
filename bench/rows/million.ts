/** The same reads with a million tasks in the store, against a thousand: the cost of a request must not grow. */
import { here, type Server, serve } from '../checkout.ts'
import { bytes, loaded } from '../contender.ts'
import { measure, type RowMeasurement } from '../rows.ts'
import { sizes } from '../sizes.ts'
import type { Shape } from '../stores/content.ts'
import { type Seeded, seeded, usual } from '../stores/seed.ts'
import { large } from './one.ts'

const FEW = 1000

export const million: RowMeasurement = async report => {
  const small: Shape = { ...usual(true), tasks: FEW }
  const reads: [string, (store: Seeded, server: Server) => string[] | Promise<string[]>][] = [
    ['one task of many', ({ tasks }) => tasks.slice(1, FEW).map(task => `/tasks/${task}`)],
    ['list of 100, compact, first page', ({ large }) => [`/projects/${large}/tasks?limit=100`]],
    ['list of 100, compact, page in the middle', async (store, server) => [await middle(store, server)]],
  ]
  for (const [work, pathsOf] of reads) {
    const of = async (checkout: typeof here, shape: Shape) => {
      const store = await seeded(checkout, shape)
      const server = await serve(checkout, { folder: store.folder })
      return loaded(
        server,
        (await pathsOf(store, server)).map(path => bytes('GET', path, store.token)),
      )
    }
    await measure(report, {
      work: `at ${sizes.many.toLocaleString('en')} tasks: ${work}`,
      by: checkout => of(checkout, large()),
      others: [{ against: 'at 1,000 tasks', target: '≤ 1.30', times: true, start: () => of(here, small) }],
    })
  }
}

/** The path of the page in the middle of the large project, found as a client does: page by page. */
async function middle({ token, large }: Seeded, { ready }: Server): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' }
  const next = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${ready.port}/api/1.0${path}`, { headers })
    return ((await answer.json()) as { next_page: { path: string } | null }).next_page?.path
  }
  const pages: string[] = []
  for (let path: string | undefined = `/projects/${large}/tasks?limit=100`; path; path = await next(path))
    pages.push(path)
  return pages[pages.length >> 1] ?? ''
}
