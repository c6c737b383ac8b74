/**
 * The launcher, in a project with another version of Node.js than the machine. It hands over in both of its ways, by
 * replacing the process, which older versions cannot, and by a child process, and exits cleanly.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { folderFor } from '../harness/program.ts'

const root = join(import.meta.dirname, '../..')
const skip = process.platform === 'win32' && 'this system has neither signals nor sh'

/** Prints its arguments and its version, and then follows the instruction in them. */
const PROGRAM = `
const [order] = process.argv.slice(2)
if (order === 'fail') process.exitCode = 7
if (order === 'wait') {
  setInterval(() => {}, 1000)
  process.on('SIGTERM', () => { console.log('asked to stop'); process.exit(3) })
}
console.log(JSON.stringify({ pid: process.pid, program: process.argv0, line: process.argv.slice(2) }))
if (order === 'die') process.kill(process.pid, 'SIGKILL')
`

interface Project {
  /** The version of the bundled Node.js, or null if there is none. */
  version: string | null
  engines?: string
}

function project(t: TestContext, { version, engines = '>=24.15' }: Project): string {
  const folder = folderFor(t)
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ engines: { node: engines } }))
  writeFileSync(join(folder, 'program.cjs'), PROGRAM)
  writeFileSync(join(folder, 'older.cjs'), 'process.execve = undefined')
  if (version === null) return folder
  const along = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`)
  mkdirSync(join(along, 'bin'), { recursive: true })
  writeFileSync(join(along, 'package.json'), JSON.stringify({ version }))
  symlinkSync(process.execPath, join(along, 'bin/node'))
  return folder
}

function launch(t: TestContext, cwd: string, command: string[], variables: Record<string, string> = {}) {
  const { NODE_TEST_CONTEXT: _, npm_lifecycle_event: __, ...env } = process.env
  const [program = '', ...line] = command
  const child = spawn(program, line, { cwd, env: { ...env, ...variables }, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', text => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', text => (output.err += text))
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...output }))
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const until = async (pattern: RegExp) => {
    while (!pattern.test(output.out)) await Promise.race([once(child.stdout, 'data'), ended])
    return JSON.parse(output.out.split('\n')[0] ?? '')
  }
  return { child, ended, until }
}

const LAUNCHER = [process.execPath, 'bin/run.cjs']
/** Behaves like a Node.js that cannot replace its process. */
const FOLLOWER = [process.execPath, '--require', './older.cjs', 'bin/run.cjs']

for (const [mode, command] of Object.entries({ 'its own process': LAUNCHER, 'a child process': FOLLOWER })) {
  test(`the launcher runs the bundled Node.js in ${mode}, with the same arguments and the same exit code`, {
    skip,
  }, async t => {
    const folder = project(t, { version: '1.2.3' })
    const { child, ended } = launch(t, folder, [...command, 'program.cjs', 'fail', '--loud', 'two words'])
    const { code, out, err } = await ended
    const { pid, program, line } = JSON.parse(out)
    assert.deepEqual([code, line, err], [7, ['fail', '--loud', 'two words'], ''])
    assert.match(program, /node_modules\/node-/)
    assert.equal(pid === child.pid, command === LAUNCHER)
  })

  test(`a signal to stop reaches the program in ${mode}, and its exit code is returned`, { skip }, async t => {
    const folder = project(t, { version: '1.2.3' })
    const { child, ended, until } = launch(t, folder, [...command, 'program.cjs', 'wait'])
    await until(/\n/)
    child.kill('SIGTERM')
    const { code, out } = await ended
    assert.equal(code, 3)
    assert.match(out, /asked to stop/)
  })

  test(`the launcher dies of the signal that killed ${mode}`, { skip }, async t => {
    const folder = project(t, { version: '1.2.3' })
    assert.equal((await launch(t, folder, [...command, 'program.cjs', 'die']).ended).signal, 'SIGKILL')
  })
}

test('a program that npm started through a shell is asked to stop when the shell is ended', { skip }, async t => {
  const folder = project(t, { version: '1.2.3' })
  const command = [...FOLLOWER, 'program.cjs', 'wait'].map(word => `'${word}'`).join(' ')
  const shell = ['sh', '-c', `${command}; true`]
  const { child, ended, until } = launch(t, folder, shell, { npm_lifecycle_event: 'start' })
  const { pid } = await until(/\n/)
  t.after(() => isAlive(pid) && process.kill(pid, 'SIGKILL'))
  child.kill('SIGKILL')
  // The output ends when no process can write to it.
  assert.match((await ended).out, /asked to stop/)
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a Node.js of the same version runs the program itself, unless options are given', { skip }, async t => {
  const folder = project(t, { version: process.versions.node })
  const here = launch(t, folder, [...LAUNCHER, 'program.cjs', 'a', 'b'])
  const { pid, program, line } = JSON.parse((await here.ended).out)
  assert.deepEqual([pid, program, line], [here.child.pid, process.execPath, ['a', 'b']])
  const there = await launch(t, folder, [...LAUNCHER, '--no-warnings', '-p', 'process.execArgv.join()']).ended
  assert.deepEqual([there.code, there.out], [0, '--no-warnings,-p,process.execArgv.join()\n'])
})

test('a Node.js that is new enough runs the program when none is bundled', { skip }, async t => {
  const { code, out } = await launch(t, project(t, { version: null }), [...LAUNCHER, 'program.cjs']).ended
  assert.deepEqual([code, JSON.parse(out).program], [0, process.execPath])
})

test('a Node.js that is too old prints in one sentence what to do', { skip }, async t => {
  const folder = project(t, { version: null, engines: '>=99.5' })
  const clone = join(folder, 'packaging/node/package.json')
  const output = async (...command: string[]) => {
    const { code, out, err } = await launch(t, folder, [process.execPath, ...command]).ended
    assert.deepEqual([code, out], [1, ''])
    return err
  }
  const start = `workloom: needs Node.js 99.5 or newer, and this is ${process.versions.node}:`
  assert.equal(await output('bin/workloom.cjs', '--version'), `${start} install one from https://nodejs.org.\n`)
  mkdirSync(join(clone, '..'), { recursive: true })
  writeFileSync(clone, '{}')
  const inClone = 'run "npm ci" without --omit=optional, which brings one along, or install one from https://nodejs.org'
  assert.equal(await output('bin/run.cjs', 'program.cjs'), `${start} ${inClone}.\n`)
})

test('a bundled Node.js that cannot be started is named', { skip }, async t => {
  const folder = project(t, { version: '1.2.3' })
  const program = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node')
  rmSync(program)
  writeFileSync(program, 'not a program')
  const { code, err } = await launch(t, folder, [...FOLLOWER, 'program.cjs']).ended
  assert.equal(code, 1)
  assert.match(err, /^workloom: .* cannot be started \(.*\): run "npm ci" again\.\n$/)
})
