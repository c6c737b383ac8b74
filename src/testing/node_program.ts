/** Finds a Node.js that can run the emulator: the tests may run on an older one. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

/** The launcher of the program, relative to this module in the sources and in the package. */
export const PROGRAM = new URL('../../bin/workloom.cjs', import.meta.url)

/** The Node.js of this process, and where others may be. */
export interface NodeSearch {
  version: string
  execPath: string
  /** Where packages are found from. */
  folder: string
  path: string
  /** The version of another Node.js; undefined if it cannot run. */
  versionOf(program: string): string | undefined
}

const here = (): NodeSearch => ({
  ...{ version: process.versions.node, execPath: process.execPath, folder: process.cwd() },
  path: process.env.PATH ?? '',
  versionOf: program =>
    spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 5000 }).stdout?.trim().replace(/^v/, ''),
})

/** The path of a Node.js that is new enough. Throws an error that says what to install. */
export function findNode(oldest = oldestNode(), search: NodeSearch = here()): string {
  if (isAtLeast(search.version, oldest)) return search.execPath
  const found = candidates(search).find(program => isAtLeast(search.versionOf(program) ?? '0', oldest))
  if (found) return found
  throw new Error(
    `The emulator needs Node.js ${oldest} or newer, and this is ${search.version}. Run: npm install --save-dev node@24. ` +
      'The tests themselves can stay on this version.',
  )
}

/** The Node.js of the npm package `node`, then those of PATH. */
function candidates({ folder, path }: NodeSearch): string[] {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const places = path.split(delimiter).map(one => join(one, name))
  try {
    const manifest = createRequire(join(folder, 'tests.js')).resolve('node/package.json')
    places.unshift(join(dirname(manifest), 'bin', name))
  } catch {}
  return places.filter(place => existsSync(place))
}

const oldestNode = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).engines.node.slice('>='.length)

/** Compares versions by their numbers; missing ones are 0. */
function isAtLeast(version: string, oldest: string): boolean {
  const [own, least] = [version, oldest].map(text => text.split('.').map(part => Number.parseInt(part, 10) || 0))
  for (const at of [0, 1, 2]) {
    const difference = (own?.[at] ?? 0) - (least?.[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}
