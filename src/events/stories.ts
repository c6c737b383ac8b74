/**
 * System stories, which record the changes of a task or a goal. A story stores gids and no names: its text is composed when it is
 * read, from the objects that the reader may see (`resources/work/rules/story_text.ts`).
 *
 * Neither the initial values of a new object nor changes of one in the trash make stories. The number of statements
 * depends on the kinds of changes, not on their number.
 */
import { newStory } from '../resources/work/rules/story_row.ts'
import { insertAll, updateAll } from '../store/change.ts'
import type { Writer } from '../store/db.ts'
import { dependentsOf } from '../store/queries/events/dependents.ts'
import { type ChangeSubjects, loadSubjects } from '../store/queries/events/log.ts'
import { type Change, gidIn, type NetRowChange } from '../vocabulary/change.ts'
import type { DraftDetail, StoryDraft } from './stories/draft.ts'
import { ofGoals } from './stories/goal.ts'
import { ofAttachment, ofDependency, ofFollower, ofLike, ofTag, ofTaskMembership } from './stories/relation.ts'
import { ofTask, subtypesForDependents } from './stories/task.ts'
import { ofValue } from './stories/value.ts'

/** Writes the stories of a transaction, in the order of its changes. */
export async function writeStories(
  tx: Writer,
  changes: readonly Change[],
  rows: readonly NetRowChange[],
  subjects: ChangeSubjects,
) {
  const drafts = [...draftsOf(changes, rows, subjects), ...(await draftsForDependents(tx, rows, subjects))]
  // A new attachment is no change of its task, so that may not be loaded yet.
  await loadSubjects(tx, subjects, { task: drafts.map(({ task }) => task) })
  const stories = drafts.flatMap(({ task: target, subtype, detail }) => {
    const task = subjects.get(target)
    if (!task || task.is_deleted) return []
    const { workspace } = task
    const about = { target, target_type: 'task', workspace }
    return [newStory(tx, { ...about, type: 'system', resource_subtype: subtype, detail: detailText(detail) })]
  })
  await insertAll(tx, 'stories', [...stories, ...goalStories(tx, changes, rows, subjects)])
  const moved = stories.filter(story => !subtypesOfMoves.has(story.resource_subtype)).map(({ target }) => target)
  const stale = new Set(moved)
  for (const { table, after } of rows) {
    if (table === 'tasks' && after?.modified_at === tx.now) stale.delete(gidIn(after, 'gid'))
  }
  await updateAll(tx, 'tasks', [...stale], { modified_at: tx.now })
}

const detailText = (detail: DraftDetail): string | null =>
  Object.keys(detail).length === 0 ? null : JSON.stringify(detail)

const goalStories = (tx: Writer, changes: readonly Change[], rows: readonly NetRowChange[], subjects: ChangeSubjects) =>
  ofGoals(changes, rows, subjects).map(({ goal: target, workspace, subtype: resource_subtype, detail }) => {
    const about = { target, target_type: 'goal', workspace }
    return newStory(tx, { ...about, type: 'system', resource_subtype, detail: detailText(detail) })
  })

// wire: contract: a new story modifies its task, and a move between containers does not
const subtypesOfMoves = new Set([
  ...['added_to_project', 'removed_from_project', 'section_changed'],
  ...['added_to_task', 'removed_from_task'],
])

function draftsOf(changes: readonly Change[], rows: readonly NetRowChange[], subjects: ChangeSubjects): StoryDraft[] {
  const newTasks = new Set<number>()
  for (const { table, before, after } of rows)
    if (table === 'tasks' && !before && after) newTasks.add(gidIn(after, 'gid'))
  const values = new Map(
    changes
      .filter(({ type, field }) => type === 'task' && field === 'custom_fields')
      .map(change => [`${change.resource} ${change.value?.gid}`, change]),
  )
  const impliedFollowers = impliedFollowersIn(rows)
  return rows.flatMap(net => {
    const row = net.after ?? net.before ?? {}
    if (net.table === 'tasks') return ofTask(net)
    if (net.table === 'task_memberships') return ofTaskMembership(net, subjects)
    if (net.table === 'attachments') return newTasks.has(gidIn(row, 'parent')) ? [] : ofAttachment(net)
    if (newTasks.has(gidIn(row, net.table === 'custom_field_values' ? 'object' : 'task'))) return []
    switch (net.table) {
      case 'task_tags':
        return ofTag(net)
      case 'task_followers':
        return impliedFollowers.has(`${row.task} ${row.user}`) ? [] : ofFollower(net)
      case 'task_likes':
        return ofLike(net)
      case 'task_dependencies':
        return ofDependency(net)
      case 'custom_field_values': {
        const change = values.get(`${row.object} ${row.custom_field}`)
        return change ? ofValue(change, subjects) : []
      }
      default:
        return []
    }
  })
}

/** Followers whose story is implied by another one: the task was assigned to them, or they commented on it. */
function impliedFollowersIn(rows: readonly NetRowChange[]): Set<string> {
  const found = new Set<string>()
  for (const { table, before, after } of rows) {
    if (table === 'tasks' && after) found.add(`${after.gid} ${after.assignee}`)
    if (table === 'stories' && !before && after) found.add(`${after.target} ${after.created_by}`)
  }
  return found
}

/** Stories of the dependents of a task that is completed or whose due date moved. */
async function draftsForDependents(
  tx: Writer,
  rows: readonly NetRowChange[],
  subjects: ChangeSubjects,
): Promise<StoryDraft[]> {
  const moved = new Map<number, string[]>()
  for (const net of rows) {
    const subtypes = net.table === 'tasks' ? subtypesForDependents(net) : []
    if (net.after && subtypes.length > 0) moved.set(gidIn(net.after, 'gid'), subtypes)
  }
  const waiting = await dependentsOf(tx, [...moved.keys()])
  await loadSubjects(tx, subjects, { task: [...waiting.values()].flat() })
  return [...waiting].flatMap(([dependency, tasks]) =>
    tasks.flatMap(task => (moved.get(dependency) ?? []).map(subtype => ({ task, subtype, detail: { dependency } }))),
  )
}
