/** Service accounts from the command line, next to a running server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../harness/cli/run_command.ts'
import { type ExitResult, folderFor, startProgram } from '../harness/program.ts'
import type { Json } from '../harness/world.ts'

const make = (folder: string, ...args: string[]) => runCommand(['service-account', 'create', '--data', folder, ...args])

const setUp = (folder: string, ...args: string[]) =>
  runCommand(['setup', '--email', 'ann@example.com', '--data', folder, ...args])

async function ask(url: string, token: string): Promise<[status: number, data: Json]> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  return [response.status, ((await response.json()) as Json).data as Json]
}

function assertRefused({ code, out, err }: ExitResult, expected: number, sentence: RegExp) {
  assert.deepEqual([code, out], [expected, ''])
  assert.match(err, sentence)
  assert.match(err, /^workloom: [^\n]*\.\n$/, 'one sentence, without a trace')
}

const printedJson = ({ code, out, err }: ExitResult): Json => {
  assert.equal(code, 0, err)
  return JSON.parse(out) as Json
}

test('a service account that is created while a server runs works with its next request', async t => {
  const folder = folderFor(t)
  const server = await startProgram(t, ['--data', folder])
  const { token } = printedJson(await make(folder, '--name', 'Okta', '--json'))
  const [status, me] = await ask(`${server.url}/api/1.0/users/me`, token)
  assert.deepEqual([status, me.name, me.workspaces[0].name], [200, 'Okta', 'My organization'])
  const personal = ['token', 'create', '--data', folder, '--name', 'laptop', '--email', me.email]
  assertRefused(await runCommand(personal), 1, /No account has the e-mail address service-/)
  const bare = await make(folder, '--name', 'Okta', '--scopes', 'users:read,users:write')
  assert.match(bare.out, /^2\/\d+\/\d+:[0-9a-f]{32}\n$/)
  assert.notEqual((await ask(`${server.url}/api/1.0/users/me`, bare.out.trim()))[0], 401)
})

test('a service account belongs to the organization that is named, or to the only one', async t => {
  const folder = folderFor(t)
  await setUp(folder, '--organization', 'Acme')
  assert.equal((await make(folder, '--name', 'One')).code, 0)
  await setUp(folder, '--organization', 'Other', '--plan', 'free')
  assertRefused(await make(folder, '--name', 'Two'), 1, /There is no organization "My organization"/)
  assert.equal((await make(folder, '--name', 'Three', '--organization', 'Acme')).code, 0)
  assertRefused(await make(folder, '--name', 'Four', '--organization', 'Acme Inc'), 1, /no organization "Acme Inc"/)
  assertRefused(
    await make(folder, '--name', 'Five', '--organization', 'Other'),
    1,
    /need an organization with the plan/,
  )
})

test('an organization with the same name as another is not mistaken for it', async t => {
  const folder = folderFor(t)
  await setUp(folder, '--organization', 'Acme')
  const { workspace, token } = printedJson(await setUp(folder, '--organization', 'Other', '--json'))
  const server = await startProgram(t, ['--data', folder])
  const renamed = await fetch(`${server.url}/api/1.0/workspaces/${workspace}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { name: 'Acme' } }),
  })
  assert.equal(renamed.status, 200)
  assertRefused(
    await make(folder, '--name', 'One', '--organization', 'Acme'),
    1,
    /Several organizations have the name "Acme"/,
  )
  assertRefused(await setUp(folder, '--organization', 'Acme'), 1, /Several organizations have the name "Acme"/)
})

test('an invalid scope is refused as an invalid command line', async t => {
  const folder = folderFor(t)
  for (const scopes of ['all,users:read', 'tasks:read', 'ALL']) {
    assertRefused(
      await make(folder, '--name', 'X', '--scopes', scopes),
      2,
      /--scopes must be all alone, or some of users:/,
    )
  }
})
