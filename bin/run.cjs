/**
 * Runs a program of this project on a Node.js that is new enough, whichever one started this file:
 * `node bin/run.cjs [OPTIONS OF NODE] FILE [ARGUMENTS]`. In a clone that is the one that npm installed with it
 * (`packaging/node`), so that everyone has the same version; elsewhere the one of the machine.
 *
 * Must hold: every Node.js from version 12 on can run this file, so its syntax stays old. What it starts is told of signals,
 * and its exit code becomes that of this process.
 */
'use strict'
const { spawn } = require('child_process')
const { existsSync } = require('fs')
const { runMain } = require('module')
const { constants } = require('os')
const path = require('path')
const { engines } = require('../package.json')

/** How often this process looks whether its parent is still there, in milliseconds. */
const PARENT_CHECK_MS = 200

const root = path.join(__dirname, '..')
const isWindows = process.platform === 'win32'

/** The path of the Node.js that came along for this platform, or null. */
function broughtAlong() {
  const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`
  const program = isWindows ? 'bin/node.exe' : 'bin/node'
  const places = [`node-${platform}`, `node-bin-${platform}`].map(name =>
    path.join(root, 'node_modules', name, program),
  )
  const found = places.find(place => existsSync(place))
  return found && canRun() ? found : null
}

/** Its Linux programs are made for glibc, and need the loader of that. Alpine Linux has another one. */
function canRun() {
  if (process.platform !== 'linux') return true
  return existsSync(process.arch === 'x64' ? '/lib64/ld-linux-x86-64.so.2' : '/lib/ld-linux-aarch64.so.1')
}

/** Whether this very process runs on it. */
function isCurrent(program) {
  const manifest = path.join(program, '../../package.json')
  return process.versions.node === require(manifest).version
}

/** The oldest one that will do, and whether this process runs on that or on a newer one. */
const oldest = engines.node.slice('>='.length)
const isNewEnough = () => process.versions.node.localeCompare(oldest, 'en', { numeric: true }) >= 0

function refuse() {
  const isClone = existsSync(path.join(root, 'packaging/node/package.json'))
  const cure = isClone
    ? 'run "npm ci" without --omit=optional, which brings one along, or install one from https://nodejs.org'
    : 'install one from https://nodejs.org'
  process.stderr.write(`workloom: needs Node.js ${oldest} or newer, and this is ${process.versions.node}: ${cure}.\n`)
  process.exitCode = 1
}

/** Runs the file in this process, as if Node.js had been started with it. */
function runHere(line) {
  process.argv.splice(1, process.argv.length, path.resolve(line[0]), ...line.slice(1))
  runMain()
}

/** Hands over to another Node.js. */
function runOn(program, line) {
  // From Node.js 22.15 on, and not on Windows: the other one takes the place of this process, and nothing is left of it.
  if (typeof process.execve === 'function' && !isWindows) {
    process.execve(program, [program, ...line], process.env)
  } else {
    follow(spawn(program, line, { stdio: 'inherit' }))
  }
}

/** Stays beside the child: passes on what it is sent, and ends as the child does. */
function follow(child) {
  // On Windows Ctrl-C reaches the child by itself, and any signal that is sent would end it at once.
  const signals = isWindows ? ['SIGINT', 'SIGBREAK', 'SIGHUP'] : ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
  const pass = signal => isWindows || child.kill(signal)
  for (const signal of signals) process.on(signal, pass)
  // npm runs scripts in a shell that ends at a signal without passing it on: then the parent is another one.
  const parent = process.ppid
  const look = () => process.ppid !== parent && child.kill('SIGTERM')
  if (process.env.npm_lifecycle_event && !isWindows) setInterval(look, PARENT_CHECK_MS).unref()
  child.on('error', error => {
    process.stderr.write(`workloom: ${child.spawnfile} cannot be started (${error.message}): run "npm ci" again.\n`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    for (const one of signals) process.removeListener(one, pass)
    process.kill(process.pid, signal)
    // The first process of a container survives that.
    setTimeout(() => process.exit(128 + constants.signals[signal]), 100)
  })
}

/** Runs what the words say: options of Node.js, a file, its arguments. */
exports.run = line => {
  const program = broughtAlong()
  if (program === null && !isNewEnough()) return refuse()
  const isHere = program === null || isCurrent(program)
  if (isHere && line.length > 0 && !line[0].startsWith('-')) runHere(line)
  else runOn(isHere ? process.execPath : program, line)
}

if (require.main === module) exports.run(process.argv.slice(2))
