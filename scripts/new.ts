/**
 * `npm run new resource NAME [FOLDER]`: everything that a new resource needs to answer its first request, mirrored from
 * the tag. All files and edits are computed before the first is written, so a refusal changes nothing.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { names } from '../src/names.ts'
import { misnamed } from '../test/harness/source.ts'
import { type Edit, editsOf, importsOf, type Noun, nextSteps, nounOf, tablesOf, textsOf } from './new_resource.ts'

const root = join(import.meta.dirname, '..')
/** Folders of the product that are created with their first resource. */
const PLANNED = ['plan', 'templates', 'time']
const TABLES = 'src/store/tables'
const CONTENTS = 'src/catalog/contents.ts'

/** Names that have another meaning as a variable or a table. */
const RESERVED = new Set(
  `insert one text timestamp create get list listing remove update resource operations migration value
  break case catch class const continue debugger default delete do else enum export extends false finally for function
  if implements import in instanceof interface let new null package private protected public return static super switch
  this throw true try typeof var void while with yield await eval arguments`.split(/\s+/),
)

/** The folders of resources, which are those of the product. */
const folders = [
  ...new Set([...readdirSync(join(root, 'src/resources')).filter(name => !name.includes('.')), ...PLANNED]),
].sort()

/** The number of the next migration. */
const number =
  1 + Math.max(...readdirSync(join(root, 'src/store/migrations')).map(file => Number.parseInt(file, 10) || 0))

/** The problem with a name, or undefined. */
function problemWith(name: string): string | undefined {
  const known = new Set<string>(names)
  if (known.has(name)) return 'is a resource already'
  if (!/^[a-z]\w*$/.test(name)) return 'is not snake_case'
  if (/[^su]s$/.test(name)) return 'looks like a plural; name one of them'
  return RESERVED.has(name) ? 'has another meaning in the code' : misnamed(`${name}.ts`)
}

/** Why no resource can be created from these arguments, or undefined. */
function refusalOf([what, name, folder = 'work', ...more]: string[]): string | undefined {
  if (what !== 'resource' || !name || more.length > 0) return 'Usage: npm run new resource NAME [FOLDER].'
  if (!folders.includes(folder)) return `The folder ${folder} is not one of ${folders.join(', ')}.`
  const problem = problemWith(name)
  if (problem) return `${name} ${problem}.`
  const noun = nounOf(name, folder, number)
  const existing = textsOf(noun, isFirst(noun)).find(([path]) => existsSync(join(root, path)))
  if (existing) return `${existing[0]} exists already.`
  const known = readdirSync(join(root, TABLES)).map(file => read(`${TABLES}/${file}`))
  if (new RegExp(`^  ${noun.plural}:`, 'm').test(known.join('\n'))) return `${TABLES} has ${noun.plural} already.`
  return read(CONTENTS).includes(`* as ${noun.one} from`) ? `${CONTENTS} has ${noun.one} already.` : undefined
}

/** Whether the folder has no file of tables yet. */
const isFirst = (noun: Noun) => !existsSync(join(root, tablesOf(noun).path))

const read = (path: string) => readFileSync(join(root, path), 'utf8')

function withMember(text: string, [path, begin, end, member]: Edit): string {
  const from = text.indexOf(begin)
  const to = text.indexOf(end, from + begin.length)
  if (from < 0 || to < 0) throw new Error(`${path} has no list that begins with "${begin}".`)
  return `${text.slice(0, to).trimEnd().replace(/,$/, '')}\n, ${member}\n${text.slice(to).trimStart()}`
}

/** After the last import; the formatter sorts them. */
const withImport = (text: string, line: string) => text.replace(/^.*\n(?:import|\} from) [^\n]*\n/s, `$&${line}\n`)

/** The new texts of all files, by their paths. */
function filesOf(noun: Noun): Map<string, string> {
  const first = isFirst(noun)
  const files = new Map(textsOf(noun, first))
  const change = (path: string, how: (text: string) => string) => files.set(path, how(files.get(path) ?? read(path)))
  for (const edit of editsOf(noun, first)) change(edit[0], text => withMember(text, edit))
  for (const [path, line] of importsOf(noun, first)) change(path, text => withImport(text, line))
  return files
}

/** Writes the files, and formats them. */
function write(files: Map<string, string>): void {
  for (const [path, text] of files) {
    console.log(`${existsSync(join(root, path)) ? 'changed' : 'created'} ${path}`)
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const format = ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--log-level=error', ...files.keys()]
  const { status, stdout, stderr } = spawnSync(process.execPath, format, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The files are written but not formatted: ${stdout}${stderr}`)
}

const args = process.argv.slice(2)
const [, name = '', folder = 'work'] = args
const refusal = refusalOf(args)
if (refusal) {
  console.error(refusal)
  process.exitCode = 1
} else {
  const noun = nounOf(name, folder, number)
  write(filesOf(noun))
  console.log(nextSteps(noun))
}
