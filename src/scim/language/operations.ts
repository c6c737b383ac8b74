/**
 * Parser of the operations in a PATCH body. It accepts what clients send beyond the standard: names in any case and
 * unknown members.
 */

import { excerpt, scimError } from '../errors.ts'
import { isObject, type ScimJson } from '../json.ts'

export interface PatchOperation {
  op: 'add' | 'replace' | 'remove'
  /** Null without a path: then the value names the attributes. */
  path: string | null
  value: unknown
}

/**
 * Operations, plus the names in operations without a path. Providers send some hundreds. The server reads each while
 * other writers wait.
 */
const MAX_OPERATIONS = 5000

const operationNames = ['add', 'replace', 'remove'] as const

/** A member of an object, by its name in any case. */
function member(object: ScimJson, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name]
  const key = Object.keys(object).find(one => one.toLowerCase() === name)
  return key === undefined ? undefined : object[key]
}

/** Reads the operations. Throws 400: `invalidSyntax` for a malformed list, `noTarget` for a removal without a path. */
export function readOperations(body: ScimJson): PatchOperation[] {
  const sent = member(body, 'operations')
  if (!Array.isArray(sent)) throw scimError('invalidSyntax', 'Operations must be a list.')
  if (sent.length > MAX_OPERATIONS) throw tooMany()
  const operations = sent.map(readOperation)
  let count = sent.length
  for (const { path, value } of operations) {
    if (path === null && isObject(value)) count += Object.keys(value).length
    if (count > MAX_OPERATIONS) throw tooMany()
  }
  return operations
}

const tooMany = () => scimError('invalidValue', `A request has at most ${MAX_OPERATIONS} operations and names in them.`)

function readOperation(sent: unknown): PatchOperation {
  if (!isObject(sent)) throw scimError('invalidSyntax', 'An operation must be an object.')
  const verb = member(sent, 'op')
  const op = operationNames.find(name => typeof verb === 'string' && name === verb.toLowerCase())
  if (!op)
    throw scimError(
      'invalidSyntax',
      `An operation must be one of ${operationNames.join(', ')}, and not ${excerpt(verb)}.`,
    )
  const path = member(sent, 'path') ?? null
  if (path !== null && typeof path !== 'string') throw scimError('invalidPath', 'A path must be a text.')
  // wire: some clients send an empty path for none
  const target = path || null
  if (target === null && op === 'remove') throw scimError('noTarget', 'A removal must have a path.')
  const value = member(sent, 'value')
  if (value === undefined && op !== 'remove') throw scimError('invalidValue', `An operation ${op} must have a value.`)
  return { op, path: target, value }
}

/** The attributes in the value of an operation without a path. Throws 400 `invalidValue`. */
export function attributesIn({ value }: PatchOperation): [name: string, value: unknown][] {
  if (!isObject(value)) throw scimError('invalidValue', 'An operation without a path must have an object as its value.')
  return Object.entries(value)
}

/** Throws 400 `mutability` unless the value sent for a read-only attribute is its present value. */
export function mustNotChange(name: string, is: string, sent: unknown): void {
  if (sent !== is) throw scimError('mutability', `${name} cannot be changed.`)
}
