/**
 * A server is killed again and again while it saves a project as a template, and while it uses the template.
 *
 * Invariants:
 * - The job continues after each restart, and succeeds.
 * - Each task is saved and created once, below its parent and in its order.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { call, created, wholeList } from '../harness/faults/caller.ts'
import { folderFor, type RunningServer, startProgram } from '../harness/program.ts'
import type { Json } from '../harness/world.ts'

const PARENTS = 40
const SUBTASKS = 15
/** For each of the two jobs. */
const MIN_KILLS = 2

/** The names of the tasks of a project in their order, each with those of its subtasks. */
async function namesOf(server: RunningServer, token: string, project: string): Promise<[string, string[]][]> {
  const caller = { url: server.url, token }
  const tasks = await wholeList(caller, `/projects/${project}/tasks?opt_fields=name`)
  const namesIn = async ({ gid, name }: Json): Promise<[string, string[]]> => {
    const below = await wholeList(caller, `/tasks/${gid}/subtasks?opt_fields=name`)
    return [name, below.map(one => one.name)]
  }
  return Promise.all(tasks.map(namesIn))
}

test('templates are saved and used whole although the server is killed', { timeout: 240_000 }, async t => {
  const folder = folderFor(t)
  const limits = ['--limit-minute', 'off', '--limit-cost', 'off', '--limit-writes', 'off', '--limit-reads', 'off']
  let server = await startProgram(t, ['--data', folder, ...limits])
  const { token } = server
  const caller = () => ({ url: server.url, token })
  const workspace = (await call(caller(), '/workspaces')).data[0].gid as string
  const project = await created(caller(), '/projects', { workspace, name: 'Source' })
  for (let at = 0; at < PARENTS; at++) {
    const parent = await created(caller(), '/tasks', { name: `Task ${at}`, projects: [project] })
    const below = Array.from({ length: SUBTASKS }, (_, index) => ({ name: `Task ${at}.${index}` }))
    await Promise.all(below.map(body => created(caller(), `/tasks/${parent}/subtasks`, body)))
  }
  const expected = await namesOf(server, token, project)

  /** Runs a job, and kills the server while it runs, unless the job ends before that. Returns the job and the kills. */
  const run = async (path: string, body: Json): Promise<[Json, number]> => {
    let { data } = await call(caller(), path, body)
    let kills = 0
    while (data.status === 'not_started' || data.status === 'in_progress') {
      if (data.status === 'in_progress' && kills < MIN_KILLS) {
        await server.stop('SIGKILL')
        server = await startProgram(t, ['--data', folder, ...limits])
        kills++
      }
      await pause(2)
      data = (await call(caller(), `/jobs/${data.gid}`)).data
    }
    assert.equal(data.status, 'succeeded')
    return [data, kills]
  }
  /** Repeats a job until the server was killed often enough during it. */
  const repeat = async (path: string, body: Json, check: (job: Json) => Promise<void>): Promise<Json> => {
    let total = 0
    for (let attempt = 0; attempt < 15; attempt++) {
      const [job, kills] = await run(path, body)
      await check(job)
      total += kills
      if (total >= MIN_KILLS) return job
    }
    assert.fail('the jobs end before they can be killed')
  }
  const saved = await repeat(`/projects/${project}/saveAsTemplate`, { name: 'Template', public: false }, async () => {})
  const path = `/project_templates/${saved.new_project_template.gid}/instantiateProject`
  await repeat(path, { name: 'New' }, async ({ new_project }) =>
    assert.deepEqual(await namesOf(server, token, new_project.gid), expected),
  )
  assert.equal((await server.stop('SIGTERM')).code, 0)
})
