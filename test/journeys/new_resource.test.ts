/** A resource that `npm run new` creates in a clone: it works at once and is recorded everywhere; a refusal changes nothing. */
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
  ...['pages', 'recorded', 'trash', 'trash_schema'].map(name => `test/catalog/${name}.test.ts`),
  'package.json',
  'tsconfig.json',
  'biome.json',
  '.gitignore',
]

function clone(t: TestContext) {
  const folder = folderFor(t)
  for (const path of COPIED) cpSync(join(root, path), join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const run = (...command: string[]) => {
    // A child that inherits this variable would report to this runner instead of failing.
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

/** The tests that a new resource passes without a line of its own: its test, and those that are derived from the catalog. */
const TESTS = [
  'src/resources/plan/sample_story.test.ts',
  'src/events/captured.test.ts',
  'test/catalog/recorded.test.ts',
  'test/catalog/trash.test.ts',
  'test/catalog/trash_schema.test.ts',
  'test/catalog/pages.test.ts',
]

/** Parts of the names of tests that must have run. */
const NAMES = [
  'a sample story can be created',
  'changes of a sample_story are in events, on live pages and in webhooks',
  'a sample_story in the trash is listed, can be restored, and is purged',
  'the table of sample_story has the indexes',
  'getSampleStoriesForWorkspace',
  'every column of a captured table',
]

const PATTERN = 'sample.?stor(y|ies)|^every (table|column|foreign key)'

test('a new resource works at once, and is in events, webhooks, live pages, the trash and the audit log', t => {
  const { run, files } = clone(t)
  const before = files()
  const { status, out, err } = run('scripts/new.ts', 'resource', 'sample_story', 'plan')
  assert.deepEqual([status, err], [0, ''])
  const touched = [...files()].filter(([path, text]) => before.get(path) !== text).map(([path]) => path)
  const printed = [...out.matchAll(/^(?:created|changed) +(\S+)$/gm)].map(([, path]) => path)
  assert.deepEqual(printed.sort(), touched)
  const shared = touched.filter(path => before.has(path))
  assert.ok(shared.length <= 5, `it changes ${shared.length} existing files: ${shared.join(', ')}`)
  assert.ok(touched.includes('src/resources/plan/sample_story.ts'))
  assert.match(out, /\nNext:\n1\. .*src\/resources\/plan\/sample_story\.ts/)
  const checks = [
    ['node_modules/typescript/bin/tsc', '--noEmit'],
    ['node_modules/@biomejs/biome/bin/biome', 'check', ...touched],
    ['--test', `--test-name-pattern=/${PATTERN}/i`, ...TESTS],
  ]
  for (const check of checks) {
    const ended = run(...check)
    assert.equal(ended.status, 0, `${check.join(' ')}\n${ended.out}${ended.err}`)
    if (check[0] === '--test') {
      for (const name of NAMES) assert.ok(ended.out.includes(name), `no test "${name}" ran:\n${ended.out}`)
    }
  }
})

test('a name that cannot be a new resource is refused with one sentence, and no file is changed', t => {
  const { run, files } = clone(t)
  const before = files()
  const refused: [RegExp, ...string[]][] = [
    [/^Usage: npm run new resource NAME/],
    [/^Usage: /, 'field', 'sample'],
    [/^tag is a resource already/, 'resource', 'tag'],
    [/^timePeriod is not snake_case/, 'resource', 'timePeriod'],
    [/^\.\.\/tag is not snake_case/, 'resource', '../tag'],
    [/^time_periods looks like a plural/, 'resource', 'time_periods'],
    [/^list has another meaning/, 'resource', 'list'],
    [/^task_helper is named "helper"/, 'resource', 'task_helper'],
    [/ has task_likes already/, 'resource', 'task_like'],
    [/ has taskUpdate already/, 'resource', 'task_update'],
    [
      /^The folder home is not one of automation, capacity, exports, fields, files, goals/,
      'resource',
      'sample',
      'home',
    ],
  ]
  for (const [sentence, ...asked] of refused) {
    const { status, out, err } = run('scripts/new.ts', ...asked)
    assert.deepEqual([status, out], [1, ''], asked.join(' '))
    assert.match(err, sentence)
    assert.match(err, /^[^\n]*\.\n$/, 'one sentence, without a trace')
  }
  assert.deepEqual(files(), before)
})
