/** The trigger of a rule that a request from outside runs. Its rights are those of the project of the rule. */
import { constant } from '../../vocabulary/field.ts'
import { resource } from '../../vocabulary/resource.ts'

// wire: contract: the only member of the response
const MESSAGE = 'Successfully saved the payload and ran the rule'

export const ruleTrigger = resource('rule_trigger', {
  doc: 'The trigger of a rule that a request from outside runs.',
  guard: 'rule_trigger',
  anonymous: true,
  changes: { none: 'rules belong to the console; what they change is recorded' },
  fields: {
    message: constant(MESSAGE, { compact: true, doc: 'That the rule will run.' }),
  },
})
