/** Documents agree with the program: the settings, the commands, the coverage of the API. Links between documents are valid. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { allCommands } from '../../src/cli/run.ts'
import { settingsTable } from '../../src/cli/usage.ts'
import { contract } from '../contract/compare.ts'
import { goldenPart } from './derived.ts'

const root = join(import.meta.dirname, '..', '..')

test('docs/settings.md has the options that --help lists', async () => {
  goldenPart('docs/settings.md', 'settings', settingsTable(await allCommands()))
})

test('docs/operate.md describes every command and no other', async () => {
  const text = readFileSync(join(root, 'docs/operate.md'), 'utf8')
  const named = new Set(
    [...text.matchAll(/\bworkloom ((?:[a-z][a-z-]* ?){1,2})/g)].map(([, words = '']) => words.trim()),
  )
  for (const { words } of await allCommands())
    assert.ok(
      [...named].some(name => name.startsWith(words)),
      `${words} is nowhere`,
    )
  assert.ok(![...named].some(name => name.startsWith('workers')), 'the shorthand is not in the list of --help')
})

test('the coverage in the README matches the contract', () => {
  // The catalog has all operations, or a test of the contract fails.
  const parts = [...new Set(contract.operations.map(({ tag }) => tag))].sort((a, b) => a.localeCompare(b, 'en'))
  const text = `**All ${contract.operations.length} operations** of the published API are there: ${parts.join(', ')}.`
  goldenPart('README.md', 'coverage', text)
})

test('each link between documents leads to a file and a heading', () => {
  for (const path of globSync(['*.md', 'docs/**/*.md'], { cwd: root })) {
    const text = readFileSync(join(root, path), 'utf8')
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      const [file = '', anchor] = link.split('#')
      if (/^https?:/.test(link)) continue
      const target = file === '' ? join(root, path) : join(root, dirname(path), file)
      assert.ok(existsSync(target), `${path} links to ${link}`)
      if (anchor === undefined || !target.endsWith('.md')) continue
      const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      )
      assert.ok(headings.includes(anchor), `${path} links to ${link}`)
    }
  }
})

/** PostgreSQL's own message. */
const OTHER_PROGRAMS = ['sorry, too many clients already']

test('the messages in the README and in docs/operate.md are those of the program', () => {
  const paths = globSync('src/**/*.ts', { cwd: root, exclude: ['src/**/*.test.ts'] })
  const program = paths.map(path => readFileSync(join(root, path), 'utf8')).join('')
  const quoted = ['README.md', 'docs/operate.md'].flatMap(path =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/^\| `(\D[^`]* [^`]*)`/gm)].map(([, message = '']) => message),
  )
  assert.ok(quoted.length > 10)
  for (const message of quoted.filter(message => !message.startsWith('--') && !OTHER_PROGRAMS.includes(message)))
    for (const part of message.split('…')) assert.ok(program.includes(part.trim()), message)
})
