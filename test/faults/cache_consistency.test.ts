/**
 * A process is killed while its responses are cached, by itself or by others.
 *
 * Invariants:
 * - A committed write is visible in the next response, whether or not its instance notified others.
 * - A restarted process shows it too.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { changeCapture } from '../../src/events/change_capture.ts'
import { createToken } from '../../src/identity/tokens.ts'
import { createUser, join } from '../../src/resources/people/rules/join.ts'
import type { Store } from '../../src/store/db.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { durablePostgres, freshDatabase, instanceOn, instancesOn, queryDatabase } from '../harness/faults/instances.ts'
import { startProxy } from '../harness/faults/proxy.ts'
import { send, sendOk } from '../harness/faults/writers.ts'
import { folderFor, type RunningServer, startProgram } from '../harness/program.ts'
import { until } from '../harness/until.ts'

const { server, skip } = await durablePostgres()

interface Reader {
  gid: string
  token: string
}

async function readerIn(store: Store, workspace: string): Promise<Reader> {
  try {
    return await store.write(async tx => {
      const gid = await createUser(tx, { name: 'Reader', email: 'reader@example.com' })
      await join(tx, gid, Number(workspace), {})
      return { gid: String(gid), token: await createToken(tx, gid, 'test') }
    })
  } finally {
    await store.close()
  }
}

interface SharedProject {
  /** The token of the administrator. */
  token: string
  workspace: string
  reader: Reader
}

/** A project that is public to the workspace, with a task. */
async function plan(url: string, { token, workspace }: SharedProject) {
  const open = { workspace, name: 'Plan', privacy_setting: 'public_to_workspace' }
  const { gid: project } = await sendOk({ url, token }, 'POST', '/projects', open)
  const { gid: task } = await sendOk({ url, token }, 'POST', '/tasks', { name: 'T', projects: [project] })
  return { project: project as string, task: task as string }
}

/** The name of a task as a person reads it at an instance; the status if it is not 200. */
async function readName(url: string, token: string, task: string): Promise<string[] | number> {
  const { status, body } = await send({ url, token }, 'GET', `/tasks/${task}?opt_fields=name,projects.name`)
  return status === 200 ? [body.data.name, body.data.projects[0].name] : status
}

/** Reads until the response comes from the cache. */
async function warmUp(url: string, tokens: readonly string[], task: string): Promise<void> {
  for (const token of [...tokens, ...tokens, ...tokens]) {
    assert.deepEqual(await readName(url, token, task), ['T', 'Plan'])
  }
}

/** Waits until the database contains the write, though no instance was notified. */
async function waitForCommit(database: string, text: string): Promise<void> {
  while ((await queryDatabase(database, text)).length === 0) await pause(10)
}

test('an instance shows a commit of an instance that was killed before it notified others', { skip }, async t => {
  assert.ok(server)
  const { own, database } = await freshDatabase(server)
  const proxy = await startProxy(t, own)
  const { all, token, workspace } = await instancesOn(t, proxy.url, [{}])
  const [first] = all
  const second = await instanceOn(t, own)
  assert.ok(first)
  const reader = await readerIn(await openPostgres({ url: own, connections: 1, capture: changeCapture }), workspace)
  const { project, task } = await plan(second.url, { token, workspace, reader })
  const both = [token, reader.token]
  for (const { url } of [first, second]) await warmUp(url, both, task)

  // The instance commits, gets no response, and is killed.
  proxy.dropAnswer('Closed', 'commit')
  const writing = send({ ...first, token }, 'PUT', `/projects/${project}`, {
    name: 'Closed',
    privacy_setting: 'private',
  })
  await Promise.all([
    assert.rejects(writing, /fetch failed/),
    waitForCommit(database, `select 1 from projects where name = 'Closed'`).then(() => first.stop('SIGKILL')),
  ])
  const now = (url: string) => Promise.all(both.map(one => readName(url, one, task)))
  assert.deepEqual(await now(second.url), [['T', 'Closed'], 404])
  const again = await instanceOn(t, own)
  for (const { url } of [again, second]) assert.deepEqual(await now(url), [['T', 'Closed'], 404])
})

/** Sets the clock of a process back by an hour when it receives the signal. */
const CLOCK_BACK = `const told = Date.now; let behind = 0;
  process.on('SIGUSR2', () => { behind = 3600000 }); Date.now = () => told() - behind;`

test('an instance whose clock is set back reads and writes the current state', { skip }, async t => {
  assert.ok(server)
  const { own } = await freshDatabase(server)
  const variables = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(CLOCK_BACK)}` }
  const { all, token, workspace } = await instancesOn(t, own, [{ variables, limits: 'usual' }, {}])
  const [first, second] = all
  assert.ok(first && second)
  const reader = await readerIn(await openPostgres({ url: own, connections: 1, capture: changeCapture }), workspace)
  const { project, task } = await plan(second.url, { token, workspace, reader })
  for (const { url } of all) await warmUp(url, [token, reader.token], task)
  process.kill(first.pid, 'SIGUSR2')
  for (const [number, { url }] of [second, first, second].entries()) {
    await sendOk({ url, token }, 'PUT', `/tasks/${task}`, { name: `T ${number}` })
    for (const instance of all)
      assert.deepEqual(await readName(instance.url, reader.token, task), [`T ${number}`, 'Plan'])
  }
  await sendOk({ url: first.url, token }, 'PUT', `/projects/${project}`, { privacy_setting: 'private' })
  for (const { url } of all) assert.equal(await readName(url, reader.token, task), 404)
})

/** The number in the last name that was sent, and in the last one that was acknowledged. */
interface RenameCounts {
  sent: number
  acknowledged: number
}

/** Renames a task repeatedly until the server is killed. */
async function renameUntilGone({ url }: RunningServer, token: string, task: string, last: RenameCounts): Promise<void> {
  try {
    for (;;) {
      await sendOk({ url, token }, 'PUT', `/tasks/${task}`, { name: `T ${++last.sent}` })
      last.acknowledged = last.sent
    }
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error
  }
}

test('a server on a folder that was killed restarts with exactly the acknowledged state', async t => {
  const folder = folderFor(t)
  const first = await startProgram(t, ['--data', folder])
  const { token, url } = first
  const { data } = (await send({ url, token }, 'GET', '/workspaces')).body
  const workspace = data[0].gid as string
  const reader = await readerIn(
    await openSqlite({ folder, clock: Date.now, node: 31, capture: changeCapture }),
    workspace,
  )
  const { project, task } = await plan(url, { token, workspace, reader })
  await warmUp(url, [token, reader.token], task)
  await sendOk({ url, token }, 'PUT', `/projects/${project}`, { name: 'Closed', privacy_setting: 'private' })
  assert.equal(await readName(url, reader.token, task), 404)

  const counts: RenameCounts = { sent: 0, acknowledged: 0 }
  const renaming = renameUntilGone(first, token, task, counts)
  await until(() => counts.acknowledged >= 10, 'no rename is acknowledged')
  await first.stop('SIGKILL')
  await renaming
  const { sent, acknowledged } = counts
  const second = await startProgram(t, ['--data', folder])
  const names = [acknowledged, sent].map(number => `T ${number}`)
  for (let time = 0; time < 2; time++) {
    const [name, above] = (await readName(second.url, token, task)) as string[]
    assert.ok(names.includes(name ?? ''), `${name} is none of ${names}`)
    assert.equal(above, 'Closed')
    assert.equal(await readName(second.url, reader.token, task), 404)
  }
})
