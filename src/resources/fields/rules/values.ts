/**
 * Writes the custom field values of an object: `custom_fields: {"<gid>": value}`. An error rolls back all of them.
 */

import type { Actor } from '../../../identity/actor.ts'
import { localDate, parseDate, parseTimestamp } from '../../../lib/date.ts'
import { invalid, invalidReference, malformed, notGid, unrecognized } from '../../../lib/errors.ts'
import { roundHalfUp } from '../../../lib/formula_functions.ts'
import { parseGid } from '../../../lib/gid.ts'
import type { Name } from '../../../names.ts'
import { allows, rights } from '../../../policy/rights.ts'
import { deleteWhere, insert } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { workspacesOf } from '../../../store/queries/field_values.ts'
import { type FieldOnObject, type FieldOwner, fieldsOn, optionsOf } from '../../../store/queries/fields.ts'
import { usersOfEmails } from '../../../store/queries/people.ts'
import type { CustomFieldTable } from '../../../store/tables/fields.ts'
import { mustHaveFeature } from '../../people/rules/plan.ts'
import { mustBelong, mustBeOf } from '../../work/rules/membership.ts'
import { digitsOf } from './numbers.ts'

/** The stored form of a value: columns, and the gids of a list. */
export interface StoredValue {
  text_value?: string
  number_value?: string
  enum_value?: number
  date_on?: string
  date_at?: number | null
  choices?: number[]
}

interface ValueWrite {
  tx: Writer
  actor: Actor
  field: FieldOnObject
}

/** Far more than an object has fields. Each value costs statements while other writers wait. */
const MAX_VALUES = 1000

/** Sets the given values of an object. Throws 400 for a field that it does not have, and for an invalid value. */
export async function setValues(tx: Writer, actor: Actor, owner: FieldOwner, given: unknown): Promise<void> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    // wire: forum t/170757
    throw invalid('custom_fields', `Value is not a JSON object: ${quote(given)}`)
  }
  const members = Object.entries(given)
  if (members.length > MAX_VALUES) throw invalid('custom_fields', `Too many values (maximum ${MAX_VALUES})`)
  const entries = members.map(([key, raw]) => ({ key, gid: parseGid(key), raw }))
  const gids = entries.map(({ gid }) => gid).filter(gid => gid !== undefined)
  const seen = await rights(tx, actor.gid, 'custom_field', gids)
  const found = await fieldsOn(tx, owner, gids)
  const [first] = found.values()
  if (first) await mustHaveFeature(tx, first.workspace, 'custom_fields')
  for (const { key, gid, raw } of entries) {
    const field = gid === undefined ? undefined : found.get(gid)
    if (!field || !allows(seen.get(field.gid), 'view')) throw notOnObject(key)
    await setValue({ tx, actor, field }, owner, raw)
  }
}

// wire: forum t/618448
const notOnObject = (gid: string) =>
  malformed(`Custom field with ID ${gid.slice(0, 100).toWellFormed()} is not on given object`)

async function setValue(write: ValueWrite, owner: FieldOwner, raw: unknown): Promise<void> {
  const { tx, field } = write
  const clears = raw === null || raw === '' || (Array.isArray(raw) && raw.length === 0)
  // wire: docs: a value of a field that no longer applies can be cleared, and nothing else
  if (!field.enabled && !(clears && field.value !== null)) throw notOnObject(String(field.gid))
  const parse = parserOf(field)
  const stored = clears ? undefined : await parse(write, raw)
  if (field.value !== null) {
    await deleteWhere(tx, 'custom_field_choices', { value: field.value })
    await deleteWhere(tx, 'custom_field_values', { gid: field.value })
  }
  if (!stored) return
  const { choices = [], ...columns } = stored
  const gid = tx.gid()
  const blank = { text_value: null, number_value: null, enum_value: null, date_on: null, date_at: null }
  await insert(tx, 'custom_field_values', {
    gid,
    object: owner.gid,
    object_type: owner.type,
    custom_field: field.gid,
    workspace: field.workspace,
    ...blank,
    ...columns,
  })
  for (const [rank, choice] of choices.entries()) await insert(tx, 'custom_field_choices', { value: gid, choice, rank })
}

/** The parser of the values of a field. Throws 400 for a field whose values the program sets. */
function parserOf({ gid, resource_subtype, formula, id_prefix }: FieldOnObject): CustomValueParser {
  const parse = parsers.get(resource_subtype)
  // A later version could have stored an unknown type: it is returned, but cannot be written.
  if (!parse || formula !== null || id_prefix !== null) throw malformed(`Custom field with ID ${gid} is read-only`)
  return parse
}

/** The stored form of a value that no task has yet. Throws 400 for an invalid one. */
export const parseValue = (tx: Writer, actor: Actor, field: CustomFieldTable, raw: unknown): Promise<StoredValue> => {
  const own = { ...field, enabled: 1, value: null }
  return parserOf(own)({ tx, actor, field: own }, raw)
}

type CustomValueParser = (write: ValueWrite, raw: unknown) => Promise<StoredValue>

// A map, because the type comes from the store and could be `constructor`.
const parsers = new Map<string, CustomValueParser>(
  Object.entries({ text, number, enum: option, multi_enum: options, date, people, reference }),
)

const MAX_CHARACTERS = 1024
const MAX_CODE_UNITS = 65_535

