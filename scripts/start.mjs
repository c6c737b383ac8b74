/**
 * `npm start` and `npm run workloom`: becomes the program, with the same arguments. An outdated part is built first, by
 * another process, whose memory is freed with it. Without build tools, the sources run as they are.
 *
 * JavaScript: a process that strips the types of one file uses 17 MB more, and starts later.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isCurrent } from './current.mjs'

const root = join(import.meta.dirname, '..')

function build() {
  // The output of a command may be read by another program, so the build prints to stderr.
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exit(status ?? 1)
}

if (!isCurrent('server') || !isCurrent('web')) build()
const main = join(root, isCurrent('server') ? 'dist/main.js' : 'src/main.ts')
process.argv.splice(1, 1, main)
await import(pathToFileURL(main).href)
