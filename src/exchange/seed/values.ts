/** Reads the values of members: those of the API by its own rules, references by key, dates also relative to the load. */
import { parseDate, parseTimestamp } from '../../lib/date.ts'
import type { Field, Fields } from '../../vocabulary/field.ts'
import { number, text } from '../../vocabulary/field.ts'
import { parseInput } from '../../vocabulary/input.ts'
import type { GivenType } from '../load/given.ts'
import type { Relative } from './contents.ts'
import { kindOf, type Problems, plain, type SeedNode } from './document.ts'
import type { References } from './references.ts'

/** What reads the values of one object, and where it stands. */
export interface ValueReader {
  problems: Problems
  references: References
  /** The path of the object. */
  from: string
}

type SetValue = (value: unknown) => void

/** Reads a member that is more than the value of a field. `values` are those of its object, complete when all keys are known. */
export type MemberReader = (
  reader: ValueReader,
  node: SeedNode,
  set: SetValue,
  values: Readonly<Record<string, unknown>>,
) => void

/** Reads the value of a member; `set` may run later, when all keys are known. */
export function readValue(reader: ValueReader, name: string, field: Field, node: SeedNode, set: SetValue): void {
  const { problems, references, from } = reader
  const { kind, types = [], parts = {} } = field
  if (node.value === null && field.nullable) set(null)
  else if (kind === 'one' || kind === 'any') references.later(() => set(references.resolve(node, types, from)))
  else if (kind === 'many') references.later(() => set(resolveItems(reader, node, types)))
  else if (kind === 'parts') set(itemsOf(problems, node).map(item => readPart(reader, parts, item)))
  else if (kind === 'date' || kind === 'timestamp') set(readMoment(problems, kind, node))
  else if (kind !== 'raw') set(readPlain(problems, name, field, node))
  else if (types.includes('custom_field')) readFieldValues(reader, node, set)
  else if (types.includes('team')) readMembers(reader, node, set)
  else set(plain(node))
}

/** The gids of the objects that a list names. */
const resolveItems = ({ problems, references, from }: ValueReader, node: SeedNode, types: readonly GivenType[]) =>
  itemsOf(problems, node).flatMap(item => references.resolve(item, types, from) ?? [])

/** The entry of a name that comes from a file, which could also be `constructor`. */
export const entryOf = <T>(entries: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined

/** By the rules of the API; its errors name the member, whose path is known already. */
export function readPlain(problems: Problems, name: string, field: Field, node: SeedNode): unknown {
  try {
    return parseInput({ [name]: field }, { [name]: fullName(field, plain(node)) }, [])[name]
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    problems.add(node, message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message)
    return undefined
  }
}

/** The value of a list that a shorter name means: `red` is the colour `dark-red`. */
function fullName({ values }: Field, value: unknown): unknown {
  if (!values || typeof value !== 'string' || values.includes(value)) return value
  return [`dark-${value}`, `light-${value}`].find(name => values.includes(name)) ?? value
}

export function itemsOf(problems: Problems, node: SeedNode): SeedNode[] {
  if (Array.isArray(node.value)) return node.value
  problems.add(node, `must be a list, not ${kindOf(node)}`)
  return []
}

export function membersOf(problems: Problems, node: SeedNode) {
  if (node.value instanceof Map) return node.value
  problems.add(node, `must be an object, not ${kindOf(node)}`)
  return undefined
}

function readPart(reader: ValueReader, fields: Fields, node: SeedNode): Record<string, unknown> {
  const part: Record<string, unknown> = {}
  for (const [name, member] of membersOf(reader.problems, node) ?? []) {
    const field = entryOf(fields, name)
    if (!field) reader.problems.add(member, 'unknown member')
    else
      readValue(reader, name, field, member.node, value => {
        part[name] = value
      })
  }
  return part
}

const RELATIVE = /^[+-]\d{1,6}(?:w|d|h|m|s)$/

/** A date or a time; `+3d` is relative to the time of the load. */
export function readMoment(problems: Problems, kind: 'date' | 'timestamp', node: SeedNode): unknown {
  const { value } = node
  if (typeof value === 'string' && RELATIVE.test(value)) {
    if (kind === 'date' && !/[wd]$/.test(value)) problems.add(node, `a day cannot be relative by hours: ${value}`)
    return { relative: value, as: kind } satisfies Relative
  }
  try {
    return kind === 'date' ? parseDate('', value) : parseTimestamp('', value)
  } catch (error) {
    problems.add(node, error instanceof Error ? error.message.replace(/^: /, '') : String(error))
    return undefined
  }
}

/** Members: a list, or an object with the access level of each. */
function readMembers({ problems, references, from }: ValueReader, node: SeedNode, set: SetValue): void {
  const types: GivenType[] = ['user', 'team']
  const entries: [SeedNode, unknown][] =
    node.value instanceof Map
      ? [...node.value].map(([name, { at, path, node: level }]) => [
          { at, path, value: name },
          readLevel(problems, level),
        ])
      : itemsOf(problems, node).map(item => [item, null])
  references.later(() =>
    set(
      entries.flatMap(([member, access_level]) => {
        const gid = references.resolve(member, types, from)
        return gid === undefined ? [] : { gid, access_level }
      }),
    ),
  )
}

const LEVELS = ['admin', 'editor', 'commenter', 'viewer']

function readLevel(problems: Problems, node: SeedNode): unknown {
  if (!LEVELS.includes(String(node.value))) problems.add(node, `must be one of ${LEVELS.join(', ')}`)
  return node.value
}

const textField = text({ max: 1024, doc: 'A text.' })
const numberField = number({ doc: 'A number.' })

/** Values of custom fields: by key, in the form of the type of the field. */
function readFieldValues(reader: ValueReader, node: SeedNode, set: SetValue): void {
  const { problems, references, from } = reader
  const members = membersOf(problems, node)
  if (!members) return
  references.later(() => {
    const values = new Map<number, unknown>()
    for (const [key, { at, path, node: value }] of members) {
      const gid = references.resolve({ at, path, value: key }, ['custom_field'], from)
      if (gid === undefined || value.value === null) continue
      const read = readFieldValue(reader, { key, type: references.fieldType(gid) }, value)
      if (read !== undefined) values.set(gid, read)
    }
    set(values)
  })
}

function readFieldValue(
  reader: ValueReader,
  { key, type }: { key: string; type: string | undefined },
  node: SeedNode,
): unknown {
  const { problems, references } = reader
  // An option is named as it is, so it may look like a number.
  const option = (one: SeedNode) => references.resolveOption(one, key)
  switch (type) {
    case 'number':
      return readPlain(problems, 'value', numberField, node)
    case 'enum':
      return option(node)
    case 'multi_enum':
      return itemsOf(problems, node).flatMap(item => option(item) ?? [])
    case 'date':
      return readMoment(problems, String(node.value).includes('T') ? 'timestamp' : 'date', node)
    case 'people':
      return resolveItems(reader, node, ['user'])
    case 'reference':
      return resolveItems(reader, node, ['task', 'project', 'portfolio', 'goal'])
    case 'text':
      return readPlain(problems, 'value', textField, node)
    default:
      return plain(node)
  }
}
