/** What a client says of the custom fields of a task. */
import { raw } from '../../../vocabulary/field.ts'

export const customFieldInput = {
  custom_fields: raw({ doc: 'Values by the gid of their custom field; null clears one.' }),
}
