/**
 * What the program can be told, by options and by environment variables, and how it refuses what makes no sense.
 *
 * Each option `--some-name` is also the variable `WORKLOOM_SOME_NAME`, and each variable may instead be given as
 * `…_FILE`, the path of a file that holds the value, so that a secret need not stand in the environment. What stands on
 * the command line wins. Every refusal is one sentence that names the option or the variable as it was written.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/** Why the program does not do what it was started for: one sentence for people, and the code to exit with. */
export class Refusal extends Error {
  readonly exitCode: number
  constructor(text: string, exitCode = 1, options?: ErrorOptions) {
    super(text, options)
    this.exitCode = exitCode
  }
}

/** The program was called in a way that it does not know. */
export const misuse = (text: string): Refusal => new Refusal(text, 2)

interface Option {
  /** What stands for the value in the usage. Without it, the option is a switch. */
  value?: string
  doc: string
}

const PLANS = ['free', 'premium', 'business', 'enterprise']

const declared = {
  host: { value: 'ADDRESS', doc: 'where to listen (127.0.0.1; 0.0.0.0 is every network)' },
  port: { value: 'NUMBER', doc: 'the port (8080); 0 takes a free one' },
  data: { value: 'FOLDER', doc: 'where everything is kept (./data)' },
  'database-url': { value: 'URL', doc: 'a PostgreSQL database instead of the folder; not in this version' },
  memory: { doc: 'keep nothing: everything is gone when the server stops' },
  'public-url': { value: 'URL', doc: 'how people reach the server, where a proxy stands before it' },
  email: { value: 'EMAIL', doc: 'the e-mail address of the person' },
  name: { value: 'NAME', doc: 'the name of what is made' },
  organization: { value: 'NAME', doc: 'the organization (My organization)' },
  plan: { value: 'PLAN', doc: `${PLANS.join(', ')} (enterprise)` },
  json: { doc: 'answer in JSON' },
} satisfies Record<string, Option>

export type OptionName = keyof typeof declared

export const OPTIONS: Record<OptionName, Option> = declared

/** Where the data is: in a folder, or in the memory of the server. */
export type Place = { folder: string } | 'memory'

/** What the program was told. An option that the command does not take has its default. */
export interface Settings {
  host: string
  port: number
  place: Place
  publicUrl: string | null
  email: string | undefined
  name: string | undefined
  organization: string
  plan: string | undefined
  json: boolean
}

/** A value and the name under which it was given. */
interface Given {
  text: string
  from: string
}

type Source = Partial<Record<OptionName, Given>>

type Environment = Record<string, string | undefined>

/** Reads the options in `names` from the command line and the environment. Throws a Refusal. */
export function settingsFrom(names: readonly OptionName[], args: string[], environment: Environment): Settings {
  const line = fromLine(names, args)
  const variables = fromVariables(names, environment)
  const given: Source = { ...variables, ...line }
  return {
    host: text(given.host) ?? '127.0.0.1',
    port: port(given.port) ?? 8080,
    place: place(line) ?? place(variables) ?? { folder: './data' },
    publicUrl: address(given['public-url']) ?? null,
    email: email(given.email),
    name: text(given.name),
    organization: text(given.organization) ?? 'My organization',
    plan: plan(given.plan),
    json: on(given.json),
  }
}

function fromLine(names: readonly OptionName[], args: string[]): Source {
  const options = Object.fromEntries(
    names.map(name => [name, { type: OPTIONS[name].value ? ('string' as const) : ('boolean' as const) }]),
  )
  try {
    const { values } = parseArgs({ args, options, strict: true, allowPositionals: false })
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, { text: String(value), from: `--${name}` }]),
    )
  } catch (error) {
    // The messages of the parser go on with advice that does not fit here.
    const [first = ''] = error instanceof Error ? error.message.split(/\. |\n/) : []
    throw misuse(`${first.replace(/\.$/, '')}; --help shows what there is.`)
  }
}

function fromVariables(names: readonly OptionName[], environment: Environment): Source {
  const found: Source = {}
  for (const name of names) {
    const variable = `WORKLOOM_${name.toUpperCase().replaceAll('-', '_')}`
    const file = environment[`${variable}_FILE`]
    const text = environment[variable]
    // An empty variable is one that is not set: container tools cannot express the difference.
    if (text) found[name] = { text, from: variable }
    else if (file) found[name] = { text: contents(file, `${variable}_FILE`), from: `${variable}_FILE` }
  }
  return found
}

function contents(path: string, from: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw misuse(`${from} names the file ${path}, which cannot be read.`)
  }
}

/** One source may name one place only: with two of them, something is not where its owner believes it to be. */
function place(source: Source): Place | undefined {
  const memory = on(source.memory) ? source.memory : undefined
  const { data, 'database-url': database } = source
  const [first, second] = [data, database, memory].filter(given => given !== undefined)
  if (first && second) throw misuse(`${first.from} and ${second.from} exclude each other: give one of them.`)
  if (database) {
    throw misuse(`${database.from} is not possible yet: this version keeps its data in a folder, named by --data.`)
  }
  if (memory) return 'memory'
  return data && { folder: text(data) ?? '' }
}

function text(given: Given | undefined): string | undefined {
  const trimmed = given?.text.trim()
  if (given && (!trimmed || trimmed.length > 255)) throw misuse(`${given.from} must have 1 to 255 characters.`)
  return trimmed
}

function port(given: Given | undefined): number | undefined {
  if (!given) return undefined
  const number = Number(given.text)
  if (/^\d+$/.test(given.text) && number <= 65535) return number
  throw misuse(`${given.from} must be a number from 0 to 65535, not ${JSON.stringify(given.text)}.`)
}

function email(given: Given | undefined): string | undefined {
  const address = text(given)
  if (given && !/^[^\s@]+@[^\s@]+$/.test(address ?? '')) {
    throw misuse(`${given.from} must be an e-mail address, not ${JSON.stringify(given.text)}.`)
  }
  return address?.toLowerCase()
}

function plan(given: Given | undefined): string | undefined {
  if (!given || PLANS.includes(given.text)) return given?.text
  throw misuse(`${given.from} must be one of ${PLANS.join(', ')}, not ${JSON.stringify(given.text)}.`)
}

function address(given: Given | undefined): string | undefined {
  if (!given) return undefined
  const url = URL.parse(given.text)
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash) return url.origin
  throw misuse(`${given.from} must be an address such as https://tasks.example.com, not ${JSON.stringify(given.text)}.`)
}

function on(given: Given | undefined): boolean {
  if (!given) return false
  if (/^(true|1|yes|on)$/i.test(given.text)) return true
  if (/^(false|0|no|off)$/i.test(given.text)) return false
  throw misuse(`${given.from} must be true or false, not ${JSON.stringify(given.text)}.`)
}
