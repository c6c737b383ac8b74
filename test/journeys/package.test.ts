/**
 * The published package as it is installed elsewhere: made, packed, installed into an empty folder without a network, and
 * used there.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { npm } from '../harness/packages.ts'
import { folderFor } from '../harness/program.ts'
import { until } from '../harness/until.ts'
import { olderNode } from '../typed_client/older_node.ts'

const root = join(import.meta.dirname, '../..')

const MAX_BYTES = 10_000_000

/** A folder of a project that has installed the package. */
const folder = folderFor({ after })
const made = folderFor({ after })
const building = spawnSync(process.execPath, [join(root, 'scripts/package.ts'), '--to', made], { encoding: 'utf8' })
assert.equal(building.status, 0, building.stderr)
assert.equal(await npm(folder, 'pack', `"${made}"`), null)
const [tarball = ''] = readdirSync(folder)
const packedBytes = statSync(join(folder, tarball)).size
writeFileSync(join(folder, 'package.json'), '{ "private": true }')
assert.equal(await npm(folder, 'install', '--offline', `./${tarball}`), null)
const installed = join(folder, 'node_modules/workloom')

test('the package is small, and contains neither other packages nor a Node.js', () => {
  assert.ok(packedBytes < MAX_BYTES, `${packedBytes} bytes`)
  const names = readdirSync(join(folder, 'node_modules')).filter(name => !name.startsWith('.'))
  assert.deepEqual(names, ['workloom'])
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  assert.deepEqual(Object.keys(manifest), [
    ...['name', 'version', 'description', 'license', 'type', 'bin', 'exports', 'engines'],
  ])
  assert.deepEqual(globSync('**/{node,node.exe,*.node}', { cwd: installed }), [])
  const targets = JSON.stringify(manifest.exports).match(/\.\/[^"]+\.(?:c?js|d\.c?ts)(?=")/g) ?? []
  assert.deepEqual(
    targets.filter(target => !existsSync(join(installed, target))),
    [],
  )
  assert.deepEqual(missingLinks(), [])
  const licenses = readFileSync(join(installed, 'dist/licenses.md'), 'utf8')
  for (const name of ['fastify', 'pg', 'kysely', 'yaml', 'nodemailer'])
    assert.match(licenses, new RegExp(`^#.*\\b${name}\\b`, 'm'))
})

test('the program prints its version, and serves the API and the web app', async t => {
  const { version, ...manifest } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const program = join(installed, manifest.bin.workloom)
  assert.equal(spawnSync(process.execPath, [program, '--version'], { encoding: 'utf8' }).stdout, `${version}\n`)

  const server = spawn(process.execPath, [program, 'serve', '--memory', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => server.kill('SIGKILL'))
  let out = ''
  server.stdout.setEncoding('utf8').on('data', text => (out += text))
  while (!/ listens on .*\n/.test(out)) await once(server.stdout, 'data')
  const [, url = ''] = / listens on (\S+)/.exec(out) ?? []
  const document = await fetch(`${url}/api/1.0/openapi.json`)
  assert.equal(document.status, 200)
  const page = await fetch(url, { headers: { accept: 'text/html' } })
  assert.match(await page.text(), /<script type="module"/)
  writeFileSync(
    join(folder, 'program.mjs'),
    `import { Workloom } from 'workloom/client'
    const error = await new Workloom({ url: '${url}' }).getUser('me').catch(error => error)
    console.log(error.status)`,
  )
  const { stdout } = spawnSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' })
  assert.equal(stdout, '401\n', 'the typed client comes along')
  server.kill('SIGTERM')
  const [code] = await once(server, 'exit')
  assert.equal(code, 0)
})

test('a bundled program loads what only some settings need', async t => {
  const program = join(installed, 'bin/workloom.cjs')
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [program, ...words], { cwd: folderFor(t), encoding: 'utf8', timeout: 120_000 })
  // Nothing listens there: it has loaded the client, and failed to connect.
  const postgres = run('doctor', '--database-url', 'postgres://x:y@127.0.0.1:1/z', '--json')
  assert.match(`${postgres.stdout}${postgres.stderr}`, /ECONNREFUSED|refused|cannot be reached|does not answer/)
  const seed = join(folder, 'seed.yaml')
  writeFileSync(seed, 'seed: 1\nworkspace: { key: acme }\npeople: { ann: { admin: true } }\n')
  const checked = run('seed', 'check', seed)
  assert.equal(checked.status, 0, checked.stderr)
  assert.match(JSON.parse(checked.stdout).ann, /^10\d{14}$/)
})

