/** `npm start`: builds the web app, unless it is there, and becomes the server. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const built = spawnSync(process.execPath, [join(import.meta.dirname, 'build_web.ts')], { stdio: 'inherit' })
if (built.status === 0) {
  process.argv.splice(1, 1, join(import.meta.dirname, '../src/main.ts'), 'serve')
  await import('../src/main.ts')
} else {
  process.exitCode = 1
}
