/**
 * Event streams: ten events of a project with a million older changes, against ten of a project with none. The cost of
 * a reader must depend on new events only.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { caller } from '../call.ts'
import { type Checkout, here, serve } from '../checkout.ts'
import { bytes, loaded } from '../contender.ts'
import { measure, type RowMeasurement } from '../rows.ts'
import { sizes } from '../sizes.ts'
import { copyOf, seeded, usual } from '../stores/seed.ts'

const RENAMES = 5

/** Changes as a rename records them, in the stream of one project only. */
function fill(folder: string, project: number, count: number) {
  const database = new DatabaseSync(join(folder, 'workloom.db'))
  database.exec('pragma synchronous = off; begin')
  const from = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`
  database.exec(`insert into changes (workspace, at, "user", resource_type, resource, resource_subtype, action, field,
      change_action, streams)
    ${from} select p.workspace, p.created_at, null, 'task', m.task, 'default_task', 'changed', 'name', 'changed',
      json_array(p.gid) from n, projects p, (select task from task_memberships where project = ${project} limit 1) m
    where p.gid = ${project}`)
  database.exec(`insert into streams (resource, change)
    select ${project}, gid from changes where resource_type = 'task' and streams = json_array(${project})`)
  database.exec('commit; pragma wal_checkpoint(truncate)')
  database.close()
}

export const events: RowMeasurement = async report => {
  const many = sizes.changes.toLocaleString('en')
  await measure(report, {
    work: `10 events of a project that had ${many}`,
    by: checkout => reading(checkout, sizes.changes),
    others: [{ against: 'of one that had none', target: '≤ 1.15', times: true, start: () => reading(here, 0) }],
  })
}

/** Readers of the ten newest events of a project with this number of other changes. */
async function reading(checkout: Checkout, before: number) {
  const { store, remove } = copyOf(await seeded(checkout, { ...usual(false), tasks: 1000 }))
  const { folder, token, hundred } = store
  if (before > 0) fill(folder, hundred, before)
  const server = await serve(checkout, { folder })
  const contender = await loaded(server, [await newest(caller(server.ready.port, token), hundred, token)])
  return { ...contender, end: () => contender.end().finally(remove) }
}

/** Creates ten events of a project, and returns the request that reads them. */
async function newest(call: ReturnType<typeof caller>, project: number, token: string): Promise<string> {
  const { sync } = await call.whole('GET', `/events?resource=${project}`)
  const [task] = (await call('GET', `/projects/${project}/tasks?limit=1`)) as { gid: string }[]
  for (let count = 0; count < RENAMES; count++) await call('PUT', `/tasks/${task?.gid}`, { name: `Name ${count}` })
  const path = `/events?resource=${project}&sync=${sync}`
  const { length } = (await call('GET', path)) as object[]
  if (length !== 2 * RENAMES) throw new Error(`There are ${length} events, not ${2 * RENAMES}.`)
  return bytes('GET', path, token)
}
