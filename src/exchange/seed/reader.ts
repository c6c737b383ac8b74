/** Reads the objects of a seed from its document, with all errors. */

import { isTimeZone, parseTimestamp } from '../../lib/date.ts'
import { parseGid } from '../../lib/gid.ts'
import type { Field } from '../../vocabulary/field.ts'
import type { GivenType } from '../load/given.ts'
import type { Moment, SeedContents, SeedObject, TaskGenerator } from './contents.ts'
import { kindOf, type Member, type Problems, type SeedNode } from './document.ts'
import { readGenerator } from './generate.ts'
import { FIRST_CLOCK_MS, gidOfKey, isKey } from './keys.ts'
import { addParts } from './parts.ts'
import { References } from './references.ts'
import { collections, type SeedShape, workspaceShape } from './shapes.ts'
import { entryOf, itemsOf, membersOf, readMoment, readValue } from './values.ts'

export interface Reading {
  problems: Problems
  references: References
  objects: SeedObject[]
  dependencies: { task: number; dependency: number }[]
  generators: TaskGenerator[]
  tokens: Record<string, string>
  /** The e-mail domain of people without an address. */
  domain: string
}

/** Where an object stands. */
interface Standing {
  node: SeedNode
  at: SeedNode['at']
  /** Null for an object in a list. */
  key: string | null
  path: string
  gid: number
  parent: SeedObject | null
}

const ROOT = ['seed', 'clock', 'workspace', ...Object.keys(collections)]

/** Reads a seed. It is valid if no problems are found. */
export function readSeed(
  root: SeedNode,
  problems: Problems,
  known: Readonly<Record<string, string>>,
): SeedContents | undefined {
  const members = membersOf(problems, root)
  if (!members) return undefined
  for (const [name, member] of members) if (!ROOT.includes(name)) unknownMember(problems, member, name, ROOT)
  const version = members.get('seed')
  if (!version) problems.add(root, 'needs seed: 1, the version of its format')
  else if (version.node.value !== 1) problems.add(version.node, 'must be 1, the version of the format')
  const references = new References(problems, known)
  const tokens: Record<string, string> = {}
  const reading: Reading = { problems, references, objects: [], dependencies: [], generators: [], tokens, domain: '' }
  const workspace = readWorkspace(reading, root, members)
  for (const [name, shape] of Object.entries(collections)) {
    const member = members.get(name)
    if (member) readKeyed(reading, shape, member.node, null)
  }
  for (const object of [...reading.objects]) addParts(reading, object)
  references.settle()
  settleAuthors(reading)
  const { objects, dependencies, generators } = reading
  const clock = readClock(problems, members.get('clock'))
  const { outside, gids } = references
  return { clock, workspace, objects, dependencies, generators, outside, gids, tokens }
}

function readClock(problems: Problems, member: Member | undefined): number | null {
  if (!member) return null
  const { node } = member
  try {
    const at = parseTimestamp('', node.value)
    if (at < FIRST_CLOCK_MS) problems.add(node, 'must be in 2019 or later, so that new gids come after those of keys')
    return at
  } catch (error) {
    problems.add(node, error instanceof Error ? error.message.replace(/^: /, '') : String(error))
    return null
  }
}

function readWorkspace(reading: Reading, root: SeedNode, members: ReadonlyMap<string, Member>): number {
  const { problems } = reading
  const member = members.get('workspace')
  if (!member) problems.add(root, 'needs a workspace')
  const inside = member && membersOf(problems, member.node)
  if (!member || !inside) return 0
  const { node, at } = member
  const key = inside.get('key')
  const name = key?.node.value
  if (!key) problems.add(node, 'needs a key')
  else if (typeof name !== 'string' || !isKey(name)) problems.add(key.node, KEY_RULE)
  const domains = inside.get('domains')
  const first = domains && itemsOf(problems, domains.node)[0]?.value
  const path = String(name)
  reading.domain = typeof first === 'string' ? first : `${path}.test`
  const without = new Map([...inside].filter(([member]) => member !== 'key'))
  const place = {
    node: { ...node, value: without },
    at,
    key: path,
    path,
    gid: gidOfKey('workspace', path),
    parent: null,
  }
  const object = readObject(reading, workspaceShape, place)
  object.values.domains ??= [reading.domain]
  return object.gid
}

const KEY_RULE = 'must be a key: at most 64 of a-z, 0-9, ., - and _, and a letter or a digit first'

