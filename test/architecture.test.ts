/**
 * Checks the structure of the program: imports between layers, the folders where SQL, status codes, time and randomness
 * are allowed, sizes, and names. Each failure states the rule, the reason and the remedy.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import {
  findCycles,
  findFunctions,
  lineAt,
  looksLikeSql,
  misnamed,
  readSource,
  readSources,
  type Source,
} from './harness/source.ts'

/**
 * Exceptions from the size limits, each with its reason. The list only shrinks: an entry that is no longer needed fails
 * the test. Keys: `file PATH`, `folder PATH`, `function PATH NAME`.
 */
const EXCEPTIONS: Record<string, string> = {
  'function src/store/migrations/001_people.ts statements': 'a migration is one text of SQL',
  'function src/store/migrations/002_work.ts statements': 'a migration is one text of SQL',
  'function src/store/migrations/003_fields.ts statements': 'a migration is one text of SQL',
  'function src/store/migrations/004_identity.ts statements': 'a migration is one text of SQL',
  'function src/store/migrations/006_changes.ts statements': 'a migration is one text of SQL',
}

/**
 * The layers from top to bottom. A file imports from lower layers and from its own folder; folders of one layer do not
 * import each other.
 */
const LAYERS: readonly (readonly string[])[] = [
  ['main.ts'],
  ['app.ts', 'cli'],
  ['config'],
  ['emulator'],
  ['http', 'scim'],
  ['jobs', 'events'],
  ['exchange'],
  ['graph'],
  ['catalog'],
  ['resources'],
  ['vocabulary'],
  ['identity', 'limits', 'policy', 'observe'],
  ['files', 'store'],
  ['lib', 'client', 'testing', 'names.ts'],
]

const LIMITS = { source: 300, test: 400, function: 40, folder: 20 }

/** Code that is refused outside the allowed places. */
interface Ban {
  readonly rule: string
  readonly reason: string
  readonly fix: string
  readonly pattern: RegExp
  readonly allowed: readonly string[]
}

