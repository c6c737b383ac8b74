/**
 * Golden files: derived output is compared with a file in the repository, so that a change is visible in review. `npm
 * run golden` writes them anew.
 */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
/** Whether golden files are written anew instead of compared. */
export const writesGolden = process.env.GOLDEN === 'write'

/** Compares `text` with the file at `path` (from the root of the project), or writes it there. */
export function golden(path: string, text: string): void {
  const file = join(root, path)
  if (writesGolden) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return
  }
  const known = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [expected, actual] = [known.split('\n'), text.split('\n')]
  if (known === text) return
  const at = actual.findIndex((line, index) => line !== expected[index])
  const line = at < 0 ? actual.length : at
  const name = relative(root, file)
  // A whole document would hide the difference: the lines around the first one show where it is.
  assert.deepEqual(
    actual.slice(Math.max(0, line - 2), line + 8),
    expected.slice(Math.max(0, line - 2), line + 8),
    `${name}:${line + 1} differs from what the program generates. Show the difference: npm run golden && git diff ${name}`,
  )
}
