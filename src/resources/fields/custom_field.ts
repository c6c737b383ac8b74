/**
 * A custom field is a user-defined property of tasks: its type, the format of its values, its options. A field is
 * shared across its workspace, or belongs to the one project that it was created in.
 */
import { forbidden, invalid } from '../../lib/errors.ts'
import { allows, type Right } from '../../policy/rights.ts'
import { getForUpdate, update as set } from '../../store/change.ts'
import type { CustomFieldTable } from '../../store/tables/fields.ts'
import { columns } from '../../vocabulary/columns.ts'
import { one } from '../../vocabulary/field.ts'
import { create, get, list, listing, type ReadCall, remove, update } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { defineField, mustHaveFreeName, mustNotBeOwned, settleFormat } from './rules/define.ts'
import { definition, emptyValue, ownership } from './rules/definition.ts'
import { checkFormula } from './rules/formulas.ts'
import { mustNotBeGuest } from './rules/guests.ts'
import { input } from './rules/input.ts'

export const customField = resource('custom_field', {
  doc: 'A user-defined property of tasks.',
  guard: 'custom_field',
  cached: true,
  changes: { none: 'the API has no events of custom fields' },
  fields: {
    ...definition,
    ...emptyValue,
    workspace: one('workspace', {
      skipAccessCheck: true,
      optIn: true,
      write: 'create',
      need: 'edit',
      required: true,
      doc: 'The workspace. Cannot change.',
    }),
  },
})

// wire: docs: editors change the format of a field; only its admins change its name and access
const adminFields = ['name', 'privacy_setting', 'default_access_level'] as const

/** Throws 403 if a caller who is not an admin of the field changes a part that only admins can change. */
function mustBeAllowed(
  right: Right | undefined,
  before: CustomFieldTable,
  given: { [part in (typeof adminFields)[number]]?: string },
): void {
  if (!adminFields.some(part => given[part] !== undefined && given[part] !== before[part])) return
  if (!allows(right, 'admin')) throw forbidden('custom_field')
}

const globalFields = listing('custom_field', ({ path }: ReadCall<{ workspace_gid: number }>) => ({
  where: { workspace: path.workspace_gid, is_global_to_workspace: 1 },
  order: ['gid'],
  guarded: true,
}))

export const operations = [
  create('/custom_fields', customField, {
    id: 'createCustomField',
    doc: 'Creates a custom field that all projects of a workspace can use.',
    permissions: [{ name: 'create_global_custom_fields' }],
    body: input,
    execute: ({ body, tx, actor }) => defineField(tx, actor.gid, body.workspace, body, null),
  }),
  get('/custom_fields/{custom_field_gid}', customField, { id: 'getCustomField', doc: 'Gets a custom field.' }),
  update('/custom_fields/{custom_field_gid}', customField, {
    id: 'updateCustomField',
    doc: 'Updates the given parts of a custom field. Type and options cannot be changed here.',
    body: ownership,
    refused: ['enum_options', 'input_restrictions'],
    async execute({ body, path, rights, tx, actor }) {
      mustNotBeOwned(body)
      const before = await getForUpdate(tx, 'custom_fields', path.custom_field_gid)
      await mustHaveFeature(tx, before.workspace, 'custom_fields')
      mustBeAllowed(rights.custom_field_gid, before, body)
      const scope = { me: actor.gid, workspace: before.workspace, self: before.gid }
      // A field with a wider audience needs a name that is free among the fields of that audience.
      const { name = body.privacy_setting === undefined ? undefined : before.name } = body
      if (name !== undefined) await mustHaveFreeName(tx, scope, name)
      if (body.formula !== undefined) {
        if (before.formula === null) throw invalid('formula', 'Only a field that was made with a formula has one')
        await checkFormula(tx, scope, body.formula)
      }
      const { format, precision, currency_code, custom_label, custom_label_position, ...rest } = body
      const form = settleFormat(before.resource_subtype, before, {
        format,
        precision,
        currency_code,
        custom_label,
        custom_label_position,
      })
      await set(tx, 'custom_fields', { gid: before.gid }, { ...columns(customField.fields, rest), ...form })
    },
  }),
  remove('/custom_fields/{custom_field_gid}', customField, {
    id: 'deleteCustomField',
    doc: 'Deletes a custom field and its values.',
    needs: { custom_field_gid: 'admin' },
  }),
  list('/workspaces/{workspace_gid}/custom_fields', customField, {
    id: 'getCustomFieldsForWorkspace',
    doc: 'Lists the custom fields that all projects of a workspace can use.',
    async execute(call) {
      await mustNotBeGuest(call.reader, call.actor.gid, call.path.workspace_gid)
      return globalFields(call)
    },
  }),
]
