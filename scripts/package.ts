/**
 * `npm run package`: makes the folder `dist/package`, which is what is published: `npm publish dist/package`. `--to FOLDER`
 * makes another one. All packages that the program needs are bundled, so that an installation has no dependencies.
 *
 * Must hold: the folder has no Node.js, which would add 200 MB to each project that tests with the emulator.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildServer } from './package/build_server.ts'

const root = join(import.meta.dirname, '..')
const {
  values: { to },
} = parseArgs({ options: { to: { type: 'string', default: join(root, 'dist/package') } } })

/** The parts that `npm run build` makes, and the documents that the README names. */
const BUILT = ['client', 'testing', 'web']
const COPIED = [
  'bin',
  'docs',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
]

/** What an installation needs of the manifest. */
const KEPT = ['name', 'version', 'description', 'license', 'type', 'bin', 'exports', 'engines']

const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], { stdio: 'inherit' })
if (status !== 0) process.exit(1)
rmSync(to, { recursive: true, force: true })
mkdirSync(to, { recursive: true })
for (const name of COPIED) cpSync(join(root, name), join(to, name), { recursive: true })
for (const name of BUILT) cpSync(join(root, 'dist', name), join(to, 'dist', name), { recursive: true })
await buildServer(join(to, 'dist'), { isWhole: true })
const manifest = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
const kept = Object.fromEntries(manifest.filter(([name]) => KEPT.includes(name)))
writeFileSync(join(to, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`)
