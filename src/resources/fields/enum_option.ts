/** An option of an enum or multi-enum custom field. Options are never deleted: values can refer to disabled options. */
import { invalidReference, malformed, missingInput } from '../../lib/errors.ts'
import { getForUpdate, insert, update as set } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'
import { optionOf, optionsOf } from '../../store/queries/fields.ts'
import { optionsOfField, rankAt } from '../../store/queries/order.ts'
import { columns } from '../../vocabulary/columns.ts'
import { flag, one, oneOf, text } from '../../vocabulary/field.ts'
import { action, create, update } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { anchorOf, type PositionInput, parsePosition } from '../work/rules/position.ts'
import { colors } from './rules/colors.ts'
import { optionTypes } from './rules/definition.ts'
import { MAX_OPTIONS, mustHaveName, mustNotBeLast } from './rules/options.ts'

export const enumOption = resource('enum_option', {
  doc: 'An option of a custom field.',
  guard: 'enum_option',
  cached: true,
  changes: { none: 'the API has no events of custom fields' },
  fields: {
    name: text({ compact: true, write: 'always', required: true, max: 1024, doc: 'The name of the option.' }),
    enabled: flag({ compact: true, write: 'always', doc: 'Whether it can be chosen.' }),
    color: oneOf(colors, { compact: true, write: 'always', doc: 'The colour of the option.' }),
  },
})

const anchors = {
  insert_before: one('enum_option', { need: 'view', doc: 'The option right after the new position.' }),
  insert_after: one('enum_option', { need: 'view', doc: 'The option right before the new position.' }),
}

/** The rank of a position: the end without an anchor. Throws 400 for an anchor that is not an option of the field. */
async function rankOf(tx: Writer, field: number, input: PositionInput, [before, after]: [string, string]) {
  const position = parsePosition(input) ?? 'end'
  const rank = await rankAt(tx, optionsOfField, field, position)
  if (rank === undefined) throw invalidReference(input.insert_before ? before : after, anchorOf(position) ?? 0)
  return rank
}

/** Locks the field whose options change. Throws 402 if the plan does not include custom fields. */
async function getFieldForUpdate(tx: Writer, gid: number) {
  // The lock protects the number of options, and that one of them is enabled.
  const field = await getForUpdate(tx, 'custom_fields', gid)
  await mustHaveFeature(tx, field.workspace, 'custom_fields')
  return field
}

const getFieldWithOptions = async (tx: Writer, gid: number) => {
  const field = await getFieldForUpdate(tx, gid)
  const types: readonly string[] = optionTypes
  if (!types.includes(field.resource_subtype))
    throw malformed(`A field of the type ${field.resource_subtype} has no options`)
  return field
}

export const operations = [
  create('/custom_fields/{custom_field_gid}/enum_options', enumOption, {
    id: 'createEnumOptionForCustomField',
    doc: 'Creates an option of a custom field, at the end unless a position is given.',
    body: anchors,
    async execute({ path, body, tx }) {
      const field = await getFieldWithOptions(tx, path.custom_field_gid)
      mustHaveName(body.name, 'name')
      if ((await optionsOf(tx, field.gid)).length >= MAX_OPTIONS) {
        throw malformed(`A custom field can have at most ${MAX_OPTIONS} options`)
      }
      const rank = await rankOf(tx, field.gid, body, ['insert_before', 'insert_after'])
      const { name, color = 'none' } = body
      const gid = tx.gid()
      // wire: contract: a new option is always enabled
      await insert(tx, 'enum_options', {
        gid,
        custom_field: field.gid,
        workspace: field.workspace,
        name,
        color,
        enabled: 1,
        rank,
      })
      return gid
    },
  }),
  action('/custom_fields/{custom_field_gid}/enum_options/insert', enumOption, {
    id: 'insertEnumOptionForCustomField',
    doc: 'Moves an option before or after another one of its custom field.',
    body: {
      enum_option: one('enum_option', { need: 'edit', required: true, doc: 'The option to move.' }),
      before_enum_option: one('enum_option', { need: 'view', doc: 'The option right after the new position.' }),
      after_enum_option: one('enum_option', { need: 'view', doc: 'The option right before the new position.' }),
    },
    async execute({ path, body, tx }) {
      const { enum_option: gid, before_enum_option: before, after_enum_option: after } = body
      const { gid: field } = await getFieldForUpdate(tx, path.custom_field_gid)
      if ((await optionOf(tx, gid))?.custom_field !== field) throw invalidReference('enum_option', gid)
      if (before === undefined && after === undefined) throw missingInput('before_enum_option')
      const input = { insert_before: before, insert_after: after }
      if (anchorOf(parsePosition(input) ?? 'end') === gid) return gid
      const rank = await rankOf(tx, field, input, ['before_enum_option', 'after_enum_option'])
      await set(tx, 'enum_options', { gid }, { rank })
      return gid
    },
  }),
  update('/enum_options/{enum_option_gid}', enumOption, {
    id: 'updateEnumOption',
    doc: 'Updates the name or colour of an option, or whether it is enabled.',
    async execute({ path, body, tx }) {
      const gid = path.enum_option_gid
      if (body.name !== undefined) mustHaveName(body.name, 'name')
      const before = await optionOf(tx, gid)
      if (before) await getFieldForUpdate(tx, before.custom_field)
      if (before && body.enabled === false) await mustNotBeLast(tx, before.custom_field, gid)
      await set(tx, 'enum_options', { gid }, columns(enumOption.fields, body))
    },
  }),
]
