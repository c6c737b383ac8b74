/** What a client says of the custom fields of a task. */
import { raw } from '../../../vocabulary/field.ts'

export const customFieldInput = {
  // Null is no object either, and is refused as everything else that is none.
  custom_fields: raw({ nullable: true, doc: 'Values by the gid of their custom field; null clears one.' }),
}