/** A program with the test helper. It prints the address of its emulator and does not close it. */
const helping = (load: string) => `
  const { startWorkloom } = await ${load}
  const asana = await startWorkloom()
  const names = await Promise.all(['1', '2', '3', '4'].map(async name => {
    const world = asana.world(name)
    const response = await fetch(world.api + '/users/me', { headers: { authorization: 'Bearer ' + asana.token('ann') } })
    await world.reset()
    return (await response.json()).data.name
  }))
  console.log(JSON.stringify({ names, url: asana.url }))`

const PROGRAMS: Record<string, string> = {
  'esm.mjs': helping("import('workloom/testing')"),
  'common.cjs': `(async () => {${helping("require('workloom/testing')")}})()`,
}

for (const [name, code] of Object.entries(PROGRAMS)) {
  test(`${name} starts an emulator of the package, which leaves no process behind`, async () => {
    writeFileSync(join(folder, name), code)
    const { stdout, stderr } = spawnSync(process.execPath, [name], { cwd: folder, encoding: 'utf8', timeout: 120_000 })
    assert.notEqual(stdout, '', stderr)
    const { names, url } = JSON.parse(stdout)
    assert.deepEqual(names, Array(4).fill('Ann Lee'))
    await until(async () => !(await isServed(url)), 'the emulator is still there')
  })
}

test('the test runner of Node.js has a world of the package for each test, concurrently', () => {
  const code = `
    import assert from 'node:assert'
    import { test } from 'node:test'
    import { withWorkloom } from 'workloom/testing/node'
    const testWith = withWorkloom((name, body) => test(name, { concurrency: true }, body), { strictness: 'strict' })
    for (const name of ['a', 'b', 'c', 'd'])
      testWith(name, async asana => {
        const headers = { authorization: 'Bearer ' + asana.token('ann'), 'content-type': 'application/json' }
        const body = JSON.stringify({ data: { workspace: asana.workspace, name, assignee: 'me' } })
        assert.equal((await fetch(asana.api + '/tasks', { method: 'POST', headers, body })).status, 201)
        assert.equal(await asana.countRequests({ operation: 'createTask' }), 1)
      })`
  writeFileSync(join(folder, 'worlds.test.mjs'), code)
  const words = ['--test', '--test-reporter=tap', 'worlds.test.mjs']
  const { stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8', timeout: 120_000 })
  assert.match(stdout, /# pass 4\n# fail 0/)
})

test('the package needs a Node.js that is new enough, and says so', () => {
  const file = join(installed, 'package.json')
  const text = readFileSync(file, 'utf8')
  const program = join(installed, 'bin/workloom.cjs')
  const manifest = JSON.parse(text)
  assert.deepEqual(manifest.engines, { node: '>=24.15' })
  writeFileSync(file, JSON.stringify({ ...manifest, engines: { node: '>=99.1' } }))
  const old = spawnSync(process.execPath, [program, '--version'], { encoding: 'utf8' })
  writeFileSync(file, text)
  const sentence = `workloom: needs Node.js 99.1 or newer, and this is ${process.versions.node}: install one from https://nodejs.org.\n`
  assert.deepEqual([old.status, old.stdout, old.stderr], [1, '', sentence])
})

const noOlderNode = olderNode ? false : 'needs Node.js 20 to 23 on PATH'
test('the program of the package tells an older Node.js what it needs', { skip: noOlderNode }, () => {
  const { status, stderr } = spawnSync(olderNode, [join(installed, 'dist/main.js')], { encoding: 'utf8' })
  assert.match(stderr, /^workloom: needs Node\.js 24\.15 or newer, and this is 2[0-3][.\d]+\.\n$/)
  assert.equal(status, 1)
})

const isServed = (url: string) =>
  fetch(`${url}/readyz`).then(
    () => true,
    () => false,
  )

/** Files that the README of the package names and the package lacks. */
function missingLinks(): string[] {
  const links = readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)
  return [...links].flatMap(([, path = '']) => (existsSync(join(installed, path)) ? [] : [path]))
}
