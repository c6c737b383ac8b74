/**
 * The status options of custom types, as the console creates and changes them. Invariant: a type has an enabled option
 * for each completion state, so every task of the type has a status. The row of the type is locked before its options
 * change.
 */
import { invalid, malformed, missingInput, unrecognized } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import { ranksBetween } from '../../../lib/rank.ts'
import { insert, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { type RankPosition, rankAt, statusOptionsOfType } from '../../../store/queries/order.ts'
import { type CustomTypeRow, type StatusOptionRow, statusOptionsOf } from '../../../store/queries/types/custom_types.ts'
import { flag, oneOf, text, type Values } from '../../../vocabulary/field.ts'
import { colors } from './colors.ts'
import { completionStates } from './status_fields.ts'

const MAX_STATUS_OPTIONS = 100

const name = text({ required: true, max: 1024, doc: 'The name of the status.' })
const color = oneOf(colors, { doc: 'The colour; `none` when absent.' })
const anchor = (side: string) => text({ max: 20, doc: `The gid of the status right ${side} the new position.` })
const position = { insert_before: anchor('after'), insert_after: anchor('before') }

/** The input for a new status option. */
export const statusInput = {
  name,
  completion_state: oneOf(completionStates, { required: true, doc: 'Whether tasks with this status are completed.' }),
  color,
}

/** The input for one more status option of a type. */
export const addedStatusInput = { ...statusInput, ...position }

/** The input for a change of a status option. */
export const changedStatusInput = {
  name: { ...name, required: undefined },
  color,
  enabled: flag({ doc: 'Whether it can be chosen. Tasks that have it keep it.' }),
  ...position,
}

/** The status options of a type that is created without any. */
export const defaultOptions: Values<typeof statusInput>[] = completionStates.map(state => ({
  name: state,
  completion_state: state,
}))

type TypeOfOptions = Pick<CustomTypeRow, 'gid' | 'workspace'>

/** Creates the status options of a new type, in order. Throws 400 unless both completion states have one. */
export async function createStatusOptions(
  tx: Writer,
  type: TypeOfOptions,
  given: Values<typeof statusInput>[] = defaultOptions,
): Promise<void> {
  mustNotBeTooMany(given.length)
  mustHaveEachState(given)
  const ranks = ranksBetween(null, null, given.length)
  for (const [index, option] of given.entries()) {
    const at = `status_options: [${index}]: name`
    await insertOption(tx, type, { ...option, name: mustHaveName(option.name, at) }, ranks[index] ?? '')
  }
}

/** Throws 400 unless each completion state has an option that can be chosen. */
export function mustHaveEachState(given: readonly { completion_state: string; enabled?: boolean }[]): void {
  for (const state of completionStates) {
    if (given.some(option => option.completion_state === state && option.enabled !== false)) continue
    throw invalid('status_options', `At least one option must have the completion state ${state}`)
  }
}

/** Adds a status option to a locked type, at the end unless a position is given; returns its gid. */
export async function addStatusOption(
  tx: Writer,
  type: TypeOfOptions,
  given: Values<typeof addedStatusInput>,
): Promise<number> {
  mustNotBeTooMany((await statusOptionsOf(tx, type.gid)).length + 1)
  const rank = await rankOf(tx, type.gid, given)
  return insertOption(tx, type, { ...given, name: mustHaveName(given.name, 'name') }, rank)
}

/** Changes a status option of a locked type. Throws 400 if no enabled one of its completion state would be left. */
export async function changeStatusOption(
  tx: Writer,
  { gid, custom_type, completion_state }: StatusOptionRow,
  { name, color, enabled, ...given }: Values<typeof changedStatusInput>,
): Promise<void> {
  if (enabled === false) {
    const left = (await statusOptionsOf(tx, custom_type)).filter(
      one => one.enabled && one.gid !== gid && one.completion_state === completion_state,
    )
    if (left.length === 0) throw invalid('enabled', `The last ${completion_state} option cannot be disabled`)
  }
  const isMoved = given.insert_before !== undefined || given.insert_after !== undefined
  const rank = isMoved ? await rankOf(tx, custom_type, given) : undefined
  await update(
    tx,
    'custom_type_status_options',
    { gid },
    {
      ...(name === undefined ? {} : { name: mustHaveName(name, 'name') }),
      ...(color === undefined ? {} : { color }),
      ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0 }),
      ...(rank === undefined ? {} : { rank }),
    },
  )
}

async function insertOption(
  tx: Writer,
  { gid: custom_type, workspace }: TypeOfOptions,
  { name, completion_state, color = 'none' }: Values<typeof statusInput>,
  rank: string,
): Promise<number> {
  const gid = tx.gid()
  const row = { custom_type, workspace, name, completion_state, color, enabled: 1, rank }
  await insert(tx, 'custom_type_status_options', { gid, ...row })
  return gid
}

/** The rank of a position: the end without an anchor. Throws 400 for an anchor that is no option of the type. */
async function rankOf(tx: Writer, type: number, given: { insert_before?: string; insert_after?: string }) {
  const { insert_before: before, insert_after: after } = given
  if (before !== undefined && after !== undefined) {
    throw malformed('You may only provide one of insert_before or insert_after!')
  }
  const text = before ?? after
  const gid = text === undefined ? undefined : (parseGid(text) ?? 0)
  const place: RankPosition = gid === undefined ? 'end' : before === undefined ? { after: gid } : { before: gid }
  const rank = await rankAt(tx, statusOptionsOfType, type, place)
  if (rank === undefined) throw unrecognized(before === undefined ? 'insert_after' : 'insert_before', text ?? '')
  return rank
}

/** Throws 400 for more status options than a type can have. */
export function mustNotBeTooMany(count: number): void {
  if (count > MAX_STATUS_OPTIONS) {
    throw malformed(`A custom type can have at most ${MAX_STATUS_OPTIONS} status options`)
  }
}

/** A name without spaces at its ends. Throws 400 for a blank one. */
export function mustHaveName(name: string, at: string): string {
  if (name.trim() === '') throw missingInput(at)
  return name.trim()
}
