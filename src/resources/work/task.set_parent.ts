/** Makes a task a subtask of another one, or of none. Subtasks are ordered by rank. */
import { missingInput } from '../../lib/errors.ts'
import { one } from '../../vocabulary/field.ts'
import { action } from '../../vocabulary/operation.ts'
import { invalidAnchor, parsePosition } from './rules/position.ts'
import { setParent } from './rules/subtask.ts'
import { task } from './task.ts'

export const operations = [
  action('/tasks/{task_gid}/setParent', task, {
    id: 'setParentForTask',
    doc: 'Makes a task a subtask of another one; null makes it a subtask of none.',
    body: {
      parent: one('task', { need: 'edit', nullable: true, doc: 'The new parent, or null for none.' }),
      insert_before: one('task', {
        need: 'view',
        nullable: true,
        doc: 'The subtask right after the new position; null for the end.',
      }),
      insert_after: one('task', {
        need: 'view',
        nullable: true,
        doc: 'The subtask right before the new position; null for the beginning.',
      }),
    },
    async execute({ path, body, tx }) {
      if (body.parent === undefined) throw missingInput('parent')
      const position = parsePosition(body)
      // wire: contract: an anchor is a subtask of the parent, and without a parent there is none
      if (body.parent === null && typeof position === 'object') throw invalidAnchor(position)
      await setParent(tx, path.task_gid, body.parent, position)
      return path.task_gid
    },
  }),
]
