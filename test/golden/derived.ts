/** Generated parts of handwritten documents. Each part is between two marks, and is compared or rewritten. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { golden } from '../harness/golden.ts'

const root = join(import.meta.dirname, '..', '..')

/** Compares the part `name` of the document at `path` with `text`, or rewrites it. */
export function goldenPart(path: string, name: string, text: string): void {
  const [begin, end] = [`<!-- derived: ${name} -->\n`, `\n<!-- end of ${name} -->`]
  const known = readFileSync(join(root, path), 'utf8')
  const [from, to] = [known.indexOf(begin), known.indexOf(end)]
  assert.ok(from >= 0 && to > from, `${path} has no part between ${begin.trim()} and ${end.trim()}`)
  golden(path, known.slice(0, from) + begin + text + known.slice(to))
}
