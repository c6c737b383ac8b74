/**
 * The parts of the build, and whether each is newer than its sources. `npm start` checks that each time, so the check
 * takes milliseconds. JavaScript, like `start.mjs`.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The file of a part that is written last, and the sources of the part. */
const PARTS = {
  server: {
    built: 'dist/main.js',
    sources: ['src', 'package-lock.json', 'scripts/build.ts', 'scripts/current.mjs', 'scripts/package/build_server.ts'],
  },
  client: {
    built: 'dist/client/index.js',
    sources: ['src', 'package-lock.json', 'scripts/package'],
  },
  testing: {
    built: 'dist/testing/index.js',
    sources: ['src/testing', 'package-lock.json', 'scripts/package'],
  },
  web: {
    built: 'dist/web/index.html',
    sources: ['web', 'docs', 'package-lock.json', 'scripts/build.ts', 'scripts/current.mjs', 'scripts/guides.ts'],
  },
}

/** Not built: tests, and documents that are not guides. */
const LEFT_OUT = /\.test\.ts$|^(?:decisions|reference)\b/

/** @param {string} path */
const changed = path => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/**
 * A file or folder, and its content: a folder changes when a file is removed.
 * @param {string} path
 */
function* within(path) {
  yield path
  const state = statSync(join(root, path), { throwIfNoEntry: false })
  if (!state?.isDirectory()) return
  for (const name of readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })) {
    if (!LEFT_OUT.test(name)) yield join(path, name)
  }
}

/**
 * Whether a part is built and newer than its sources.
 * @param {'server' | 'client' | 'testing' | 'web'} part
 */
export function isCurrent(part) {
  const { built, sources } = PARTS[part]
  const at = changed(built)
  return at > 0 && sources.every(source => within(source).every(path => changed(path) < at))
}
