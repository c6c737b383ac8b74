/**
 * Parser of the operations in a PATCH body. It accepts what clients send beyond the standard: names in any case and
 * unknown members.
 */
import { brief, refusal } from '../errors.ts'
import { isObject } from '../schema/values.ts'

export interface Operation {
  op: 'add' | 'replace' | 'remove'
  /** Null without a path: then the value names the attributes. */
  path: string | null
  value: unknown
}

/**
 * Operations, plus the names in operations without a path. Providers send some hundreds. The server reads each while
 * other writers wait.
 */
const MOST = 5000

const words = ['add', 'replace', 'remove'] as const

/** A member of an object, by its name in any case. */
function member(object: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name]
  const key = Object.keys(object).find(one => one.toLowerCase() === name)
  return key === undefined ? undefined : object[key]
}

/** Reads the operations. Throws 400: `invalidSyntax` for a malformed list, `noTarget` for a removal without a path. */
export function readOperations(body: Record<string, unknown>): Operation[] {
  const given = member(body, 'operations')
  if (!Array.isArray(given)) throw refusal('invalidSyntax', 'Operations must be a list.')
  if (given.length > MOST) throw tooMany()
  const operations = given.map(readOperation)
  let named = given.length
  for (const { path, value } of operations) {
    if (path === null && isObject(value)) named += Object.keys(value).length
    if (named > MOST) throw tooMany()
  }
  return operations
}

const tooMany = () => refusal('invalidValue', `A request has at most ${MOST} operations and names in them.`)

function readOperation(given: unknown): Operation {
  if (!isObject(given)) throw refusal('invalidSyntax', 'An operation must be an object.')
  const said = member(given, 'op')
  const op = words.find(word => typeof said === 'string' && word === said.toLowerCase())
  if (!op) throw refusal('invalidSyntax', `An operation must be one of ${words.join(', ')}, and not ${brief(said)}.`)
  const path = member(given, 'path') ?? null
  if (path !== null && typeof path !== 'string') throw refusal('invalidPath', 'A path must be a text.')
  // wire: some clients send an empty path for none
  const named = path || null
  if (named === null && op === 'remove') throw refusal('noTarget', 'A removal must have a path.')
  const value = member(given, 'value')
  if (value === undefined && op !== 'remove') throw refusal('invalidValue', `An operation ${op} must have a value.`)
  return { op, path: named, value }
}

/** The attributes in the value of an operation without a path. Throws 400 `invalidValue`. */
export function attributesIn({ value }: Operation): [name: string, value: unknown][] {
  if (!isObject(value)) throw refusal('invalidValue', 'An operation without a path must have an object as its value.')
  return Object.entries(value)
}

/** Throws 400 `mutability` unless the value sent for a read-only attribute is its present value. */
export function mustBeSame(name: string, is: string, sent: unknown): void {
  if (sent !== is) throw refusal('mutability', `${name} cannot be changed.`)
}
