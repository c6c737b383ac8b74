/**
 * A custom field is a property that people define: its type, how its values look, what can be chosen. A field is
 * shared across its workspace, or belongs to the one project that it was made in.
 */
import { invalid } from '../../lib/errors.ts'
import { update as set } from '../../store/change.ts'
import { fieldOf } from '../../store/queries/fields.ts'
import { columns } from '../../vocabulary/columns.ts'
import { one } from '../../vocabulary/field.ts'
import { create, get, list, listing, remove, update } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { defineField, mustBeFree, settleFormat } from './rules/define.ts'
import { definition } from './rules/definition.ts'
import { checkFormula } from './rules/formulas.ts'
import { input } from './rules/input.ts'

export const customField = resource('custom_field', {
  doc: 'A property that people define, for tasks to have values of.',
  guard: 'custom_field',
  fields: {
    ...definition,
    workspace: one('workspace', {
      open: true,
      optIn: true,
      write: 'create',
      required: true,
      doc: 'The workspace. Cannot change.',
    }),
  },
})

export const operations = [
  create('/custom_fields', customField, {
    id: 'createCustomField',
    doc: 'Makes a custom field that all projects of a workspace may use.',
    needs: { workspace: 'edit' },
    body: input,
    make: ({ body, tx, actor }) => defineField(tx, actor.gid, body.workspace, body, true),
  }),
  get('/custom_fields/{custom_field_gid}', customField, { id: 'getCustomField', doc: 'Shows a custom field.' }),
  update('/custom_fields/{custom_field_gid}', customField, {
    id: 'updateCustomField',
    doc: 'Changes the given parts of a definition. Its type and its options do not change here.',
    async change({ body, path, tx }) {
      const before = await fieldOf(tx, path.custom_field_gid)
      if (body.name !== undefined) await mustBeFree(tx, before.workspace, body.name, before.gid)
      if (body.formula !== undefined) {
        if (before.formula === null) throw invalid('formula', 'Only a field that was made with a formula has one')
        await checkFormula(tx, before.workspace, body.formula, before.gid)
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
    doc: 'Deletes a custom field, and with it its values.',
    needs: { custom_field_gid: 'admin' },
  }),
  list('/workspaces/{workspace_gid}/custom_fields', customField, {
    id: 'getCustomFieldsForWorkspace',
    doc: 'Lists the custom fields that all projects of a workspace may use.',
    find: listing('custom_field', ({ path }) => ({
      where: { workspace: path.workspace_gid, is_global_to_workspace: 1 },
      order: ['gid'],
      guarded: true,
    })),
  }),
]