const BANS: readonly Ban[] = [
  {
    rule: 'status codes are named only in lib/errors.ts and vocabulary/operation.ts',
    reason: 'every refusal that a client can see is created in one file, so that a mistake has one answer',
    fix: 'throw one of the constructors of src/lib/errors.ts, or add one there',
    pattern: /\bstatus(?:Code)?\s*[:=]\s*[1-5]\d\d\b|(?:\.(?:status|code|writeHead)|\bnew ApiError)\(\s*[1-5]\d\d\b/g,
    allowed: ['src/lib/errors.ts', 'src/vocabulary/operation.ts'],
  },
  {
    rule: 'time and randomness come from the context',
    reason: 'a test must be able to stop the clock and to know the gids',
    fix: 'take `clock`, `now`, `gid` or a secret from the context, or from src/lib/clock.ts, gid.ts, secret.ts',
    pattern:
      /\bDate\.now\b|\bnew Date\b(?!\s*\(\s*[^\s)])|\bMath\.random\b|\b(?:randomBytes|randomUUID|randomInt|randomFill\w*|getRandomValues)\b/g,
    allowed: [
      ...['src/lib/clock.ts', 'src/lib/gid.ts', 'src/lib/secret.ts', 'src/main.ts', 'src/app.ts'],
      // The client runs in other programs: `random` is an option of it.
      'src/client/retry.ts',
    ],
  },
  {
    rule: 'no module has a default export or re-exports another module',
    reason: 'a declaration has one name and one file; a barrel file hides both, and causes import cycles',
    fix: 'export it by name, and import it from the file that declares it',
    pattern: /\bexport\s+default\b|\bas\s+default\b|\bexport\s+(?:type\s+)?\*/g,
    allowed: [],
  },
]

const root = join(import.meta.dirname, '..')
const files = readSources(root, ['src', 'test', 'scripts', 'bench'])
const inSrc = files.filter(file => file.path.startsWith('src/'))
const program = inSrc.filter(file => !file.isTest)

function refuse(rule: string, reason: string, fix: string, found: readonly string[]): void {
  assert.equal(found.length, 0, `${rule}\n  why: ${reason}\n  fix: ${fix}\n  - ${found.join('\n  - ')}`)
}

const imports = (file: Source) => file.imports.map(({ line, target, local }) => ({ file, line, target, local }))
const show = (edge: { file: Source; line: number; target: string }) =>
  `${edge.file.path}:${edge.line} imports ${edge.target}`

/** The layer of a path: a folder of src/, or a file directly in it. */
const layerOf = (path: string) => path.split('/')[1] ?? ''
const layerIndexOf = (path: string) => LAYERS.findIndex(places => places.includes(layerOf(path)))

test('imports point down the layers only', () => {
  const unplaced = program.filter(file => layerIndexOf(file.path) < 0).map(file => `${file.path} belongs to no layer`)
  const up = program
    .flatMap(imports)
    .filter(({ local, target }) => local && target.startsWith('src/'))
    .filter(
      ({ file, target }) => layerOf(file.path) !== layerOf(target) && layerIndexOf(target) <= layerIndexOf(file.path),
    )
  refuse(
    `imports, of types too, point down: ${LAYERS.map(places => places.join(', ')).join(' → ')}`,
    'a reader of one layer needs to know only the layers below it',
    'move shared code to a lower layer, or pass it as an argument',
    [...unplaced, ...up.map(show)],
  )
})

test('leaf modules import nothing', () => {
  const violations = program.flatMap(imports).filter(({ file, local, target }) => {
    if (file.path === 'src/names.ts') return true
    if (file.path.startsWith('src/client/')) return !target.startsWith('src/client/')
    if (file.path.startsWith('src/testing/')) return !/^(?:node:|src\/testing\/)/.test(target)
    return file.path.startsWith('src/lib/') && local && !target.startsWith('src/lib/')
  })
  refuse(
    'lib imports only lib and packages; client and testing only themselves, because they run elsewhere; names.ts imports nothing at all',
    'every module depends on them, and they depend on none',
    'a module that needs more is not a leaf: move it to a layer',
    violations.map(show),
  )
})

test('the program imports neither tests nor files outside src', () => {
  const outside = program.flatMap(imports).filter(({ local, target }) => local && !target.startsWith('src/'))
  const tests = files
    .filter(file => !file.isTest)
    .flatMap(imports)
    .filter(({ target, local }) => local && target.endsWith('.test.ts'))
  refuse(
    'src imports only src and packages, and only tests import tests',
    'only src is published, and importing a test runs it',
    'move shared code to src, or to test/harness if only tests need it',
    [...new Set([...outside, ...tests].map(show))],
  )
})

test('imports have no cycle', () => {
  const edges = new Map(program.map(file => [file.path, file.imports.filter(i => i.local).map(i => i.target)]))
  refuse(
    'no import cycles, types included',
    'files in a cycle can only be understood, tested and moved together',
    'move what both need to a third file below them, or refer to the other type by its name from names.ts',
    findCycles(edges),
  )
})

type Kind = 'noun' | 'verb' | 'rule'

/** The role of a file under src/resources, derived from its path. */
function kind(path: string): Kind | undefined {
  if (!path.startsWith('src/resources/')) return undefined
  if (/^src\/resources\/\w+\/rules\//.test(path)) return 'rule'
  return posix.basename(path, '.ts').includes('.') ? 'verb' : 'noun'
}

test('resources do not import each other', () => {
  const violations = program.flatMap(imports).filter(({ file, target }) => {
    if (kind(target) === 'verb') return layerOf(file.path) !== 'catalog'
    const own = kind(file.path) === 'verb' && posix.basename(target) === `${posix.basename(file.path).split('.')[0]}.ts`
    return kind(target) === 'noun' && kind(file.path) !== undefined && !own
  })
  refuse(
    "a verb file may import its own noun, of any folder; no resource imports another's declaration; only the catalog imports verbs",
    'resources refer to each other by name, so that each can be read and changed alone',
    'refer to the type by its name; put shared code under src/resources/<folder>/rules/',
    violations.map(show),
  )
})

test('SQL is written in the store only', () => {
  const elsewhere = program.filter(file => layerOf(file.path) !== 'store')
  const builders = elsewhere.flatMap(imports).filter(({ target }) => /^kysely(?:\/|$)/.test(target))
  const texts = elsewhere.flatMap(file =>
    file.literals
      .filter(({ body }) => looksLikeSql(body))
      .map(({ at, body }) => `${file.path}:${lineAt(file.text, at)} ${body.trim().slice(0, 60)}`),
  )
  refuse(
    'SQL and the query builder appear only under src/store',
    'two engines share one set of queries, and a schema change must find all of them in one folder',
    'write a function in src/store/queries/, and call it',
    [...builders.map(show), ...texts],
  )
})

/** A bound value in `limit`, `like` or `glob`, as templates and Kysely write it. */
const PLANNED = /\b(?:limit|like|glob) \$\{(?!sql\.lit\()|(?<!dialect)\.limit\((?!sql\.lit\()|'(?:like|glob)'/gi

const plannedAnew = (text: string) => [...text.matchAll(PLANNED)].map(({ 0: found, index }) => ({ found, index }))

test('no statement is prepared anew at each execution', () => {
  refuse(
    'no value is bound in `limit`, `like` or `glob`; `.limit(1)` of Kysely binds it too',
    'SQLite reads such a value when it plans, so it prepares at each execution, which costs more than reading a page',
    'write `db.dialect.limit(param(…))`, with `.modifyEnd` in Kysely, or `.limit(sql.lit(1))`; look for texts by `holds`',
    program
      .filter(({ path }) => layerOf(path) === 'store' && path !== 'src/store/postgres/dialect.ts')
      .flatMap(file =>
        plannedAnew(file.text).map(({ found, index }) => `${file.path}:${lineAt(file.text, index)} ${found}`),
      ),
  )
})

for (const ban of BANS) {
  test(ban.rule, () => {
    const found = program
      .filter(file => !ban.allowed.includes(file.path))
      .flatMap(file =>
        [...file.code.matchAll(ban.pattern)].map(m => `${file.path}:${lineAt(file.code, m.index)} ${m[0].trim()}`),
      )
    refuse(ban.rule, ban.reason, ban.fix, found)
  })
}

/** The files, folders and functions above their limit: the key of an exception, and the size. */
function oversized(): Map<string, string> {
  const big = new Map<string, string>()
  const folders = new Map<string, number>()
  for (const file of files) {
    const limit = file.isTest ? LIMITS.test : LIMITS.source
    if (file.lines > limit) big.set(`file ${file.path}`, `${file.lines} lines, at most ${limit}`)
    if (file.isTest) continue
    const folder = posix.dirname(file.path)
    folders.set(folder, (folders.get(folder) ?? 0) + 1)
    for (const { name, line, lines } of findFunctions(file)) {
      const text = `line ${line}: ${lines} lines, at most ${LIMITS.function}`
      if (lines > LIMITS.function) big.set(`function ${file.path} ${name}`, text)
    }
  }
  for (const [folder, count] of folders) {
    // One file for each change of the schema: their number only grows.
    if (folder === 'src/store/migrations') continue
    if (count > LIMITS.folder) big.set(`folder ${folder}`, `${count} source files, at most ${LIMITS.folder}`)
  }
  return big
}

test('files, functions and folders stay below their size limits', () => {
  const big = oversized()
  const found = [...big].filter(([key]) => !EXCEPTIONS[key]).map(([key, size]) => `${key}: ${size}`)
  const idle = Object.keys(EXCEPTIONS).filter(key => !big.has(key))
  refuse(
    `files have at most ${LIMITS.source} lines (tests ${LIMITS.test}), functions ${LIMITS.function}, folders ${LIMITS.folder} files`,
    'code that fits on two screens is read completely before it is changed',
    'split it where its head comment says "and"; the list of exceptions may only shrink',
    [...found, ...idle.map(key => `exception no longer needed, remove it: ${key}`)],
  )
})

test('file names state their content', () => {
  refuse(
    'names are snake_case; none is index, none ends in manager, helper, util, service, base, handler, data, info',
    'a file whose name fits everything collects everything',
    'name the file after its main export, or after the wire name of its type',
    inSrc.flatMap(({ path }) => (misnamed(path) ? [`${path} ${misnamed(path)}`] : [])),
  )
})

test('every source file begins with a comment', () => {
  const bare = program.filter(file => !/^(?:#![^\n]*\n)?\/\*\*/.test(file.text)).map(file => file.path)
  refuse(
    'a file begins with a block comment: what it is, and its invariants',
    'a reader decides there whether this is the right file',
    'add one to five lines before the first import',
    bare,
  )
})

/** Paths that exist on one machine only. A path of the project, such as the folder of tasks, is not one. */
const TRACES = /(?<![\w.*})>\]-])\/(?:work|root)\/|\bregistry\.(?:npmjs|yarnpkg)/

test('the project does not name its own development process', t => {
  const git = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  if (git.status !== 0) return t.skip('needs git and a clone: git lists the files of the project')
  const paths = git.stdout.toString().split('\0').filter(Boolean)
  const found = paths
    .filter(path => path !== 'package-lock.json' && existsSync(join(root, path)))
    .flatMap(path => {
      const text = readFileSync(join(root, path), 'utf8')
      const match = text.includes('\0') ? null : TRACES.exec(text)
      return match ? [`${path}:${lineAt(text, match.index)} ${match[0]}`] : []
    })
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  // The workspace is "resolved" to its folder, which is not an address.
  if (/"resolved": "[a-z+]+:/.test(lock)) found.push('package-lock.json: "resolved"')
  refuse(
    'no file contains a path of one machine or the address of a package registry',
    'a clone must work on every machine',
    'write paths from the root of the project; install with the .npmrc of the project, which omits addresses',
    found,
  )
})

test('each architecture rule finds a violation of itself', () => {
  const text = [
    "import type { A } from './a.ts'\nimport './b.ts'\nexport {\n  c,\n} from '../c.ts'\nconst d = await import('./d.ts')",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template inside a sample of source
    "// import e from './e.ts'\nconst text = `select ${[1].map(n => `${n}`)} from t where x = '}'`\nconst re = /[/'\"`{]/",
    'export function long(a: { b: string }): Promise<{ c: Map<string, number> }> {\n  return a\n}',
    'class K {\n  async run<T>(x: T): T {\n    if (x) {\n      x()\n    }\n  }\n}\nconst f = (x: number) =>\n  g(\n    x,\n  )\n',
  ].join('\n')
  const file = readSource('src/x/y.ts', text)
  assert.deepEqual(
    file.imports.map(i => i.target),
    ['src/x/a.ts', 'src/x/b.ts', 'src/c.ts', 'src/x/d.ts'],
  )
  assert.equal(file.code.length, text.length)
  const sizes = new Map(findFunctions(file).map(({ name, lines }) => [name, lines]))
  assert.deepEqual([sizes.get('long'), sizes.get('run'), sizes.get('f'), sizes.get('if')], [3, 5, 4, undefined])
  assert.deepEqual(file.literals.map(l => l.body).filter(looksLikeSql), ["select ? from t where x = '}'"])
  assert.deepEqual(
    ['SELECT a FROM b', 'Select a tag from the list', 'x in (select 1 from y)', 'delete from t'].map(looksLikeSql),
    [true, false, true, true],
  )
  // biome-ignore lint/suspicious/noTemplateCurlyInString: templates inside a sample of source
  const statements = '`limit ${param(1)}`, x.limit(1), x.limit(sql.lit(1)), `limit ${sql.lit(1)}`, `x like ${y}`'
  assert.deepEqual(
    plannedAnew(statements).map(({ index }) => index),
    [1, 22, 80],
  )
  assert.deepEqual(findCycles(new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b'] }))), ['b → c → b'])
  assert.deepEqual(['lib/a_helper.ts', 'lib/aB.ts', 'cli/service_account.ts'].map(misnamed).filter(Boolean).length, 2)
})

/** The layers of the web app, from top to bottom. `gallery` is for tests, and `style` has no code. */
const WEB_LAYERS = ['main.tsx', 'app', 'features', 'components', 'data', 'own_path.ts', 'text', 'style']

interface WebImport {
  readonly path: string
  readonly target: string
}

/** The local imports of the web app, of types too. */
function webImports(): WebImport[] {
  const paths = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter(path => !path.startsWith('web/src/gallery/'))
  return paths
    .filter(path => !/\.test\.ts$/.test(path))
    .flatMap(path => {
      const found = readFileSync(join(root, path), 'utf8').matchAll(/(?:from|import|import\()\s*\(?'(\.[^']+)'/g)
      return [...found].map(([, target = '']) => ({ path, target: posix.join(posix.dirname(path), target) }))
    })
}

test('imports of the web app point down, and its features do not import each other', () => {
  const layer = (path: string) => WEB_LAYERS.indexOf(path.split('/')[2] ?? '')
  const feature = (path: string) => path.split('/').slice(0, 4).join('/')
  const wrong = webImports().filter(({ path, target }) => {
    if (layer(path) !== layer(target)) return layer(target) < layer(path)
    return path.startsWith('web/src/features/') && feature(path) !== feature(target)
  })
  refuse(
    `imports in web/src point down: ${WEB_LAYERS.join(' → ')}; a feature imports no other feature`,
    'a screen can be read, changed and deleted without the others',
    'link to the other feature, or move what both need to components or data',
    wrong.map(({ path, target }) => `${path} imports ${target}`),
  )
})

test('files of the web app stay below the size limit', () => {
  const long = globSync('web/src/**/*.{ts,tsx}', { cwd: root })
    .map(path => ({ path, lines: readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length }))
    .filter(({ path, lines }) => lines > (/\.test\.ts$/.test(path) ? LIMITS.test : LIMITS.source))
  refuse(
    `files of the web app have at most ${LIMITS.source} lines (tests ${LIMITS.test})`,
    'code that fits on two screens is read completely before it is changed',
    'split it where its head comment says "and"',
    long.map(({ path, lines }) => `${path}: ${lines} lines`),
  )
})