/** Counts grapheme clusters: a letter with its accents, or an emoji, counts as one. */
function isTooLong(value: string): boolean {
  if (value.length <= MAX_CHARACTERS) return false
  // One grapheme cluster can have any number of accents.
  if (value.length > MAX_CODE_UNITS) return true
  // Created only here: the first segmenter makes Node load the Unicode tables, which few values need.
  const graphemes = new Intl.Segmenter()
  let count = 0
  for (const _ of graphemes.segment(value)) if (++count > MAX_CHARACTERS) return true
  return false
}

async function text(_write: ValueWrite, raw: unknown): Promise<StoredValue> {
  if (typeof raw !== 'string') throw invalid('text_value', `Not a text: ${kindOf(raw)}`)
  if (isTooLong(raw)) throw invalid('text_value', `Text is too long (maximum ${MAX_CHARACTERS} characters)`)
  if (!raw.isWellFormed() || raw.includes('\0'))
    throw invalid('text_value', 'Text has a character that cannot be stored')
  return { text_value: raw }
}

// `Number` also accepts `0x10` and `0b1`.
const DECIMAL = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/

async function number({ field }: ValueWrite, raw: unknown): Promise<StoredValue> {
  const given = typeof raw === 'string' && DECIMAL.test(raw.trim()) ? Number(raw) : raw
  if (typeof given !== 'number' || !Number.isFinite(given) || Math.abs(given) > 1e15) {
    throw invalid('number_value', `Not a number: ${quote(raw)}`)
  }
  return { number_value: String(roundHalfUp(given, digitsOf(field))) }
}

function gidOf(at: string, raw: unknown): number {
  if (typeof raw !== 'string' && !Number.isSafeInteger(raw)) throw notGid(at, kindOf(raw))
  const gid = parseGid(String(raw))
  // wire: tests of a public integration: the name of an option is not a gid
  if (gid === undefined) throw unrecognized(at, String(raw).slice(0, 100).toWellFormed())
  return gid
}

async function option(write: ValueWrite, raw: unknown): Promise<StoredValue> {
  const [chosen] = await parseChoices(write, 'enum_value', [raw])
  return chosen === undefined ? {} : { enum_value: chosen }
}

async function options(write: ValueWrite, raw: unknown): Promise<StoredValue> {
  return { choices: await parseChoices(write, 'multi_enum_values', asList(raw)) }
}

async function parseChoices({ tx, field }: ValueWrite, at: string, items: unknown[]): Promise<number[]> {
  const known = new Map((await optionsOf(tx, field.gid)).map(one => [one.gid, one]))
  return distinct(
    items.map(item => {
      const gid = gidOf(at, item)
      const found = known.get(gid)
      // wire: MrMalkio test matrix: an option of another field
      if (!found) throw invalidReference(at, gid)
      if (!found.enabled) throw invalid(at, `The option ${gid} is disabled`)
      return gid
    }),
  )
}

async function date({ actor }: ValueWrite, raw: unknown): Promise<StoredValue> {
  const object =
    typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? (raw as Record<string, unknown>) : null
  const given = object ? (object.date_time ?? object.date ?? object) : raw
  if (typeof given === 'string' && given.includes('T')) {
    const at = parseTimestamp('date_value', given)
    return { date_on: localDate(at, actor.timeZone), date_at: at }
  }
  return { date_on: parseDate('date_value', given), date_at: null }
}

async function people({ tx, actor, field }: ValueWrite, raw: unknown): Promise<StoredValue> {
  const items = asList(raw)
  const addresses = items.filter((item): item is string => typeof item === 'string' && item.includes('@'))
  const users = await usersOfEmails(tx, addresses)
  const gids = items.map(item => {
    if (item === 'me') return actor.gid
    if (typeof item !== 'string' || !item.includes('@')) return gidOf('people_value', item)
    const user = users.get(item.toLowerCase())
    if (user === undefined) throw unrecognized('people_value', item.slice(0, 100).toWellFormed())
    return user
  })
  await mustBelong(tx, field.workspace, gids, () => 'people_value')
  return { choices: distinct(gids) }
}

/** The types of objects that a field can refer to. */
export const referable: readonly Name[] = ['task', 'project', 'portfolio', 'goal']

async function reference({ tx, actor, field }: ValueWrite, raw: unknown): Promise<StoredValue> {
  const gids = asList(raw).map(item => gidOf('reference_value', item))
  const allowed = (JSON.parse(field.input_restrictions ?? '[]') as Name[]).filter(type => referable.includes(type))
  const seen = new Set<number>()
  for (const type of allowed) {
    for (const [gid, right] of await rights(tx, actor.gid, type, gids)) if (allows(right, 'view')) seen.add(gid)
  }
  const unseen = gids.find(gid => !seen.has(gid))
  if (unseen !== undefined) throw unrecognized('reference_value', String(unseen))
  const homes = await workspacesOf(tx, gids)
  for (const gid of gids) mustBeOf(field.workspace, homes.get(gid), 'reference_value', gid)
  return { choices: distinct(gids) }
}

const distinct = (gids: number[]): number[] => [...new Set(gids)]

const MAX_CHOICES = 500

/** One more than the maximum is enough to detect too many. */
const parts = (text: string): string[] => text.split(',', MAX_CHOICES + 1).map(part => part.trim())

function asList(raw: unknown): unknown[] {
  const items = Array.isArray(raw) ? raw : typeof raw === 'string' ? parts(raw) : [raw]
  if (items.length > MAX_CHOICES) throw malformed(`A value can have at most ${MAX_CHOICES} elements`)
  return items
}

const kindOf = (raw: unknown): string => (raw === null ? 'null' : Array.isArray(raw) ? 'array' : typeof raw)

const quote = (raw: unknown): string =>
  typeof raw === 'object' ? kindOf(raw) : String(raw).slice(0, 100).toWellFormed()
