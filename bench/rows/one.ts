/** One task in full, against a server that only sends the same bytes. */
import { start } from '../child.ts'
import { bytes, compare, loaded } from '../contender.ts'
import { openProgram } from '../program.ts'
import { type Rows, SIZE } from '../rows.ts'
import { seeded } from '../seed.ts'
import { line } from '../table.ts'
import { trace } from '../trace.ts'

export const one: Rows = async report => {
  const { folder, token, tasks } = await seeded(SIZE)
  const path = `/tasks/${tasks[1]}`
  const program = await openProgram(folder)
  const { body, headers } = await trace(program, { method: 'GET', path, token })
  await program.close()
  const requests = [bytes('GET', path, token)]
  const ours = await loaded(await start('server.ts', { folder }), requests)
  const other = await loaded(await start('bare.ts', { headers, body }), requests)
  const compared = await compare(ours, other)
  await report(
    line({ work: 'one task, full record', against: 'node:http with the same bytes', target: '≥ 0.25' }, compared),
    ours,
  )
  await ours.end()
  await other.end()
}
