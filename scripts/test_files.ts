/** Which files of tests there are, which of them need to know about engines, and which share a process. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = join(import.meta.dirname, '..')

/** They start programs or browsers, or are clients that believe to be alone in their process. */
const ALONE = ['test/browser/', 'test/clients/', 'test/journeys/', 'test/faults/']

/** Whoever imports this, by however many others, runs on both engines. */
const ENGINE = resolve(root, 'test/harness/engine.ts')

/** How many files share a process. With more, what their tests keep in memory costs more than reading modules does. */
const TOGETHER = 12

/** The files that match, as paths from the root. A folder stands for all that is in it. */
export function findFiles(patterns: readonly string[]): string[] {
  const wanted = patterns.map(pattern => (/\.\w+$/.test(pattern) ? pattern : join(pattern, '**/*.test.ts')))
  return [...new Set(globSync(wanted, { cwd: root }))].sort()
}

export const isAlone = (file: string): boolean => ALONE.some(folder => file.startsWith(folder))

/** The files of each process. Those that have one alone come first, because they take longest. */
export function batched(files: readonly string[], lanes: number): string[][] {
  const shared = files.filter(file => !isAlone(file))
  const count = Math.max(Math.ceil(shared.length / TOGETHER), Math.min(lanes, shared.length))
  // Neighbours are alike: dealt out one by one, slow ones do not come together.
  const together = Array.from({ length: count }, (_, at) => shared.filter((_, index) => index % count === at))
  return [...files.filter(isAlone).map(file => [file]), ...together]
}

/** Whether a file has to do with the engine of the store. */
export const usesEngine = (file: string): boolean => reach(resolve(root, file)).has(ENGINE)

const reached = new Map<string, ReadonlySet<string>>()

/** Everything that is loaded with a file. */
function reach(file: string): ReadonlySet<string> {
  const known = reached.get(file)
  if (known) return known
  const all = new Set<string>([file])
  for (const one of all) for (const imported of importsOf(one)) all.add(imported)
  reached.set(file, all)
  return all
}

const imports = new Map<string, readonly string[]>()

/** The files of ours that a file imports; types are not loaded. */
function importsOf(file: string): readonly string[] {
  const known = imports.get(file)
  if (known) return known
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const found = [...text.matchAll(/^(?:im|ex)port (?!type\b)[^'"]*?from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm)]
  const paths = found.map(([, named, later]) => resolve(dirname(file), named ?? later ?? ''))
  imports.set(file, paths)
  return paths
}
