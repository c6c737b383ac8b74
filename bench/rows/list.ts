/** A list of 100 tasks: against the same statements and `JSON.stringify` by hand, and against the bytes alone. */
import type { ByHand } from '../by_hand.ts'
import { type Checkout, here, serve } from '../checkout.ts'
import { start } from '../child.ts'
import { bytes, loaded } from '../contender.ts'
import { openProgram } from '../program.ts'
import { measure, type Other, type Report, type Rows } from '../rows.ts'
import { type Seeded, seeded, usual } from '../stores/seed.ts'
import { type Trace, trace } from '../trace.ts'
import { kindOf } from './one.ts'

const NESTED = [
  'name,completed,due_on,assignee.name,assignee.email,projects.name,memberships.section.name,memberships.project.name',
  'tags.name,followers.name,parent.name,workspace.name',
].join()

export const list: Rows = async report => {
  const all = (store: Seeded) => `/projects/${store.hundred}/tasks?limit=100`
  const nested = (store: Seeded) => `${all(store)}&opt_fields=${NESTED}`
  for (const fields of [true, false]) {
    const of = (checkout: Checkout) => seeded(checkout, usual(fields))
    const kind = kindOf({ fields })
    await measureList(report, { work: `list of 100, compact (${kind})`, of, path: all, form: 'compact' })
    if (!fields)
      await measureList(report, { work: 'list of 100, 12 nested fields (plain)', of, path: nested, form: 'nested' })
    const path = (store: Seeded) => `${nested(store)},custom_fields.name,custom_fields.display_value`
    const work = 'list of 100, 12 nested fields, five custom fields'
    if (fields) await measureList(report, { work, of, path, form: 'everything' })
  }
}

interface Asked<Store> {
  work: string
  of(checkout: Checkout): Promise<Store>
  path(store: Store): string
  form: ByHand['form']
  target?: string
}

/** Measures a list. By hand it is only measured when the answer is the same text. */
export async function measureList<Store extends Pick<Seeded, 'folder' | 'token'>>(
  report: Report,
  { work, of, path, form, target = '≥ 0.50' }: Asked<Store>,
) {
  const store = await of(here)
  const program = await openProgram(store.folder)
  const traced = await trace(program, { method: 'GET', path: path(store), token: store.token })
  await program.close()
  const requests = [bytes('GET', path(store), store.token)]
  const bare: Other = {
    ...{ against: 'node:http with the same bytes', target: '' },
    start: async () => loaded(await start('bare.ts', { headers: traced.headers, body: traced.body }), requests),
  }
  const hand = await byHand(store, path(store), traced, form)
  await measure(report, {
    work,
    async by(checkout) {
      const theirs = await of(checkout)
      const server = await serve(checkout, { folder: theirs.folder })
      return loaded(server, [bytes('GET', path(theirs), theirs.token)])
    },
    others: hand
      ? [{ against: 'the same statements by hand', target, start: () => loaded(hand, requests) }, bare]
      : [bare],
  })
}

/** The list by hand, when it answers the same; the statements of the program may have a shape that it does not know. */
async function byHand(
  { folder, token }: Pick<Seeded, 'folder' | 'token'>,
  path: string,
  traced: Trace,
  form: ByHand['form'],
) {
  const { statements, headers, body } = traced
  const asked = { folder, statements, headers, form } satisfies ByHand
  const hand = await start<{ port: number }>('by_hand.ts', asked).catch(() => undefined)
  if (!hand) return undefined
  const answer = await fetch(`http://127.0.0.1:${hand.ready.port}/api/1.0${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  }).catch(() => undefined)
  // An answer that is shorter than announced is never complete.
  if ((await answer?.text().catch(() => '')) === body) return hand
  console.error(`bench/by_hand.ts answers something else than the program, so it is not compared: ${path.slice(0, 80)}`)
  await hand.end().catch(() => undefined)
  return undefined
}
