/** Tags and followers of a task. */
import { deleteWhere, getForUpdate, insertOrIgnore } from '../../store/change.ts'
import { taskOf } from '../../store/queries/tasks.ts'
import { workspacesOfTags } from '../../store/queries/workspaces.ts'
import { many, one } from '../../vocabulary/field.ts'
import { action } from '../../vocabulary/operation.ts'
import { mustBelong, mustBeOf } from './rules/membership.ts'
import { task } from './task.ts'

/** Sorts gids, so that two requests with the same users in another order do not deadlock. */
const sortGids = (users: readonly number[]) => users.toSorted((a, b) => a - b)

const tag = { tag: one('tag', { need: 'view', required: true, doc: 'The tag.' }) }
const followers = { followers: many('user', { need: 'view', required: true, doc: 'The users.' }) }

export const operations = [
  action('/tasks/{task_gid}/addTag', task, {
    id: 'addTagForTask',
    doc: 'Adds a tag to a task.',
    answers: 'nothing',
    body: tag,
    async execute({ path, body, tx }) {
      const { workspace } = await taskOf(tx, path.task_gid)
      mustBeOf(workspace, (await workspacesOfTags(tx, [body.tag])).get(body.tag), 'tag', body.tag)
      await insertOrIgnore(tx, 'task_tags', { task: path.task_gid, tag: body.tag })
      return undefined
    },
  }),
  action('/tasks/{task_gid}/removeTag', task, {
    id: 'removeTagForTask',
    doc: 'Removes a tag from a task.',
    answers: 'nothing',
    body: tag,
    async execute({ path, body, tx }) {
      await deleteWhere(tx, 'task_tags', { task: path.task_gid, tag: body.tag })
      return undefined
    },
  }),
  action('/tasks/{task_gid}/addFollowers', task, {
    id: 'addFollowersForTask',
    doc: 'Adds followers to a task. Followers receive notifications and have access to the task.',
    body: followers,
    async execute({ path, body, tx }) {
      // Lock order: the task before its followers, as for an assignment.
      const { workspace } = await getForUpdate(tx, 'tasks', path.task_gid)
      await mustBelong(tx, workspace, body.followers, index => `followers: [${index}]`)
      for (const user of sortGids(body.followers))
        await insertOrIgnore(tx, 'task_followers', { task: path.task_gid, user })
      return path.task_gid
    },
  }),
  action('/tasks/{task_gid}/removeFollowers', task, {
    id: 'removeFollowerForTask',
    doc: 'Removes followers from a task.',
    body: followers,
    async execute({ path, body, tx }) {
      await getForUpdate(tx, 'tasks', path.task_gid)
      for (const user of sortGids(body.followers))
        await deleteWhere(tx, 'task_followers', { task: path.task_gid, user })
      return path.task_gid
    },
  }),
]
