#!/usr/bin/env node
/** The entry point: hands the process to `cli/`. The only file with side effects on import. */
import { readFileSync } from 'node:fs'
// Without names: one that an older Node.js does not have is a syntax error there.
import * as modules from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
  engines: { node: string }
}

/** A stopped server exits after this time at the latest. */
const EXIT_TIMEOUT_MS = 500

const oldest = manifest.engines.node.slice('>='.length)

/** 24.15 as 24015000. A locale-aware comparison would load the tables of a language. */
function rank(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(part => Number.parseInt(part, 10))
  return (major * 1000 + minor) * 1000 + patch
}

if (rank(process.versions.node) < rank(oldest)) {
  process.stderr.write(`workloom: needs Node.js ${oldest} or newer, and this is ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  const isServing = /^(?:serve|workers|emulator)$/.test(process.argv[2] ?? '')
  process.exitCode = await start(isServing ? stopped() : null)
  // A worker has nothing left to do: its channel to the first process must not keep it alive.
  process.channel?.unref()
  // Nor must a pending call to a peer that does not respond, such as a connection to a database.
  if (isServing) setTimeout(() => process.exit(), EXIT_TIMEOUT_MS).unref()
}

/** Imports the program only now: an older Node could not even load it. */
async function start(asked: Promise<void> | null): Promise<number> {
  process.umask(0o077) // Files that it writes are for its own user only.
  cacheCompiledCode()
  const { run } = await import('./cli/run.ts')
  const { systemClock } = await import('./lib/clock.ts')
  // The reader of the output may have exited: that ends nothing.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return run(process.argv.slice(2), {
    version: manifest.version,
    environment: process.env,
    clock: systemClock,
    web: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyStore: fileURLToPath(new URL('empty.db', import.meta.url)),
    node: 1 + (process.pid % 31),
    print: text => void process.stdout.write(`${text}\n`),
    showProgress: process.stdout.isTTY ? text => void process.stdout.write(`\r${text}\u001b[K`) : null,
    readInput,
    printError: text => void process.stderr.write(`${text}\n`),
    stopped: () => asked ?? stopped(),
    // A command does not use the server.
    createApp: async parts => (await import('./app.ts')).createApp(parts),
  })
}

/**
 * Stores compiled code between starts, which saves a third of the time of a start. The folder is one of the user, because
 * other users of the machine could put other code into a shared one. Without such a folder each start compiles.
 */
function cacheCompiledCode(): void {
  try {
    modules.enableCompileCache(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'workloom', 'compiled'))
  } catch {
    // A user without a home folder.
  }
}

/** Standard input to its end; of a terminal, one line. */
async function readInput(): Promise<string> {
  const { stdin } = process
  if (!stdin.isTTY) return (await import('node:stream/consumers')).text(stdin)
  const { once } = await import('node:events')
  const [line] = await once(stdin, 'data')
  stdin.pause()
  return String(line)
}

/**
 * Registered before any import: the first process of a container receives only signals that it has handlers for. One
 * request to stop often arrives twice, from the terminal and from npm: only a later signal forces the exit.
 */
function stopped(): Promise<void> {
  return new Promise(resolve => {
    const stop = () => {
      resolve()
      setTimeout(() => {
        process.off('SIGTERM', stop).off('SIGINT', stop)
      }, 300).unref()
    }
    process.on('SIGTERM', stop).on('SIGINT', stop)
    // npm runs scripts in a shell that ends at a signal without passing it on: then the parent process changes.
    const parent = process.ppid
    if (process.env.npm_lifecycle_event) setInterval(() => parent !== process.ppid && resolve(), 200).unref()
  })
}
