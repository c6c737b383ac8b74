/** A list of 100 tasks, against the same statements and `JSON.stringify` by hand. */
import assert from 'node:assert/strict'
import type { ByHand } from '../by_hand.ts'
import { start } from '../child.ts'
import { bytes, compare, loaded } from '../contender.ts'
import { openProgram, type Program } from '../program.ts'
import { type Report, type Rows, SIZE } from '../rows.ts'
import { type Seeded, seeded } from '../seed.ts'
import { line } from '../table.ts'
import { trace } from '../trace.ts'

const NESTED = [
  'name,completed,due_on,assignee.name,assignee.email,projects.name,memberships.section.name,memberships.project.name',
  'tags.name,followers.name,parent.name,workspace.name',
].join()

const against = 'the same statements by hand'

export const list: Rows = async report => {
  const store = await seeded(SIZE)
  const program = await openProgram(store.folder)
  const path = `/projects/${store.hundred}/tasks?limit=100`
  const target = '≥ 0.50'
  await measureList(report, program, store, { work: 'list of 100, compact', path, form: 'compact', target })
  const fields = `${path}&opt_fields=${NESTED}`
  const work = 'list of 100, 12 nested fields'
  await measureList(report, program, store, { work, path: fields, form: 'nested', target })
  await program.close()
}

interface Asked {
  work: string
  path: string
  form: ByHand['form']
  target: string
}

/** Measures a list against the same by hand, whose answer must be the same text. */
export async function measureList(
  report: Report,
  program: Program,
  { folder, token }: Pick<Seeded, 'folder' | 'token'>,
  { work, path, form, target }: Asked,
) {
  const { body, statements, headers } = await trace(program, { method: 'GET', path, token })
  const requests = [bytes('GET', path, token)]
  const server = await start<{ port: number }>('server.ts', { folder })
  const hand = await start<{ port: number }>('by_hand.ts', { folder, statements, headers, form } satisfies ByHand)
  const [ours, other] = [await loaded(server, requests), await loaded(hand, requests)]
  try {
    const answer = await fetch(`http://127.0.0.1:${hand.ready.port}/api/1.0${path}`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
    })
    // An answer that is shorter than announced is never complete.
    const text = await answer.text().catch(() => '')
    assert.ok(text === body, 'bench/by_hand.ts answers something else than the program')
    const compared = await compare(ours, other)
    await report(line({ work, against, target }, compared), ours)
  } finally {
    await ours.end()
    await other.end()
  }
}
