/**
 * A placeholder stands for a person who is not known yet: it can be allocated to a project and have a rate there. The API
 * only refers to placeholders; the console creates, renames and deletes them.
 */
import { text } from '../../vocabulary/field.ts'
import { resource } from '../../vocabulary/resource.ts'

export const placeholder = resource('placeholder', {
  doc: 'It stands for a person who is not known yet.',
  guard: 'placeholder',
  changes: { none: 'the API has no events of placeholders; allocations refer to them' },
  fields: {
    name: text({ compact: true, doc: 'The name, such as that of a role.' }),
  },
})
