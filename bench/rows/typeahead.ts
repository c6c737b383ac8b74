/** The slowest of a hundred typeaheads, over names and rights as in life: people with different rights, prefixes of any length. */
import { changeCapture } from '../../src/events/change_capture.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Store } from '../../src/store/db.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { type CompletedType, objectsByPrefix } from '../../src/store/queries/search/typeahead.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { here } from '../checkout.ts'
import { withPostgresStores } from '../database/stores.ts'
import type { RowMeasurement } from '../rows.ts'
import { sizes } from '../sizes.ts'
import type { Shape } from '../stores/content.ts'
import { seeded, usual } from '../stores/seed.ts'
import { timed } from '../table.ts'

/** Prefixes: without, of one letter, frequent, rare, of two words, and of nothing. */
const PREFIXES: readonly { type: CompletedType; texts: readonly string[] }[] = [
  { type: 'task', texts: ['', 'r', 're', 'review', 'item', 'client19', 'client1999', 'zebra', 'prepare 12'] },
  { type: 'user', texts: ['', 'p', 'person', 'person99'] },
  { type: 'project', texts: ['', 'p', 'project', '17'] },
  { type: 'tag', texts: ['t'] },
  { type: 'team', texts: ['team'] },
]

const EVERY = 41

/** The 99th percentile of each kind of typeahead in milliseconds, over many people; the largest of them, and all. */
async function slowest(store: Store, workspace: number): Promise<number[]> {
  const members = await store.read.db
    .selectFrom('workspace_memberships')
    .selectAll()
    .where('workspace', '=', workspace)
    .orderBy('gid')
    .execute()
  const people = members.filter((_, at) => at % EVERY === 0)
  const rounds: number[] = []
  for (let round = 0; round < sizes.rounds; round++) {
    const times: number[] = []
    for (const { type, text } of PREFIXES.flatMap(({ type, texts }) => texts.map(text => ({ type, text })))) {
      for (const { user } of people) {
        const began = performance.now()
        await objectsByPrefix(store.read, { type, workspace, me: user, prefixes: text.split(' '), limit: 20 })
        times.push(performance.now() - began)
      }
    }
    times.sort((a, b) => a - b)
    rounds.push(times[Math.floor(times.length * 0.99)] ?? 0)
  }
  return rounds
}

const shown = { target: '≤ 10 ms', unit: 'ms', digits: 1 }

export const typeahead: RowMeasurement = async report => {
  const shape = (tasks: number): Shape => ({ ...usual(false), tasks, isLifelike: true })
  const { folder, workspace } = await seeded(here, shape(sizes.many))
  const store = await openSqlite({ folder, clock: systemClock, capture: changeCapture })
  await report(timed({ work: 'typeahead, 99th percentile', ...shown }, await slowest(store, workspace), undefined))
  await store.close()
  await withPostgresStores(shape(sizes.moved), async ({ of }) => {
    const { store: made, url } = of(here)
    const moved = await openPostgres({ url, capture: changeCapture })
    const work = 'typeahead on PostgreSQL, 99th percentile'
    await report(timed({ work, ...shown }, await slowest(moved, made.workspace), undefined))
    await moved.close()
  })
}
