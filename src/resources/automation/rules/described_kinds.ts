/** The kinds of parts of rules as programs read them that offer them to people. */
import { actionKinds } from './actions.ts'
import { conditionKinds } from './conditions.ts'
import type { PartKinds } from './part.ts'
import { triggerKinds } from './triggers.ts'

const describe = (kinds: PartKinds) =>
  Object.entries(kinds).map(([kind, { doc, fields }]) => ({
    ...{ kind, doc },
    fields: Object.entries(fields).map(([name, field]) => ({
      ...{ name, type: field.kind, doc: field.doc },
      ...{ is_required: field.required === true, is_nullable: field.nullable === true },
      ...{ types: field.types ?? [], values: field.values ?? [] },
    })),
  }))

/** All kinds, in the order in which a person is offered them. */
export const ruleParts = {
  triggers: describe(triggerKinds),
  conditions: describe(conditionKinds),
  actions: describe(actionKinds),
}
