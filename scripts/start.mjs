/**
 * `npm start` and `npm run workloom`: becomes the program, with the words of the line. What is not current is built first, by
 * another process, whose memory goes with it. Where there are no tools to build the program, its sources run as they are.
 *
 * JavaScript: a process that has taken the types out of one file holds 17 MB more for it, and starts later.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isCurrent } from './current.mjs'

const root = join(import.meta.dirname, '..')

function build() {
  // What a command prints may be for another program to read, so the build speaks beside it.
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(status ?? 1)
}

if (!isCurrent('server') || !isCurrent('web')) build()
const main = join(root, isCurrent('server') ? 'dist/main.js' : 'src/main.ts')
process.argv.splice(1, 1, main)
await import(pathToFileURL(main).href)
