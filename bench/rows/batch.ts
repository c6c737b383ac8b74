/** A batch of ten reads, against one of these reads as a request of its own. */
import { here, serve } from '../checkout.ts'
import { bytes, loaded } from '../contender.ts'
import { measure, type RowMeasurement } from '../rows.ts'
import { type Seeded, seeded, usual } from '../stores/seed.ts'

const ACTIONS = 10

/** Batches and single requests read the same tasks. */
const TASKS = 200

export const batch: RowMeasurement = report =>
  measure(report, {
    work: `a batch of ${ACTIONS} reads of tasks with five fields`,
    async by(checkout) {
      const store = await seeded(checkout, usual(true))
      return loaded(await serve(checkout, { folder: store.folder }), batchesOf(store))
    },
    others: [
      {
        ...{ against: 'one of these reads', target: '≥ 0.33' },
        async start() {
          const store = await seeded(here, usual(true))
          const reads = pathsOf(store).map(path => bytes('GET', path, store.token))
          return loaded(await serve(here, { folder: store.folder }), reads)
        },
      },
    ],
  })

const pathsOf = ({ tasks }: Seeded): string[] => tasks.slice(1, 1 + TASKS).map(task => `/tasks/${task}`)

function batchesOf(store: Seeded): string[] {
  const paths = pathsOf(store)
  return Array.from({ length: TASKS / ACTIONS }, (_, turn) => {
    const actions = paths.slice(turn * ACTIONS, (turn + 1) * ACTIONS)
    return bytes('POST', '/batch', store.token, {
      actions: actions.map(path => ({ method: 'get', relative_path: path })),
    })
  })
}
