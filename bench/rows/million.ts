/** The same reads with a million tasks in the store, against a thousand: what a request costs must not grow with it. */
import { start } from '../child.ts'
import { bytes, compare, loaded } from '../contender.ts'
import type { Rows } from '../rows.ts'
import { type Seeded, seeded } from '../seed.ts'
import { line } from '../table.ts'

const against = 'at 1,000 tasks'
const target = '≤ 1.30'

export const million: Rows = async report => {
  const sides = [await open(1_000_000), await open(1000)] as const
  const reads: [string, (side: Side) => string[] | Promise<string[]>][] = [
    ['one task of many', ({ store }) => store.tasks.map(task => `/tasks/${task}`)],
    ['list of 100, compact, first page', ({ store }) => [`/projects/${store.large}/tasks?limit=100`]],
    ['list of 100, compact, page in the middle', async side => [await middle(side)]],
  ]
  for (const [work, paths] of reads) {
    const [ours, other] = await Promise.all(
      sides.map(async side => {
        const { store, server } = side
        return loaded(
          server,
          (await paths(side)).map(path => bytes('GET', path, store.token)),
        )
      }),
    )
    if (!ours || !other) continue
    const compared = await compare(ours, other)
    await report(line({ work: `at 1,000,000 tasks: ${work}`, against, target, times: true }, compared), ours)
    await ours.rest()
    await other.rest()
  }
  for (const { server } of sides) await server.end()
}

interface Side {
  size: number
  store: Seeded
  server: Awaited<ReturnType<typeof start<{ port: number }>>>
}

async function open(size: number): Promise<Side> {
  const store = await seeded(size)
  return { size, store, server: await start('server.ts', { folder: store.folder }) }
}

/** The path of the page in the middle of the large project, as a client finds it: page by page. */
async function middle({ size, store, server }: Side): Promise<string> {
  const headers = { authorization: `Bearer ${store.token}`, 'accept-encoding': 'identity' }
  let path = `/projects/${store.large}/tasks?limit=100`
  for (let shown = 100; shown <= size / 8; shown += 100) {
    const answer = await fetch(`http://127.0.0.1:${server.ready.port}/api/1.0${path}`, { headers })
    path = ((await answer.json()) as { next_page: { path: string } }).next_page.path
  }
  return path
}
