/** The names in all stylesheets: a class that two files define would change a screen after a visit to another one. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

/** The classes whose rules stand alone, outside of media queries and other elements. */
const definedIn = (css: string): Set<string> =>
  new Set([...css.matchAll(/^\.([a-z][\w-]*)(?: \{|,)$/gm)].map(([, name = '']) => name))

test('a class is defined by one stylesheet', () => {
  const files = new Map<string, string[]>()
  for (const file of globSync('**/*.css', { cwd: root })) {
    for (const name of definedIn(readFileSync(join(root, file), 'utf8')))
      files.set(name, [...(files.get(name) ?? []), file])
  }
  assert.ok(files.size > 300)
  const shared = [...files].filter(([, places]) => places.length > 1)
  assert.deepEqual(shared, [])
})

const sources = (pattern: string): string =>
  globSync(pattern, { cwd: root })
    .map(file => readFileSync(join(root, file), 'utf8'))
    .join('\n')

test('a custom property that a stylesheet uses is defined', () => {
  const css = sources('**/*.css')
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name))
  const set = [...`${css}\n${sources('**/*.{ts,tsx}')}`.matchAll(/(--[\w-]+)["']?\]?\s*:|['"](--[\w-]+)['"]/g)]
  const defined = new Set(set.map(([, inCss, inScript]) => inCss ?? inScript))
  assert.ok(used.size > 40)
  assert.deepEqual(
    [...used].filter(name => !defined.has(name)),
    [],
  )
})
