/** Reads fault rules from bodies of the control API. Each error names the place and the reason. */
import { malformed } from '../../lib/errors.ts'
import { nearest } from '../../lib/nearest.ts'
import { duration, type GivenMembers, members, oneOf, text } from '../control/input.ts'
import { globPattern } from '../requests/glob.ts'
import { type FaultMatch, type ParsedRule, WEBHOOK_FAULTS } from './rule.ts'
import { type Cut, FAULT_USES, type FaultAnswer } from './uses.ts'

const COMMON = ['id', 'on', 'use', 'match', 'skip', 'times', 'probability', 'seed'] as const
const OF_REQUESTS = [...COMMON, 'phase', 'delay', 'answer', 'cut', 'retry_after'] as const
const OF_WEBHOOKS = [...COMMON, 'do', 'delay'] as const
const OF_HANDSHAKES = [...COMMON, 'do'] as const

const REQUEST_MATCH = ['operation', 'method', 'path', 'token', 'user', 'resource'] as const
const WEBHOOK_MATCH = ['webhook', 'target', 'resource', 'action'] as const

export const LIKE_ASANA = 'like_asana'

const ID = /^[\w][\w.-]{0,63}$/
const MAX_COUNT = 1_000_000_000
const MAX_SEED = 2 ** 32 - 1
const MAX_DELAY_MS = 30 * 86_400_000
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const

/** What the names in a rule can mean. */
export interface RuleWords {
  operations: readonly string[]
  /** The gids of keys of the seed. */
  gids: Readonly<Record<string, string>>
  tokens: Readonly<Record<string, string>>
}

/** Reads a rule. `id` is its id unless it names one. */
export function ruleIn(value: unknown, id: string, words: RuleWords): ParsedRule {
  const on = kindOf(value)
  const known = on === 'request' ? OF_REQUESTS : on === 'webhook' ? OF_WEBHOOKS : OF_HANDSHAKES
  const given = members(value, known)
  const named = text('use', given.use)
  const use = named === undefined || named === LIKE_ASANA ? undefined : useOf(named, on)
  const rule: ParsedRule = {
    ...{ id: idOf(given) ?? id, on, use, named, match: matchOf(given.match, on, words), ...countsOf(given, named) },
    phase: oneOf('phase', given.phase, ['before', 'after']) ?? use?.phase ?? 'before',
    delayMs: duration('delay', given.delay, MAX_DELAY_MS) ?? use?.delayMs ?? 0,
    answer: answerOf(given),
    cut: cutOf(given.cut),
    do: doOf(given.do, on, named),
    given,
  }
  if (on === 'request' && !use && !rule.answer && !rule.cut && rule.delayMs === 0)
    throw malformed('use: The rule does nothing. Give one of use, answer, cut and delay.')
  return rule
}

function kindOf(value: unknown): ParsedRule['on'] {
  const { on, use } = (value ?? {}) as GivenMembers
  if (use === LIKE_ASANA && on === undefined) return 'webhook'
  return oneOf('on', on, ['request', 'webhook', 'handshake']) ?? 'request'
}

function useOf(name: string, on: ParsedRule['on']) {
  if (on !== 'request') throw malformed(`use: It is for requests. A rule of a ${on} has do.`)
  if (Object.hasOwn(FAULT_USES, name)) return FAULT_USES[name]
  throw malformed(`use: ${unknownName('fault', name, [...Object.keys(FAULT_USES), LIKE_ASANA])}`)
}

function unknownName(noun: string, name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  const hint = meant ? `Did you mean ${meant}?` : known.length > 40 ? '' : `Known are ${known.join(', ')}.`
  return `There is no ${noun} ${JSON.stringify(name)}. ${hint}`.trim()
}

function idOf({ id }: GivenMembers): string | undefined {
  const given = text('id', id)
  if (given === undefined || ID.test(given)) return given
  throw malformed('id: It must have 1 to 64 letters, digits or _.-')
}

const countsOf = ({ skip, times, probability, seed }: GivenMembers, named: string | undefined) => ({
  skip: count('skip', skip, MAX_COUNT) ?? 0,
  times: times === null ? null : (count('times', times, MAX_COUNT) ?? (named === LIKE_ASANA ? null : 1)),
  probability: probabilityOf(probability),
  seed: count('seed', seed, MAX_SEED) ?? 1,
})

function count(name: string, value: unknown, most: number): number | undefined {
  if (value === undefined || (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most))
    return value as number | undefined
  throw malformed(`${name}: It must be a number from 0 to ${most}.`)
}