/** Objects by key. */
function readKeyed(reading: Reading, shape: SeedShape, node: SeedNode, parent: SeedObject | null): void {
  const { problems } = reading
  for (const [key, { at, path: place, node: inside }] of membersOf(problems, node) ?? []) {
    if (!isKey(key)) problems.add({ at, path: place }, KEY_RULE)
    const path = parent === null ? key : `${parent.path}/${key}`
    readObject(reading, shape, { node: inside, at, key, path, gid: gidOfKey(shape.type, path), parent })
  }
}

/** Objects in a list. Their gids ascend, because lists of the API are in this order. */
function readListed(reading: Reading, shape: SeedShape, name: string, node: SeedNode, parent: SeedObject): void {
  const items = shape.isSingle ? [node] : itemsOf(reading.problems, node)
  const first = gidOfKey(shape.type, `${parent.path}/${name}`)
  for (const [index, item] of items.entries()) {
    const named = item.value instanceof Map ? item.value.get(shape.keyedBy ?? '')?.node.value : item.value
    const path = shape.keyedBy === undefined ? `${parent.path}/${name}/${index}` : `${parent.path}/${String(named)}`
    const gid = shape.keyedBy === undefined ? first + index : gidOfKey(shape.type, path)
    readObject(reading, shape, { node: item, at: item.at, key: null, path, gid, parent })
  }
}

/** Members of every object, in addition to those of its type. */
const COMMON_MEMBERS = ['gid', 'by', 'created_at']

const AUTHOR_TYPES: readonly GivenType[] = ['user', 'service_account']

const OWN_MEMBERS: Partial<Record<GivenType, readonly string[]>> = {
  task: ['depends_on'],
  project: ['generate'],
}

function readObject(reading: Reading, shape: SeedShape, place: Standing): SeedObject {
  const { problems, references } = reading
  const { node, at, key, path, parent } = place
  const members = node.value instanceof Map ? node.value : shorthand(shape, node)
  if (!members) problems.add(node, `must be an object, not ${kindOf(node)}`)
  const object: SeedObject = {
    ...{ type: shape.type, gid: explicitGid(problems, members?.get('gid')) ?? place.gid, path, at, place: node.path },
    ...{ by: 0, created_at: null, parent: parent && { type: parent.type, gid: parent.gid }, values: {} },
  }
  if (key !== null || shape.keyedBy) references.add(path, object, node.path)
  else references.addGid(path, object, node.path)
  reading.objects.push(object)
  for (const [name, member] of members ?? []) readMember(reading, shape, object, name, member)
  complete(reading, shape, object, { key, node })
  return object
}

/** A plain value stands for one member; nothing stands for an object without members. */
function shorthand({ short }: SeedShape, node: SeedNode): ReadonlyMap<string, Member> | undefined {
  if (node.value === null) return new Map()
  if (short === undefined || Array.isArray(node.value)) return undefined
  return new Map([[short, { at: node.at, path: node.path, node }]])
}

function explicitGid(problems: Problems, member: Member | undefined): number | undefined {
  if (!member) return undefined
  const gid = parseGid(String(member.node.value))
  if (gid === undefined) problems.add(member.node, 'must be a gid: a positive number of at most 16 digits')
  return gid
}

function readMember(reading: Reading, shape: SeedShape, object: SeedObject, name: string, member: Member): void {
  const { problems, references } = reading
  const { node } = member
  const { keyed, listed, fields } = shape
  const [inKeys, inList, field] = [entryOf(keyed, name), entryOf(listed, name), entryOf(fields, name)]
  const reader = { problems, references, from: object.path }
  const set = (value: unknown) => {
    object.values[name] = value
  }
  const own = shape.readers && entryOf(shape.readers, name)
  if (inKeys) readKeyed(reading, inKeys(), node, object)
  // Of a project, a list has its fields, and an object has values.
  else if (inList && !(field && node.value instanceof Map)) readListed(reading, inList(), name, node, object)
  else if (COMMON_MEMBERS.includes(name)) readCommonMember(reading, object, name, node)
  else if (name === 'token' && field) readToken(reading, object, node)
  else if (own) own(reader, node, set, object.values)
  else if (field) readValue(reader, name, field, node, set)
  else if (OWN_MEMBERS[object.type]?.includes(name)) readOwnMember(reading, object, name, node)
  else unknownMember(problems, member, name, namesOf(shape))
}

