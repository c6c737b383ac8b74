/** The trash from the command line, next to a running server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../harness/cli/run_command.ts'
import { type ExitResult, folderFor, startProgram } from '../harness/program.ts'
import type { Json } from '../harness/world.ts'

const call = (folder: string, ...args: string[]) => runCommand(['trash', ...args], { WORKLOOM_DATA: folder })

function assertRefused({ code, out, err }: ExitResult, expected: number, sentence: RegExp) {
  assert.deepEqual([code, out], [expected, ''])
  assert.match(err, sentence)
  assert.match(err, /^workloom: [^\n]*\.\n$/, 'one sentence, without a trace')
}

const printedJson = ({ code, out, err }: ExitResult): Json => {
  assert.equal(code, 0, err)
  return JSON.parse(out) as Json
}

/** A client of the server, as its administrator. */
const clientOf = (url: string, token: string) => async (method: string, path: string, data?: Json) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = data ? { body: JSON.stringify({ data }) } : {}
  const response = await fetch(`${url}/api/1.0${path}`, { method, headers, ...sent })
  return { status: response.status, data: ((await response.json()) as Json).data as Json }
}

test('an operator lists and restores deleted objects while a server runs', async t => {
  const folder = folderFor(t)
  const server = await startProgram(t, ['--data', folder])
  const ask = clientOf(server.url, server.token)
  const { data: me } = await ask('GET', '/users/me')
  const workspace = me.workspaces[0].gid as string
  assert.equal((await call(folder, 'list')).out, 'The trash is empty.\n')
  assert.deepEqual(printedJson(await call(folder, 'list', '--json')), [])

  const { data: project } = await ask('POST', '/projects', { workspace, name: 'Launch' })
  const name = 'two\nlines \u001b[31m'
  const { data: task } = await ask('POST', '/tasks', { name, projects: [project.gid] })
  await ask('DELETE', `/projects/${project.gid}`)
  const entries = printedJson(await call(folder, 'list', '--json')) as Json[]
  const deleted_by = { gid: me.gid, name: me.name }
  assert.deepEqual(
    entries.map(({ deleted_at: _, ...rest }) => rest),
    [
      { gid: task.gid, resource_type: 'task', name, deleted_by },
      { gid: project.gid, resource_type: 'project', name: 'Launch', deleted_by },
    ],
  )
  const { out } = await call(folder, 'list', '--organization', 'My organization')
  const [first = '', second = '', ...rest] = out.split('\n')
  assert.deepEqual(rest, [''])
  assert.match(first, /"two\\nlines \\u001b\[31m", deleted by "admin"$/)
  assert.match(second, new RegExp(`^2\\d{3}-\\S+Z +${project.gid} +project +"Launch", deleted by "admin"$`))

  const back = await call(folder, 'restore', '--gid', project.gid)
  assert.deepEqual([back.code, back.out], [0, 'Restored the project "Launch".\n'])
  assert.equal((await ask('GET', `/tasks/${task.gid}`)).data.projects[0].gid, project.gid)
  assertRefused(
    await call(folder, 'restore', '--gid', project.gid),
    1,
    /no object with the gid \d+: see workloom trash list/,
  )

  await ask('DELETE', `/tasks/${task.gid}`)
  const shown = printedJson(await call(folder, 'restore', '--gid', task.gid, '--json'))
  assert.deepEqual(shown, { gid: task.gid, resource_type: 'task', name })
})

test('a trash command that cannot be executed reports the reason in one sentence', async t => {
  const folder = folderFor(t)
  const server = await startProgram(t, ['--data', folder])
  const ask = clientOf(server.url, server.token)
  const workspace = (await ask('GET', '/workspaces')).data[0].gid as string
  const field = { workspace, name: 'Effort', resource_subtype: 'text' }
  const { data: deleted } = await ask('POST', '/custom_fields', field)
  await ask('DELETE', `/custom_fields/${deleted.gid}`)
  assert.equal((await ask('POST', '/custom_fields', field)).status, 201)
  assertRefused(
    await call(folder, 'restore', '--gid', deleted.gid),
    1,
    /Another custom field is called "Effort" now: rename/,
  )
  assertRefused(await call(folder, 'list', '--organization', 'Acme'), 1, /There is no organization "Acme"/)
})

test('an invalid trash command is refused in one sentence', async t => {
  const folder = folderFor(t)
  assertRefused(await call(folder, 'restore'), 2, /trash restore needs --gid GID/)
  for (const gid of ['x', '0', '-1', '1e3', '9'.repeat(17)]) {
    assertRefused(await call(folder, 'restore', `--gid=${gid}`), 2, /--gid must be a gid, not "/)
  }
  assertRefused(await call(folder), 2, /Unknown command "trash"/)
  assertRefused(await call(folder, 'empty'), 2, /Unknown command "trash empty"/)
  assertRefused(await call(folder, 'list', '--gid', '1'), 2, /Unknown option '--gid'/)
  assertRefused(await call(folder, 'list', '--memory'), 2, /A store in memory belongs to its server/)
  assertRefused(await call(folder, 'list', '--organization', 'Acme'), 1, /There is no Workloom in /)
})
