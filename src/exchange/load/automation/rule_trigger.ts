/** Loads the triggers that requests from outside run: each comes with its rule. */
import { insertAll } from '../../../store/change.ts'
import { one } from '../../../vocabulary/field.ts'
import { loader, parentOf } from '../given.ts'

export const ruleTriggers = loader({
  type: 'rule_trigger',
  fields: { project: one('project', { need: 'edit', required: true, doc: 'The project of the rule.' }) },
  load: ({ tx, workspace }, objects) =>
    insertAll(
      tx,
      'rule_triggers',
      objects.map(object => ({ gid: object.gid, rule: parentOf(object), project: object.values.project, workspace })),
    ),
})
