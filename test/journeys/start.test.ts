/**
 * `npm start`: a current build runs, an outdated one is built first, and without build tools the sources run. Also:
 * packages and parts of Node.js that a start does not load.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { allCommands } from '../../src/cli/run.ts'
import { runCommand } from '../harness/cli/run_command.ts'
import { folderFor, startProgram, workloom } from '../harness/program.ts'

const root = join(import.meta.dirname, '../..')

/** A project whose build creates a program if it has the tools, and whose programs print which one they are. */
function project(t: TestContext, { hasTools }: { hasTools: boolean }) {
  const folder = folderFor(t)
  const printing = (what: string) => `console.log(${JSON.stringify(what)}, ...process.argv.slice(2))\n`
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const name of ['start.mjs', 'current.mjs']) cpSync(join(root, 'scripts', name), join(folder, 'scripts', name))
  write('package.json', '{ "type": "module" }')
  write('package-lock.json', '{}')
  write('scripts/guides.ts', '')
  write('src/main.ts', printing('sources'))
  write('src/lib/leaf.ts', '')
  write('src/lib/leaf.test.ts', '')
  write('web/index.html', '')
  write('docs/errors.md', '')
  const build = `import { mkdirSync, writeFileSync } from 'node:fs'
    console.log('building')
    mkdirSync('dist/web', { recursive: true })
    for (const path of ['dist/main.js', 'dist/web/index.html']) writeFileSync(path, ${JSON.stringify(printing('built'))})`
  write('scripts/build.ts', hasTools ? build : printing('no tools'))
  const past = new Date(Date.now() - 60_000)
  const age = (path: string) => utimesSync(join(folder, path), past, past)
  const sources = 'package-lock.json scripts scripts/build.ts scripts/guides.ts scripts/current.mjs web web/index.html'
  const others = 'docs docs/errors.md src src/main.ts src/lib src/lib/leaf.ts src/lib/leaf.test.ts'
  for (const path of `${sources} ${others}`.split(' ')) age(path)
  const start = () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', 'serve', '--memory'], {
      ...{ cwd: folder, encoding: 'utf8' },
    })
    return { out: stdout, err: stderr }
  }
  const touch = (path: string) => {
    const later = new Date(Date.now() + 1000)
    utimesSync(join(folder, path), later, later)
  }
  return { folder, start, touch }
}

test('npm start builds the program once, and prints the build apart from the output', t => {
  const { start } = project(t, { hasTools: true })
  assert.deepEqual(start(), { out: 'built serve --memory\n', err: 'building\n' })
  assert.deepEqual(start(), { out: 'built serve --memory\n', err: '' })
})

test('npm start builds again when a source or the lock file is newer, and not when a test is', t => {
  const { start, touch } = project(t, { hasTools: true })
  start()
  touch('src/lib/leaf.test.ts')
  assert.equal(start().err, '')
  touch('src/lib/leaf.ts')
  assert.equal(start().err, 'building\n')
})

test('npm start runs the sources without a build and its tools, or when the build is older than they are', t => {
  const { folder, start, touch } = project(t, { hasTools: false })
  assert.equal(start().out, 'sources serve --memory\n')
  mkdirSync(join(folder, 'dist/web'), { recursive: true })
  writeFileSync(join(folder, 'dist/main.js'), `console.log('older')`)
  assert.equal(start().out, 'older\n')
  touch('src/main.ts')
  assert.equal(start().out, 'sources serve --memory\n')
  rmSync(join(folder, 'dist'), { recursive: true })
})

/** Makes a process print at its end what it has loaded: parts of Node.js, and files of packages. */
const LIST_MODULES = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    const { Module } = process.getBuiltinModule('node:module')
    process.on('exit', () => console.error([...process.moduleLoadList, ...Object.keys(Module._cache)].join('\\n')))`)}`,
}

test('a server without outgoing requests loads neither the fetch client nor schema compilers', async t => {
  const server = await startProgram(t, ['--memory'], LIST_MODULES)
  const { err } = await server.stop('SIGTERM')
  assert.match(err, /node_modules\/fastify\//)
  assert.doesNotMatch(err, /deps\/undici\/undici$|node_modules\/(?:ajv|@fastify\/fast-json-stringify-compiler)\//m)
})

test('a command loads no module of the server', async t => {
  const { err } = await workloom(t, ['token', 'create', '--help'], LIST_MODULES)
  assert.match(err, /node_modules\/pino\//)
  assert.doesNotMatch(err, /node_modules\/(?:fastify|@fastify)\//)
})

test('each command is found by its own words', async () => {
  for (const { words, operands = [] } of await allCommands()) {
    const { out } = await runCommand([...words.split(' '), '--help'])
    assert.match(out, new RegExp(`^Usage: workloom ${[words, ...operands].join(' ')}( --|\n)`))
  }
})
