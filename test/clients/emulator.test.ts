/** The official JavaScript clients, unmodified, in the emulator: worlds, faults, and the host that they contain. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseEnv } from 'node:util'
import { startWorkloom } from '../../src/testing/start.ts'
import { runCommand } from '../harness/clients/run_program.ts'
import { emulatorCommand as command } from '../harness/emulator/command.ts'
import { packages } from '../harness/packages.ts'
import { folderFor, workloom } from '../harness/program.ts'
import { OFFICIAL, skip } from './official.ts'

const { folder } = await packages('test/clients/asana')

const shared = await startWorkloom({ command })
after(() => shared.close())

for (const [name, clientOf] of Object.entries(OFFICIAL)) {
  test(`${name} in two worlds, selected by path and by token`, { skip }, async t => {
    const [first, second] = [await shared.createWorld(), await shared.createWorld()]
    t.after(() => Promise.all([first.close(), second.close()]))
    const prefix = new URL(second.url).pathname.split('/').at(-1)
    const workspace = first.workspace
    const create = (origin: string, token: string) =>
      clientOf(origin, token).writes('Tasks', 'createTask', [], { workspace, name: 'New', assignee: 'me' })
    const made = await create(first.url, first.token('ann'))
    // The address of a program can be fixed; its token cannot.
    await create(shared.url, `${prefix}~${first.token('ann')}`)
    const counts = [first, second, shared].map(world => world.countRequests({ operation: 'createTask', status: 201 }))
    assert.deepEqual(await Promise.all(counts), [1, 1, 0])
    assert.equal((await clientOf(first.url, 'ann-token').reads('Tasks', 'getTask', [made.gid])).name, 'New')
    await first.reset()
    await assert.rejects(clientOf(first.url, 'ann-token').reads('Tasks', 'getTask', [made.gid]))
  })

  test(`${name} receives the pages of a world at the address of that world`, { skip }, async t => {
    const world = await shared.createWorld()
    t.after(() => world.close())
    const client = clientOf(world.url, world.token('ann'))
    const project = await client.writes('Projects', 'createProject', [], { workspace: world.workspace, name: 'Long' })
    for (const task of ['a', 'b', 'c'])
      await client.writes('Tasks', 'createTask', [], { projects: [project.gid], name: task })
    const response = await fetch(`${world.api}/tasks?project=${project.gid}&limit=2`, {
      headers: { authorization: `Bearer ${world.token('ann')}` },
    })
    const { next_page } = (await response.json()) as { next_page: { uri: string } }
    assert.ok(next_page.uri.startsWith(`${world.api}/tasks?`), next_page.uri)
  })

  test(`${name} sees a fault as an error of the service`, { skip }, async t => {
    const world = await shared.createWorld()
    t.after(() => world.close())
    const create = () => {
      const data = { workspace: world.workspace, name: 'Once', assignee: 'me' }
      return clientOf(world.url, world.token('ann')).writes('Tasks', 'createTask', [], data)
    }
    const id = await world.fault({ use: 'lost_answer', match: { operation: 'createTask' } })
    await assert.rejects(create(), (error: { status?: number }) => error.status === 500)
    const [lost] = await world.requests({ operation: 'createTask' })
    assert.deepEqual([lost?.status, lost?.fault], [500, id])
    // It was executed nevertheless.
    const found = await clientOf(world.url, world.token('ann')).reads('Tasks', 'getTasks', [], {
      ...{ assignee: 'me', workspace: world.workspace, limit: 100 },
    })
    assert.equal(found.filter((task: { name: string }) => task.name === 'Once').length, 1)
    await world.fault({ use: 'forbidden', match: { operation: 'createTask' } })
    await assert.rejects(create(), (error: { status?: number }) => error.status === 403)
  })
}

/** What a program contains whose address is fixed. */
const FIXED = {
  'asana 1.0.5': `
    const client = require('asana-v1').Client.create({ logAsanaChangeWarnings: false }).useAccessToken('ann-token')
    client.users.me().then(({ name }) => console.log(name))`,
  fetch: `
    const headers = { authorization: 'Bearer ann-token' }
    fetch('https://app.asana.com/api/1.0/users/me', { headers }).then(async response => {
      console.log((await response.json()).data.name)
    })`,
}

/** Its HTTP library makes connections of its own, past the proxy, so it uses the port with TLS. */
const NEWEST = `
  const asana = require('asana')
  const { instance } = asana.ApiClient
  instance.basePath = process.env.TLS_URL + '/api/1.0'
  instance.authentications.token.accessToken = 'ann-token'
  new asana.UsersApi().getUser('me', {}).then(({ data }) => console.log(data.name))`

test('programs with a fixed host reach the emulator with the variables of emulator env', { skip }, async t => {
  const tlsFolder = folderFor(t)
  const options = ['--tls-folder', tlsFolder, '--intercept', 'app.asana.com', '--tls-port', '0']
  const asana = await startWorkloom({ command, args: options })
  t.after(() => asana.close())
  const port = new URL(asana.url).port
  const shown = await workloom(t, ['emulator', 'env', '--shell', 'dotenv', '--port', port, ...options])
  assert.equal(shown.code, 0, shown.err)
  const variables = { ...parseEnv(shown.out), TLS_URL: asana.tls ?? '' }
  for (const [name, code] of Object.entries({ ...FIXED, 'asana 3.2.0': NEWEST })) {
    const result = await runCommand(process.execPath, ['-e', code], `${folder}/..`, variables)
    assert.deepEqual({ name, ...result }, { name, code: 0, output: 'Ann Lee\n' })
  }
  const seen = await asana.requests({ operation: 'getUser' })
  assert.equal(seen.length, 3)
  // The authority is valid for no other host, and the proxy leads nowhere else.
  const other = await runCommand(
    process.execPath,
    ['-e', "fetch('https://api.example.com/').catch(error => console.log(String(error.cause)))"],
    tlsFolder,
    variables,
  )
  assert.match(other.output, /Request was cancelled|403/)
})
