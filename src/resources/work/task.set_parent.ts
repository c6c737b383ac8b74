/** Moves a task below another one, or out of it. The order among siblings is kept by rank. */
import { missing, unusable } from '../../lib/errors.ts'
import { one } from '../../vocabulary/field.ts'
import { action } from '../../vocabulary/operation.ts'
import { anchorOf, placeOf } from './rules/place.ts'
import { moveBelow } from './rules/subtask.ts'
import { task } from './task.ts'

export const operations = [
  action('/tasks/{task_gid}/setParent', task, {
    id: 'setParentForTask',
    doc: 'Moves a task below another one, or out of it with null.',
    needs: { parent: 'edit' },
    body: {
      parent: one('task', { nullable: true, doc: 'The new parent, or null for none.' }),
      insert_before: one('task', { nullable: true, doc: 'The subtask before which it goes; null for the end.' }),
      insert_after: one('task', { nullable: true, doc: 'The subtask after which it goes; null for the beginning.' }),
    },
    async run({ path, body, tx }) {
      if (body.parent === undefined) throw missing('parent')
      const place = placeOf(body)
      // wire: contract: an anchor is a subtask of the parent, and without a parent there is none
      if (body.parent === null && typeof place === 'object') {
        throw unusable('before' in place ? 'insert_before' : 'insert_after', anchorOf(place) ?? 0)
      }
      await moveBelow(tx, path.task_gid, body.parent, place)
      return path.task_gid
    },
  }),
]
