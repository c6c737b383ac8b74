/** The input for the custom field values of an object. */
import { raw } from '../../../vocabulary/field.ts'

export const customFieldValuesInput = {
  // Null gets the same error as every other value that is not an object.
  custom_fields: raw({ nullable: true, doc: 'Values by the gid of their custom field; null clears one.' }),
}