/** The gid is known already. */
function readCommonMember({ problems, references }: Reading, object: SeedObject, name: string, node: SeedNode): void {
  if (name === 'created_at') object.created_at = readMoment(problems, 'timestamp', node) as Moment
  if (name === 'by')
    references.later(() => {
      object.by = references.resolve(node, AUTHOR_TYPES, object.path) ?? -1
    })
}

const namesOf = ({ type, fields, keyed, listed }: SeedShape): string[] => [
  ...[...COMMON_MEMBERS, ...Object.keys(fields)],
  ...[...Object.keys(keyed), ...Object.keys(listed), ...(OWN_MEMBERS[type] ?? [])],
]

function unknownMember(problems: Problems, member: Member, name: string, known: readonly string[]): void {
  problems.addUnknown(member, 'unknown member', { name, count: known.length, known: () => known })
}

function readOwnMember(reading: Reading, object: SeedObject, name: string, node: SeedNode): void {
  const { problems, references, dependencies, generators } = reading
  const reader = { problems, references, from: object.path }
  if (name === 'generate') return void generators.push(readGenerator(reader, object, node))
  references.later(() => {
    const found = itemsOf(problems, node).flatMap(item => references.resolve(item, ['task'], object.path) ?? [])
    for (const dependency of new Set(found)) dependencies.push({ task: object.gid, dependency })
  })
}

/** A token: a text, or one that is made from the key. */
function readToken({ problems, tokens }: Reading, object: SeedObject, node: SeedNode): void {
  const token = node.value === true ? `${object.path}-token` : node.value
  if (typeof token !== 'string' || !/^[!-~]{8,200}$/.test(token)) {
    problems.add(node, 'must be true, or 8 to 200 printable characters without blanks')
    return
  }
  const other = Object.keys(tokens).find(key => tokens[key] === token)
  if (other !== undefined) problems.add(node, `is the token of ${other} already`)
  tokens[object.path] = token
  object.values.token = token
}

/** Adds what follows from the key, and finds what is missing. */
function complete(
  reading: Reading,
  shape: SeedShape,
  { values, path, gid, type }: SeedObject,
  of: { key: string | null; node: SeedNode },
) {
  const { problems, references, domain } = reading
  const { fields } = shape
  if (of.key !== null && fields.name && values.name === undefined) values.name = of.key
  if (type === 'user' && values.email === undefined) values.email = `${path}@${domain}`
  if (type === 'custom_field') {
    const subtype = values.resource_subtype ?? values.type
    if (typeof subtype === 'string') references.addField(gid, subtype)
    else if (subtype === undefined) problems.add(of.node, 'needs a type')
  }
  if (typeof values.time_zone === 'string' && !isTimeZone(values.time_zone))
    problems.add(of.node, `${values.time_zone} is not a time zone`)
  references.later(() => {
    for (const [name, field] of Object.entries<Field>(fields))
      if (field.required && !isGiven(of.node, shape, name) && values[name] === undefined)
        problems.add(of.node, `needs ${name}`)
  })
}

/** Whether a member is there, even if its value is wrong, which is another error. */
const isGiven = ({ value }: SeedNode, { short }: SeedShape, name: string): boolean =>
  value instanceof Map ? value.has(name) : name === short

/** The types of objects whose author is not stored. */
const WITHOUT_AUTHOR: readonly GivenType[] = [
  ...(['workspace', 'role', 'user', 'service_account', 'team', 'tag', 'enum_option'] as const),
  'time_tracking_category',
]

/** Gives objects without an author that of what contains them, or the first administrator, or the first person. */
function settleAuthors({ problems, objects }: Reading): void {
  const people = objects.filter(({ type }) => type === 'user')
  const first = people.find(({ values }) => values.admin === true) ?? people[0]
  const service = objects.find(({ type }) => type === 'service_account')
  const author = (first ?? service)?.gid
  const authors = new Map<number, number>()
  for (const object of objects) {
    // People enter their own days.
    const own = object.parent?.type === 'user' ? object.parent.gid : undefined
    if (object.by === 0) object.by = own ?? authors.get(object.parent?.gid ?? 0) ?? author ?? 0
    authors.set(object.gid, object.by)
    const needs = !WITHOUT_AUTHOR.includes(object.type)
    if (object.by === 0 && needs && object.parent === null)
      problems.add({ at: object.at, path: object.place }, 'needs an author: by, or a person in the seed')
  }
}