function probabilityOf(value: unknown): number {
  if (value === undefined) return 1
  if (typeof value === 'number' && value >= 0 && value <= 1) return value
  throw malformed('probability: It must be a number from 0 to 1.')
}

function doOf(value: unknown, on: ParsedRule['on'], named: string | undefined): ParsedRule['do'] {
  if (on === 'request' || named === LIKE_ASANA) return undefined
  const known = on === 'webhook' ? WEBHOOK_FAULTS : (['fail'] as const)
  const found = oneOf<NonNullable<ParsedRule['do']>>('do', value, known)
  if (found === undefined) throw malformed(`do: It is required: one of ${known.join(', ')}.`)
  return found
}

function matchOf(value: unknown, on: ParsedRule['on'], words: RuleWords): FaultMatch {
  if (value === undefined) return {}
  const given = at('match', () => members(value, on === 'request' ? REQUEST_MATCH : WEBHOOK_MATCH))
  const word = (name: string) => text(`match.${name}`, given[name])
  const gid = (name: string) => {
    const key = word(name)
    return key !== undefined && Object.hasOwn(words.gids, key) ? words.gids[key] : key
  }
  const path = word('path')
  const match: { [M in keyof FaultMatch]: FaultMatch[M] | undefined } = {
    operation: listOf('match.operation', given.operation, words.operations, 'operation'),
    method: listOf('match.method', given.method, METHODS, 'method'),
    path: path === undefined ? undefined : globPattern(path),
    ...{ token: word('token'), user: gid('user'), resource: gid('resource'), webhook: gid('webhook') },
    ...{ target: word('target'), action: word('action') },
  }
  return Object.fromEntries(Object.entries(match).filter(([, one]) => one !== undefined)) as FaultMatch
}

function listOf(name: string, value: unknown, known: readonly string[], noun: string): readonly string[] | undefined {
  if (value === undefined) return undefined
  const names: unknown[] = Array.isArray(value) ? value : [value]
  if (names.length === 0) throw malformed(`${name}: It must be a name, or a list of names.`)
  for (const one of names) {
    if (typeof one !== 'string') throw malformed(`${name}: It must be a name, or a list of names.`)
    if (!known.includes(one)) throw malformed(`${name}: ${unknownName(noun, one, known)}`)
  }
  return names as string[]
}

function answerOf({ answer, retry_after }: GivenMembers): FaultAnswer | undefined {
  const retryAfter = count('retry_after', retry_after, MAX_COUNT)
  if (answer === undefined) return retryAfter === undefined ? undefined : { headers: {}, retryAfter }
  const given = at('answer', () => members(answer, ['status', 'message', 'headers', 'retry_after', 'as']))
  const status = count('answer.status', given.status, 599)
  if (status !== undefined && status < 200) throw malformed('answer.status: It must be a number from 200 to 599.')
  const found = {
    ...{ status, message: text('answer.message', given.message) },
    retryAfter: count('answer.retry_after', given.retry_after, MAX_COUNT) ?? retryAfter,
    as: oneOf('answer.as', given.as, ['json', 'html', 'empty']),
  }
  const present = Object.fromEntries(Object.entries(found).filter(([, one]) => one !== undefined))
  return { ...present, headers: headersOf(given.headers) }
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/
const HEADER_VALUE = /^[\t\x20-\x7e]{0,1000}$/
/** Headers that describe the connection, not the answer. */
const OWN_HEADERS = ['content-length', 'transfer-encoding', 'connection']

function headersOf(value: unknown): Record<string, string> {
  if (value === undefined) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed('answer.headers: It must be an object of texts.')
  const entries = Object.entries(value).map(([name, one]): [string, string] => [name.toLowerCase(), String(one)])
  const wrong = entries.find(
    ([name, one]) => !HEADER_NAME.test(name) || !HEADER_VALUE.test(one) || OWN_HEADERS.includes(name),
  )
  if (wrong) throw malformed(`answer.headers.${wrong[0].slice(0, 100)}: It cannot be set.`)
  return Object.fromEntries(entries)
}

function cutOf(value: unknown): Cut | undefined {
  if (typeof value !== 'object' || value === null) return oneOf<'reset' | 'close'>('cut', value, ['reset', 'close'])
  const bytes = count('cut.bytes', at('cut', () => members(value, ['bytes'])).bytes, MAX_COUNT)
  if (bytes === undefined) throw malformed('cut.bytes: It is required.')
  return { bytes }
}

/** Adds the place to the errors of `read`. */
export function at<T>(place: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw malformed(`${place}.${(error as Error).message}`.replace(`${place}.The body`, `${place}: It`))
  }
}
