/** Loads the rules of projects. They run with the rights of their author, for the changes that come after. */
import { visibleType } from '../../../policy/visible_type.ts'
import { parseDefinition } from '../../../resources/automation/rules/definition.ts'
import { insertRule, mustManageRules, pauseRule } from '../../../resources/automation/rules/rule.ts'
import { flag, raw, text } from '../../../vocabulary/field.ts'
import type { Reference } from '../../../vocabulary/input.ts'
import { forEachObject, type GivenObject, type Loading, loader, parentOf, writerOf } from '../given.ts'

export const rules = loader({
  type: 'rule',
  fields: {
    name: text({ required: true, max: 255, doc: 'The name of the rule.' }),
    trigger: raw({ required: true, doc: 'What starts it: an object with its `kind`.' }),
    conditions: raw({ doc: 'What must hold: a list of objects, each with its `kind`.' }),
    actions: raw({ required: true, doc: 'What it does, in order: a list of objects, each with its `kind`.' }),
    is_active: flag({ doc: 'Whether it runs; true by default.' }),
  },
  load: (into, objects) =>
    forEachObject(objects, async object => {
      const { name, is_active = true } = object.values
      const writer = writerOf(into, object)
      const project = await mustManageRules(writer, object.by, parentOf(object))
      const gid = await insertRule(writer, object.by, project, { name, definition: await definitionOf(into, object) })
      if (!is_active) await pauseRule(writer, gid, null)
    }),
})

type GivenRule = GivenObject<{ trigger: unknown; conditions?: unknown; actions: unknown }>

/** The definition, with gids that its author can see. */
async function definitionOf({ tx }: Loading, { by, values }: GivenRule) {
  const references: Reference[] = []
  const definition = parseDefinition(values, references)
  for (const { at, types, text, set } of references) {
    const gid = Number(text)
    await visibleType(tx, by, types, gid).catch(error => {
      throw new Error(`${at}: The author of the rule cannot see ${text}`, { cause: error })
    })
    set(gid)
  }
  return definition
}
