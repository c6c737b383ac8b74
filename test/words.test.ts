/**
 * The words of the source, checked against "How we write" in CONTRIBUTING: refused words in comments and documents, names
 * of types, units of constants. Every failure names the rule, the place and the fix.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { lineAt, readSources, type Source } from './harness/source.ts'

const root = join(import.meta.dirname, '..')
const sources = readSources(root, ['src', 'test', 'scripts', 'bench', 'web/src'])
const inSrc = sources.filter(({ path }) => path.startsWith('src/'))
const inWeb = sources.filter(({ path }) => path.startsWith('web/'))

interface RefusedWords {
  rule: string
  pattern: RegExp
  fix: string
}

const REFUSED: readonly RefusedWords[] = [
  {
    rule: 'the subject of a sentence is a noun',
    pattern: /\b(?:whoever|whomever|whatever|whichever|nobody|somebody|anybody|everybody|himself|herself)\b/gi,
    fix: 'name the client, the caller, the operator, the instance, the job',
  },
  {
    rule: 'software does not hear, believe or tell',
    pattern: /\b(?:hears?|heard|believes?|believed|tells?|told|wonders?|heeds?|errands?|shelf|nears?)\b/gi,
    fix: 'it receives, reads, caches, records, notifies, returns',
  },
  {
    rule: 'things are deleted, expired, revoked or purged',
    pattern: /\b(?:gone|untold|not good any ?more|any more)\b/gi,
    fix: 'say which of them, or "no longer"',
  },
  {
    rule: 'before, after, instead of, next to and in addition to say order and place',
    pattern: /\b(?:behind|beside|besides|in the place of|in place of)\b/gi,
    fix: 'use one of these words',
  },
  {
    rule: 'a limit is "at most N"',
    pattern: /\bso (?:many|often|long|much)\b(?! (?:as|that))/gi,
    fix: 'write "at most", and the number or its name',
  },
]

/** The comments of a file, with the offset of each. */
function commentsOf({ text, code, literals }: Source): { at: number; body: string }[] {
  const isLiteral = (at: number) => literals.some(literal => at > literal.at && at <= literal.at + literal.body.length)
  return [...text.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g)]
    .filter(({ index }) => code[index] === ' ' && !isLiteral(index))
    .map(match => ({ at: match.index, body: match[0] }))
}

/** Paths of the documents that people write. */
function documents(): string[] {
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry =>
      entry.isDirectory()
        ? below(`${folder}/${entry.name}`)
        : entry.name.endsWith('.md') && !folder.includes('reference')
          ? [`${folder}/${entry.name}`]
          : [],
    )
  return ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...below('docs')]
}

function refuse(rule: string, fix: string, found: readonly string[]): void {
  assert.equal(
    found.length,
    0,
    `${rule}: ${found.length} places\n  fix: ${fix}\n  - ${found.slice(0, 2000).join('\n  - ')}`,
  )
}

for (const { rule, pattern, fix } of REFUSED) {
  test(`comments follow the rule: ${rule}`, () => {
    const found = sources.flatMap(source =>
      commentsOf(source).flatMap(({ at, body }) =>
        [...body.matchAll(pattern)].map(
          match => `${source.path}:${lineAt(source.text, at + match.index)} says "${match[0]}"`,
        ),
      ),
    )
    refuse(rule, fix, found)
  })

  test(`documents follow the rule: ${rule}`, () => {
    const found = documents().flatMap(path => {
      // Code and quoted texts in a document are not its prose.
      const text = readFileSync(join(root, path), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`|"[^"\n]*"/g, part =>
        part.replace(/[^\n]/g, ' '),
      )
      return [...text.matchAll(pattern)].map(match => `${path}:${lineAt(text, match.index)} says "${match[0]}"`)
    })
    refuse(rule, fix, found)
  })
}

const TYPE =
  /^[ \t]*(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class|enum) ([A-Z]\w*)(?=\s*(?:<|=|\{|extends\b|implements\b))/gm

for (const [place, files] of [
  ['src', inSrc],
  ['web/src', inWeb],
] as const) {
  test(`each type name is declared once in ${place}`, () => {
    const declared = new Map<string, Set<string>>()
    for (const { path, code } of files) {
      for (const [, name = ''] of code.matchAll(TYPE)) declared.set(name, (declared.get(name) ?? new Set()).add(path))
    }
    const found = [...declared].filter(([, paths]) => paths.size > 1).map(([name, paths]) => `${name}: ${[...paths]}`)
    refuse('two ideas never share a name', 'import the type, or name yours for what it holds', found)
  })
}

/** Participles and pronouns that say what was done to a thing instead of what it is. */
const PARTICIPLES = new Set(
  (
    'Added Asked Begun Called Changed Described Entered Forgotten Found Given Gone Heard Held Known Made Meant Named Noted ' +
    'Provisioned Read Refused Remembered Said Seen Sent Shared Shown Taken Told Touched Trashed Wanted Watched Written'
  ).split(' '),
)

test('a type is named by a noun', () => {
  const found = [...inSrc, ...inWeb].flatMap(({ path, code }) =>
    [...code.matchAll(TYPE)].filter(([, name = '']) => PARTICIPLES.has(name)).map(([, name]) => `${path} ${name}`),
  )
  refuse('a type is named by a noun for what it holds', 'TaskInput, not Given', found)
})

/** What names the unit, or says that a number is a count, a code, a version or a position. */
const UNIT =
  /(?:^|_)(?:MS|SECONDS|MINUTES|HOURS|DAYS|BYTES|CHARACTERS|MAX|MIN|COUNT|VERSION|STATUS|CODE|PORT|LENGTH|DEPTH|LEVELS?|PAGE|SIZE|LIMIT|ROWS|ID|GID|RATIO|SHARDS|CONNECTIONS|BATCH|PRECEDENCE|DIGITS|OBJECTS|CHANGES|EVERYTHING|RIGHTS|INSTALLATION|SINGLETON|BUSY|PRINCIPAL|STREAM|MIGRATION|DATABASE|UNIT|GONE)(?:_|$)/
const CONSTANT = /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: number)? = ([\d_.]+(?: \* [\d_.]+)*)$/gm

test('a numeric constant carries its unit', () => {
  const found = inSrc
    .filter(({ isTest }) => !isTest)
    .flatMap(({ path, code }) =>
      [...code.matchAll(CONSTANT)]
        .filter(([, name = '']) => !UNIT.test(name))
        .map(([, name, value]) => `${path} ${name} = ${value}`),
    )
  refuse('a numeric constant names its unit', 'TIMEOUT_MS, MAX_FIELDS, BODY_BYTES', found)
})
