/**
 * Event streams: ten events of a project with a million behind it, against ten of a project with none. What a reader
 * pays must depend on what is new, and not on what was.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Child, start } from '../child.ts'
import { bytes, compare, loaded } from '../contender.ts'
import type { Rows } from '../rows.ts'
import { seeded } from '../seed.ts'
import { line } from '../table.ts'

const MANY = 1_000_000
const SIZE = 1000
const RENAMES = 5

/** Changes as a rename leaves them, heard at one project alone. */
function fill(folder: string, project: number, count: number) {
  const database = new DatabaseSync(join(folder, 'workloom.db'))
  database.exec('pragma synchronous = off; begin')
  const from = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`
  database.exec(`insert into changes (workspace, at, "user", resource_type, resource, resource_subtype, action, field,
      change_action, heard_by)
    ${from} select p.workspace, p.created_at, null, 'task', m.task, 'default_task', 'changed', 'name', 'changed',
      json_array(p.gid) from n, projects p, (select task from task_memberships where project = ${project} limit 1) m
    where p.gid = ${project}`)
  database.exec(`insert into streams (resource, change)
    select ${project}, gid from changes where resource_type = 'task' and heard_by = json_array(${project})`)
  database.exec('commit; pragma wal_checkpoint(truncate)')
  database.close()
}

export const events: Rows = async report => {
  const { folder: source, token, large, hundred } = await seeded(SIZE)
  const folder = mkdtempSync(join(tmpdir(), 'workloom-bench-events-'))
  cpSync(source, folder, { recursive: true })
  fill(folder, large, MANY)
  const server: Child<{ port: number }> = await start('server.ts', { folder })
  const ask = async (method: string, path: string, data?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = data ? { body: JSON.stringify({ data }) } : {}
    const answer = await fetch(`http://127.0.0.1:${server.ready.port}/api/1.0${path}`, { method, headers, ...body })
    return (await answer.json()) as { sync: string; data: { gid: string }[] }
  }
  /** The request for ten events of a project, which it makes. */
  const newest = async (project: number) => {
    const { sync } = await ask('GET', `/events?resource=${project}`)
    const [task] = (await ask('GET', `/projects/${project}/tasks?limit=1`)).data
    for (let count = 0; count < RENAMES; count++) await ask('PUT', `/tasks/${task?.gid}`, { name: `Name ${count}` })
    const path = `/events?resource=${project}&sync=${sync}`
    const { length } = (await ask('GET', path)).data
    if (length !== 2 * RENAMES) throw new Error(`There are ${length} events, not ${2 * RENAMES}.`)
    return [bytes('GET', path, token)]
  }
  const [ours, other] = [await loaded(server, await newest(large)), await loaded(server, await newest(hundred))]
  const compared = await compare(ours, other)
  const work = `10 events of a project that had ${MANY.toLocaleString('en')}`
  await report(line({ work, against: 'of one that had none', target: '≤ 1.15', times: true }, compared), ours)
  await other.rest()
  await ours.end()
  rmSync(folder, { recursive: true })
}
