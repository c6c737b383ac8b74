/** A list of 100 tasks, against the same bytes. */
import { type Checkout, here, serve } from '../checkout.ts'
import { start } from '../child.ts'
import { bytes, loaded } from '../contender.ts'
import { openProgram } from '../program.ts'
import { measure, type ReportRow, type RowMeasurement } from '../rows.ts'
import { type Seeded, seeded, usual } from '../stores/seed.ts'
import { trace } from '../trace.ts'
import { kindOf } from './one.ts'

const NESTED = [
  'name,completed,due_on,assignee.name,assignee.email,projects.name,memberships.section.name,memberships.project.name',
  'tags.name,followers.name,parent.name,workspace.name',
].join()

export const list: RowMeasurement = async report => {
  const all = (store: Seeded) => `/projects/${store.hundred}/tasks?limit=100`
  const nested = (store: Seeded) => `${all(store)}&opt_fields=${NESTED}`
  for (const fields of [true, false]) {
    const of = (checkout: Checkout) => seeded(checkout, usual(fields))
    const kind = kindOf({ fields })
    await measureList(report, { work: `list of 100, compact (${kind})`, of, path: all })
    if (!fields) await measureList(report, { work: 'list of 100, 12 nested fields (plain)', of, path: nested })
    const path = (store: Seeded) => `${nested(store)},custom_fields.name,custom_fields.display_value`
    const work = 'list of 100, 12 nested fields, five custom fields'
    if (fields) await measureList(report, { work, of, path })
  }
}

interface Asked<Store> {
  work: string
  of(checkout: Checkout): Promise<Store>
  path(store: Store): string
}

export async function measureList<Store extends Pick<Seeded, 'folder' | 'token'>>(
  report: ReportRow,
  { work, of, path }: Asked<Store>,
) {
  const store = await of(here)
  const program = await openProgram(store.folder)
  const traced = await trace(program, { method: 'GET', path: path(store), token: store.token })
  await program.close()
  const requests = [bytes('GET', path(store), store.token)]
  await measure(report, {
    work,
    async by(checkout) {
      const theirs = await of(checkout)
      const server = await serve(checkout, { folder: theirs.folder })
      return loaded(server, [bytes('GET', path(theirs), theirs.token)])
    },
    others: [
      {
        ...{ against: 'node:http with the same bytes', target: '' },
        start: async () => loaded(await start('bare.ts', { headers: traced.headers, body: traced.body }), requests),
      },
    ],
  })
}
