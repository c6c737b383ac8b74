/** New tasks in a project by many clients, each durable, against bare transactions that write the same rows. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start } from '../child.ts'
import { bytes, CONNECTIONS, type Contender, compare, loaded } from '../contender.ts'
import type { Measured } from '../load.ts'
import type { Loop } from '../loop.ts'
import { openProgram } from '../program.ts'
import { type Rows, SIZE } from '../rows.ts'
import { seeded } from '../seed.ts'
import { line } from '../table.ts'
import { trace } from '../trace.ts'

const path = '/tasks'

export const create: Rows = async report => {
  const { folder, token, large } = await seeded(SIZE)
  const passing = mkdtempSync(join(tmpdir(), 'workloom-bench-create-'))
  const [ourFolder, otherFolder] = [join(passing, 'ours'), join(passing, 'other')]
  try {
    for (const copy of [ourFolder, otherFolder]) cpSync(folder, copy, { recursive: true })
    const data = { name: 'What is to be done', notes: 'In a sentence or two.', projects: [String(large)] }
    const program = await openProgram(ourFolder)
    const { statements } = await trace(program, { method: 'POST', path, token, data })
    await program.close()
    const inserts = statements.filter(({ sql }) => /^insert into/.test(sql))
    const ours = await loaded(await start('server.ts', { folder: ourFolder }), [bytes('POST', path, token, data)])
    const other = await looping({ folder: otherFolder, inserts })
    const compared = await compare(ours, other)
    const tables = inserts.map(({ sql }) => /^insert into (\w+)/.exec(sql)?.[1]).join(', ')
    const work = `create a task, durable, ${CONNECTIONS} clients`
    await report(line({ work, against: `bare transactions: ${tables}`, target: '≥ 0.35' }, compared), ours)
    await ours.end()
    await other.end()
  } finally {
    rmSync(passing, { recursive: true })
  }
}

async function looping(loop: Loop): Promise<Contender> {
  const child = await start('loop.ts', loop)
  return {
    async measure(milliseconds) {
      const { requests, seconds, cpu } = await child.ask<Measured & { cpu: number }>({ milliseconds })
      return { perSecond: requests / seconds, cpu }
    },
    rest: async () => {},
    end: () => child.end(),
  }
}
