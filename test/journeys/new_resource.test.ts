/** A resource that `npm run new` generates in a copy of the program works at once, and a refusal changes nothing. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { folderFor } from '../harness/program.ts'

const root = join(import.meta.dirname, '../..')
const COPIED = [
  'src',
  'scripts',
  'test/harness',
  'test/catalog/pages.test.ts',
  'package.json',
  'tsconfig.json',
  'biome.json',
  '.gitignore',
]

function copy(t: TestContext) {
  const folder = folderFor(t)
  for (const path of COPIED) cpSync(join(root, path), join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const run = (...command: string[]) => {
    // A child process with this variable would report to this runner instead of failing.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, env, encoding: 'utf8' })
    return { status, out: stdout, err: stderr }
  }
  const files = () => {
    const paths = globSync(['src/**/*.ts', 'scripts/*.ts', 'test/**/*.ts'], { cwd: folder }).sort()
    return new Map(paths.map(path => [path, readFileSync(join(folder, path), 'utf8')]))
  }
  return { run, files }
}

test('a generated resource has correct types, format and tests at once', t => {
  const { run, files } = copy(t)
  const before = files()
  const { status, out, err } = run('scripts/new.ts', 'resource', 'sample_story', 'plan')
  assert.deepEqual([status, err], [0, ''])
  const touched = [...files()].filter(([path, text]) => before.get(path) !== text).map(([path]) => path)
  const told = [...out.matchAll(/^(?:made|changed) +(\S+)$/gm)].map(([, path]) => path)
  assert.deepEqual(told.sort(), touched)
  assert.ok(touched.includes('src/resources/plan/sample_story.ts'))
  assert.match(out, /\nNext:\n1\. .*src\/resources\/plan\/sample_story\.ts/)
  const checks = [
    ['node_modules/typescript/bin/tsc', '--noEmit'],
    ['node_modules/@biomejs/biome/bin/biome', 'check', ...touched],
    ['--test', 'src/resources/plan/sample_story.test.ts'],
  ]
  for (const check of checks) {
    const ended = run(...check)
    assert.equal(ended.status, 0, `${check.join(' ')}\n${ended.out}${ended.err}`)
  }
})

test('an invalid resource name is refused in one sentence, and nothing is changed', t => {
  const { run, files } = copy(t)
  const before = files()
  const refused: [RegExp, ...string[]][] = [
    [/^Say npm run new resource NAME/],
    [/^Say /, 'field', 'sample'],
    [/^tag is a resource already/, 'resource', 'tag'],
    [/^timePeriod is not snake_case/, 'resource', 'timePeriod'],
    [/^\.\.\/tag is not snake_case/, 'resource', '../tag'],
    [/^time_periods looks like a plural/, 'resource', 'time_periods'],
    [/^list means something else/, 'resource', 'list'],
    [/^task_helper is named "helper"/, 'resource', 'task_helper'],
    [/ has task_likes already/, 'resource', 'task_like'],
    [/ has taskUpdate already/, 'resource', 'task_update'],
    [/^The folder home is none of work, plan/, 'resource', 'sample', 'home'],
  ]
  for (const [sentence, ...asked] of refused) {
    const { status, out, err } = run('scripts/new.ts', ...asked)
    assert.deepEqual([status, out], [1, ''], asked.join(' '))
    assert.match(err, sentence)
    assert.match(err, /^[^\n]*\.\n$/, 'one sentence, without a trace')
  }
  assert.deepEqual(files(), before)
})
