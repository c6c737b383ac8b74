/** What webhooks cost whoever writes: a task in a project that ten targets hear of, and in a workspace that a thousand watch. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOAD_CORE, start } from '../child.ts'
import { bytes, CONNECTIONS, compare, loaded } from '../contender.ts'
import { type Rows, SIZE } from '../rows.ts'
import { seeded } from '../seed.ts'
import { line, plain } from '../table.ts'

export const webhooks: Rows = async report => {
  const { folder, token, hundred } = await seeded(SIZE)
  const request = bytes('POST', '/tasks', token, { name: 'What is to be done', projects: [String(hundred)] })
  for (const [count, project] of [
    [10, hundred],
    [1000, null],
  ] as const) {
    const passing = mkdtempSync(join(tmpdir(), 'workloom-bench-webhooks-'))
    const [ourFolder, otherFolder] = [join(passing, 'ours'), join(passing, 'other')]
    for (const copy of [ourFolder, otherFolder]) cpSync(folder, copy, { recursive: true })
    const receiver = await start<{ target: string }>('receiver.ts', {}, LOAD_CORE)
    const hooks = { count, project, target: receiver.ready.target }
    const ours = await loaded(await start('server.ts', { folder: ourFolder, hooks }), [request])
    const other = await loaded(await start('server.ts', { folder: otherFolder, hooks: { ...hooks, count: 0 } }), [
      request,
    ])
    const compared = await compare(ours, other)
    const where = project === null ? 'the workspace' : 'its project'
    const work = `create a task, ${CONNECTIONS} clients, ${count} webhooks on ${where}`
    await report(line({ work, against: 'the same without', target: '≤ 1.3', times: true }, compared), ours)
    const { deliveries } = await receiver.ask<{ deliveries: number }>({})
    await report(plain(`deliveries to ${count} webhooks meanwhile`, '', String(deliveries), '', ''))
    for (const child of [ours, other, receiver]) await child.end()
    rmSync(passing, { recursive: true })
  }
}
