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
  await measure(report, program, store, { work: 'list of 100, compact', path, form: 'compact' })
  const fields = `${path}&opt_fields=${NESTED}`
  await measure(report, program, store, { work: 'list of 100, 12 nested fields', path: fields, form: 'nested' })
  await program.close()
}

interface Asked {
  work: string
  path: string
  form: ByHand['form']
}

async function measure(report: Report, program: Program, { folder, token }: Seeded, { work, path, form }: Asked) {
  const { body, statements, headers } = await trace(program, { method: 'GET', path, token })
  const requests = [bytes('GET', path, token)]
  const server = await start<{ port: number }>('server.ts', { folder })
  const hand = await start<{ port: number }>('by_hand.ts', { folder, statements, headers, form } satisfies ByHand)
  const [ours, other] = [await loaded(server, requests), await loaded(hand, requests)]
  const answer = await fetch(`http://127.0.0.1:${hand.ready.port}/api/1.0${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
  })
  assert.equal(await answer.text(), body, 'bench/by_hand.ts answers something else than the program')
  const compared = await compare(ours, other)
  await report(line({ work, against, target: '≥ 0.50' }, compared), ours)
  await ours.end()
  await other.end()
}
