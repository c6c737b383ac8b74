/** Mistakes in seeds: all of a file at once, each with its position and with what was probably meant. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '../../../test/harness/cli/run_command.ts'
import { mistakesIn } from '../../../test/harness/emulator/seeded.ts'
import { folderFor, workloom } from '../../../test/harness/program.ts'
import { parseSeed } from './seed.ts'

const WRONG = `
seed: 2
clock: 2018-01-01T00:00:00.000Z
workspace: { key: Acme }
peple: {}
people:
  ann: { name: 7, time_zone: Mars/Base, token: short }
  Ben: {}
teams:
  ann: {}
custom_fields:
  points: { type: number }
  size: { type: enum, options: [Small] }
  odd: { name: Odd }
projects:
  launch:
    custom_fields: [pionts]
    sections: { todo: To do }
    tasks:
      brief: { asignee: ann, due_on: tomorrow, section: todoo }
      plan: { assignee: launch, custom_fields: { points: many, size: Smal }, depends_on: brief }
      todo: Also a section
      brief: {}
webhooks:
  hook: { resource: launch, target: 'http://127.0.0.1/' }
`

test('all mistakes of a seed are found at once, in the order of the file', () => {
  assert.deepEqual(mistakesIn(WRONG, 'seed.yaml'), [
    'seed.yaml:2:7: seed: must be 1, the version of the format',
    'seed.yaml:3:8: clock: must be in 2019 or later, so that new gids come after those of keys',
    'seed.yaml:4:19: workspace.key: must be a key: at most 64 of a-z, 0-9, ., - and _, and a letter or a digit first',
    'seed.yaml:5:1: peple: unknown member; did you mean people?',
    'seed.yaml:7:8: people.ann: Mars/Base is not a time zone',
    'seed.yaml:7:16: people.ann.name: Not a text: number',
    'seed.yaml:7:48: people.ann.token: must be true, or 8 to 200 printable characters without blanks',
    'seed.yaml:8:3: people.Ben: must be a key: at most 64 of a-z, 0-9, ., - and _, and a letter or a digit first',
    'seed.yaml:10:3: teams.ann: the key ann is that of a person already, in line 7',
    'seed.yaml:14:8: custom_fields.odd: needs a type',
    'seed.yaml:17:21: projects.launch.custom_fields[0]: there is no custom field pionts; did you mean points?',
    'seed.yaml:20:16: projects.launch.tasks.brief.asignee: unknown member; did you mean assignee?',
    'seed.yaml:20:38: projects.launch.tasks.brief.due_on: Date must be in ISO-8601 (yyyy-mm-dd) format, not: tomorrow',
    'seed.yaml:20:57: projects.launch.tasks.brief.section: there is no section todoo; did you mean todo?',
    'seed.yaml:21:25: projects.launch.tasks.plan.assignee: launch is a project, not a person',
    'seed.yaml:21:58: projects.launch.tasks.plan.custom_fields.points: Not a number: many',
    'seed.yaml:21:70: projects.launch.tasks.plan.custom_fields.size: there is no enum option size/Smal; did you mean size/Small?',
    'seed.yaml:21:90: projects.launch.tasks.plan.depends_on: must be a list, not a text',
    'seed.yaml:22:7: projects.launch.tasks.todo: the key launch/todo is that of a section already, in line 18',
    'seed.yaml:23:7: projects.launch.tasks.brief: this key is there already',
    'seed.yaml:25:9: webhooks.hook: needs secret',
  ])
})

test('text that is neither YAML nor JSON is refused with its position', () => {
  for (const [text, message] of [
    ['seed: [1', /^1:\d+: /],
    ['- 1', /^1:1: must be an object, not a list$/],
    ['', /^1:1: must be an object, not nothing$/],
    ['{"seed": 1, "workspace": ', /^1:\d+: /],
    [`seed: 1\nworkspace: { key: a }\nprojects: ${'['.repeat(500)}`, /^\d+:\d+: /],
  ] as const) {
    assert.match(mistakesIn(text)[0] ?? '', message, text.slice(0, 40))
  }
})

test('aliases that multiply are refused', () => {
  const levels = Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(10)}]`)
  const [first = ''] = mistakesIn(`a0: &a0 [x]\n${levels.join('\n')}\nseed: 1`)
  assert.match(first, /nested too deeply|too large/)
})

test('what would contradict the rules of the API is refused by the check', async t => {
  const file = join(folderFor(t), 'seed.yaml')
  writeFileSync(
    file,
    `seed: 1
workspace: { key: acme }
people: { ann: {} }
projects:
  launch:
    tasks:
      brief: { due_on: +1d, start_on: +3d }
`,
  )
  const { code, err } = await runCommand(['seed', 'check', file])
  assert.equal(code, 2)
  assert.ok(err.startsWith(`${file}:7:7: projects.launch.tasks.brief: start_on: Must not be after the due date\n`), err)
})

test('a check prints the gid of each key, the same in YAML and in JSON', async t => {
  const folder = folderFor(t)
  const seed = {
    seed: 1,
    workspace: { key: 'acme' },
    people: { ann: {} },
    projects: { launch: { sections: { todo: 'To do' } } },
  }
  const [json, yaml] = [join(folder, 'seed.json'), join(folder, 'seed.yaml')]
  writeFileSync(json, JSON.stringify(seed))
  writeFileSync(
    yaml,
    'seed: 1\nworkspace: { key: acme }\npeople: { ann: }\nprojects: { launch: { sections: { todo: To do } } }\n',
  )
  const [first, second] = [await runCommand(['seed', 'check', json]), await runCommand(['seed', 'check', yaml])]
  assert.deepEqual([first.code, second.code, first.err, second.err], [0, 0, '', ''])
  assert.deepEqual(JSON.parse(first.out), JSON.parse(second.out))
  assert.deepEqual(Object.keys(JSON.parse(first.out)), ['acme', 'ann', 'launch', 'launch/todo'])
})

test('another process gives the same gids', async t => {
  const file = join(folderFor(t), 'seed.yaml')
  writeFileSync(
    file,
    'seed: 1\nworkspace: { key: acme }\npeople: { ann: }\nprojects: { launch: { tasks: { brief: } } }\n',
  )
  const [here, there] = [await runCommand(['seed', 'check', file]), await workloom(t, ['seed', 'check', file])]
  assert.equal(there.code, 0, there.err)
  assert.equal(there.out, here.out)
})

test('a check of a file with mistakes prints all of them, and exits with 2', async t => {
  const file = join(folderFor(t), 'seed.yaml')
  writeFileSync(file, WRONG)
  const { code, out, err } = await runCommand(['seed', 'check', file])
  assert.deepEqual([code, out], [2, ''])
  const parsed = parseSeed(WRONG, 'yaml', file)
  assert.ok('errors' in parsed)
  for (const { message } of parsed.errors) assert.ok(err.includes(message), message)
  assert.equal((await runCommand(['seed', 'check', join(file, 'none')])).code, 2)
  assert.equal((await runCommand(['seed', 'check'])).code, 2)
})

test('a seed with a mistake in each of very many lines lists a thousand of them, and says so', async t => {
  const file = join(folderFor(t), 'seed.yaml')
  const tasks = Array.from({ length: 5000 }, (_, at) => `      t${at}: { name: T, assignee: nobady${at} }`)
  writeFileSync(file, ['seed: 1', 'projects:', '  p:', '    tasks:', ...tasks].join('\n'))
  const { code, err } = await runCommand(['seed', 'check', file])
  const lines = err.trim().split('\n')
  assert.deepEqual([code, lines.length, lines.at(-1)], [2, 1001, `workloom: ${file} has 1000 errors or more.`])
  assert.match(lines[1] ?? '', /there is no person nobady0$/)
})
