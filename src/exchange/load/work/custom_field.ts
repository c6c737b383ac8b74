/** Loads custom fields, which all projects of the workspace can use. */
import { customField } from '../../../resources/fields/custom_field.ts'
import { type CustomFieldInput, defineField } from '../../../resources/fields/rules/define.ts'
import { someOf } from '../../../vocabulary/field.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, loader, without, writerOf } from '../given.ts'

export const customFields = loader({
  type: 'custom_field',
  fields: {
    ...without(creatable(customField), 'workspace'),
    input_restrictions: someOf(['task', 'project', 'portfolio', 'goal'], {
      doc: 'Of a field with the type `reference`: what its values can refer to.',
    }),
  },
  load: (into, objects) =>
    forEachObject(objects, object => {
      const { precision = 0, ...values } = object.values
      const type = values.resource_subtype ?? values.type
      const given = { ...values, ...(type === 'number' && { precision }) } as CustomFieldInput
      return defineField(writerOf(into, object), object.by, into.workspace, given, null)
    }),
})
