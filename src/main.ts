#!/usr/bin/env node
/** The command line: hands the process to `cli/`. The only file that does something when it is imported. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
  engines: { node: string }
}

/** A server that has stopped exits after this time at the latest. */
const EXIT_TIMEOUT_MS = 500

const oldest = manifest.engines.node.slice('>='.length)

/** 24.15 as 24015000. The comparison of texts by their numbers would have Node read the tables of a language. */
function rank(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(part => Number.parseInt(part, 10))
  return (major * 1000 + minor) * 1000 + patch
}

if (rank(process.versions.node) < rank(oldest)) {
  process.stderr.write(`workloom: needs Node.js ${oldest} or newer, and this is ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  const isServing = /^(?:serve|workers)$/.test(process.argv[2] ?? '')
  process.exitCode = await start(isServing ? stopped() : null)
  // A worker has nothing left to do: its line to the first process keeps it no longer.
  process.channel?.unref()
  // Nor does what is still on its way to somebody who does not answer, such as a connection to a database.
  if (isServing) setTimeout(() => process.exit(), EXIT_TIMEOUT_MS).unref()
}

/** Imports the program only now: an older Node could not even load it. */
async function start(asked: Promise<void> | null): Promise<number> {
  const { run } = await import('./cli/run.ts')
  const { systemClock } = await import('./lib/clock.ts')
  process.umask(0o077) // What it writes is for its own user alone.
  // Who read what we say may be gone: that ends nothing.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return run(process.argv.slice(2), {
    version: manifest.version,
    environment: process.env,
    clock: systemClock,
    web: fileURLToPath(new URL('../dist/web', import.meta.url)),
    node: 1 + (process.pid % 31),
    print: text => void process.stdout.write(`${text}\n`),
    show: process.stdout.isTTY ? text => void process.stdout.write(`\r${text}\u001b[K`) : null,
    complain: text => void process.stderr.write(`${text}\n`),
    stopped: () => asked ?? stopped(),
    // A command has no use for the server.
    createApp: async parts => (await import('./app.ts')).createApp(parts),
  })
}

/**
 * Asked for before anything is imported: the first process of a container is sent only signals that it asks for. One
 * request to stop often arrives twice, from the terminal and from npm: only a later one is impatience.
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
    // npm runs scripts in a shell that ends at a signal without passing it on: then the parent is another one.
    const parent = process.ppid
    if (process.env.npm_lifecycle_event) setInterval(() => parent !== process.ppid && resolve(), 200).unref()
  })
}
