/** The options of enum and multi-enum fields. */
import { invalid, malformed } from '../../../lib/errors.ts'
import { rankBetween, ranksBetween } from '../../../lib/rank.ts'
import { insert } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { optionsOf } from '../../../store/queries/fields.ts'
import { flag, oneOf, text, type Values } from '../../../vocabulary/field.ts'
import { colors } from './colors.ts'

// wire: contract
export const MAX_OPTIONS = 500

/** The input for a new option. */
export const optionInput = {
  name: text({ required: true, max: 1024, doc: 'The name of the option.' }),
  color: oneOf(colors, { doc: 'The colour of the option.' }),
  enabled: flag({ doc: 'Whether the option can be chosen.' }),
}

/** Creates the options of a new field, in order. */
export async function createOptions(
  tx: Writer,
  field: { gid: number; workspace: number },
  given: Values<typeof optionInput>[],
): Promise<void> {
  if (given.length > MAX_OPTIONS) throw malformed(`A custom field can have at most ${MAX_OPTIONS} options`)
  if (given.length > 0 && given.every(({ enabled }) => enabled === false)) {
    throw invalid('enum_options', 'At least one option must be enabled')
  }
  const ranks = ranksBetween(null, null, given.length)
  for (const [index, { name, color = 'none', enabled = true }] of given.entries()) {
    mustHaveName(name, `enum_options: [${index}]: name`)
    const gid = tx.gid()
    const columns = {
      custom_field: field.gid,
      workspace: field.workspace,
      rank: ranks[index] ?? rankBetween(null, null),
    }
    await insert(tx, 'enum_options', { gid, ...columns, name, color, enabled: enabled ? 1 : 0 })
  }
}

export function mustHaveName(name: string, at: string): void {
  if (name.trim() === '') throw invalid(at, 'Missing input')
}

/** Throws 400 if `option` is the only enabled one of its field. */
export async function mustNotBeLast(tx: Writer, field: number, option: number): Promise<void> {
  const enabled = (await optionsOf(tx, field)).filter(one => one.enabled)
  if (enabled.every(({ gid }) => gid === option)) throw invalid('enabled', 'The last enabled option cannot be disabled')
}
