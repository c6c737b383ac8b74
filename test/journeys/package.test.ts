/**
 * The published package as it is installed elsewhere: packed, which builds it, installed into an empty folder, and
 * started there.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { npm, unreachable } from '../harness/packages.ts'
import { folderFor } from '../harness/program.ts'

const root = join(import.meta.dirname, '../..')

/** A failure of the network skips the test; any other one fails it. */
async function succeeds(t: TestContext, folder: string, ...words: string[]): Promise<boolean> {
  const complaint = await npm(folder, ...words)
  const reason = complaint === null ? undefined : unreachable(complaint)
  if (reason) t.skip(reason)
  else assert.equal(complaint, null)
  return complaint === null
}

test('the packed program installs into an empty folder, prints its version, and serves', async t => {
  const folder = folderFor(t)
  // Packing runs no scripts either: the build script is run by its name.
  assert.equal(spawnSync('npm run --silent prepack', { cwd: root, shell: true }).status, 0)
  if (!(await succeeds(t, root, 'pack', '--pack-destination', `"${folder}"`))) return
  const [tarball = ''] = readdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  if (!(await succeeds(t, folder, 'install', `./${tarball}`))) return
  const installed = join(folder, 'node_modules/workloom')
  assert.deepEqual(globSync('node_modules/node-{linux,darwin,win,bin}*', { cwd: folder }), [], 'no Node.js comes along')
  assert.deepEqual(missingLinks(installed), [])

  const { version, engines, ...manifest } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
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
  server.kill('SIGTERM')
  const [code] = await once(server, 'exit')
  assert.equal(code, 0)

  writeFileSync(join(installed, 'package.json'), JSON.stringify({ ...manifest, version, engines: { node: '>=99.1' } }))
  const old = spawnSync(process.execPath, [program, '--version'], { encoding: 'utf8' })
  const sentence = `workloom: needs Node.js 99.1 or newer, and this is ${process.versions.node}: install one from https://nodejs.org.\n`
  assert.deepEqual([old.status, old.stdout, old.stderr, engines], [1, '', sentence, { node: '>=24.15' }])
})

/** Files that the README of the package names and the package lacks. */
function missingLinks(installed: string): string[] {
  const links = readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)
  return [...links].flatMap(([, path = '']) => (existsSync(join(installed, path)) ? [] : [path]))
}
