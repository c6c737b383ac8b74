/** Loads tasks with all that belongs to them, for many tasks at once: a fixed number of statements. */
import { numberAll } from '../../../resources/fields/rules/numbering.ts'
import { type SettledType, untyped } from '../../../resources/fields/rules/task_type.ts'
import { placesInMyTasks } from '../../../resources/templates/rules/copied_tasks.ts'
import { setExternal } from '../../../resources/work/rules/external.ts'
import { parseTexts } from '../../../resources/work/rules/rich_text.ts'
import { mustNotStartMilestone, noDates, settleDates } from '../../../resources/work/rules/task_dates.ts'
import { mustBeAssigned, newState, settleState } from '../../../resources/work/rules/task_state.ts'
import { task } from '../../../resources/work/task.ts'
import { insertAll } from '../../../store/change.ts'
import { tasksOfSection } from '../../../store/queries/order.ts'
import { listsOfSections, taskListsOf } from '../../../store/queries/tasks.ts'
import { lastRanks } from '../../../store/queries/templates/new_tasks.ts'
import type { TaskTable } from '../../../store/tables/work.ts'
import { flag, many, one, timestamp, type Values } from '../../../vocabulary/field.ts'
import { creatable } from '../../../vocabulary/resource.ts'
import { forEachObject, type GivenObject, type Loading, loader, nextRank, without, writerOf } from '../given.ts'
import { mustBeOfTheirProjects, typesOf } from '../types/typed_tasks.ts'
import { insertValues, valuesInput } from './values.ts'

const fields = {
  ...without(creatable(task), 'workspace', 'parent', 'liked', 'assignee_section'),
  ...valuesInput,
  section: one('section', { need: 'edit', doc: 'The section of its project; the first one by default.' }),
  likes: many('user', { need: 'view', doc: 'The users who like it.' }),
  assigned_by: one('user', { need: 'view', doc: 'Who assigned it: the author by default.' }),
  completed_at: timestamp({ doc: 'When it was completed: when it was last modified, by default.' }),
  completed_by: one('user', { need: 'view', doc: 'Who completed it: the author by default.' }),
  modified_at: timestamp({ doc: 'When it was last modified: when it was created, by default.' }),
  is_rendered_as_separator: flag({ doc: 'Whether lists show it as a separator.' }),
}

type GivenTask = GivenObject<Values<typeof fields>>

export const tasks = loader({
  type: 'task',
  fields,
  async load(into, objects) {
    const { tx, workspace } = into
    const rows: TaskTable[] = []
    const settleType = await typesOf(into, objects)
    await forEachObject(objects, object => rows.push(taskRow(into, object, settleType(object))))
    await insertAll(tx, 'tasks', rows)
    await insertAll(tx, 'task_memberships', await placesOf(into, objects))
    await mustBeOfTheirProjects(into, objects, object => [...homesOf(object as GivenTask).keys()])
    for (const [by, own] of Map.groupBy(rows, ({ created_by }) => created_by))
      await insertAll(tx, 'task_memberships', await placesInMyTasks(asAuthor(into, by), workspace, own))
    await insertRelations(into, objects)
    await insertValues(into, 'task', objects)
    const [first] = objects
    if (first)
      await numberAll(
        { ...tx, gid: into.gidsWithin(first) },
        objects.map(({ gid }) => gid),
      )
  },
})

const asAuthor = ({ tx }: Loading, user: number) => ({ ...tx, origin: { ...tx.origin, user } })

function taskRow(into: Loading, { gid, by, created_at, parent, values }: GivenTask, type: SettledType): TaskTable {
  const { name = '', assignee = null, assignee_status, modified_at = created_at, completed_by = by } = values
  mustBeAssigned(assignee_status, assignee)
  const text = parseTexts(values, ['notes', 'html_notes'], 'task')
  const dates = settleDates(noDates, values, into.timeZones.get(by) ?? 'UTC')
  mustNotStartMilestone(values.resource_subtype, dates)
  const above = parent?.type === 'task' ? parent.gid : null
  return {
    ...{ gid, workspace: into.workspace, name, notes: text?.plain ?? '', html_notes: text?.rich ?? null },
    ...settleState(newState, { ...values, ...type.completion }, completed_by, values.completed_at ?? modified_at),
    ...{ ...untyped, ...type.columns, ...dates, assignee },
    assigned_by: assignee === null ? null : (values.assigned_by ?? by),
    assignee_status: assignee_status ?? (assignee === null ? 'upcoming' : 'inbox'),
    ...{ parent: above, rank: above === null ? null : nextRank(into, above) },
    ...{ is_rendered_as_separator: Number(values.is_rendered_as_separator ?? false), actual_time_minutes: null },
    ...{ created_by: by, created_at, modified_at, deleted_at: null, deleted_by: null },
  }
}

/** The projects of a task, each with its section, if that is given. */
function homesOf({ parent, values }: GivenTask): Map<number, number | null> {
  const homes = new Map<number, number | null>()
  if (parent?.type === 'project') homes.set(parent.gid, values.section ?? null)
  for (const project of values.projects ?? []) homes.set(project, null)
  for (const { project, section } of values.memberships ?? []) homes.set(project, section ?? null)
  return homes
}

/** Refuses a section of another project. */
async function mustHaveSections({ tx }: Loading, objects: readonly GivenTask[]): Promise<void> {
  const given = objects.map(object => ({ object, homes: [...homesOf(object)] }))
  const named = given.flatMap(({ homes }) => homes.flatMap(([, section]) => section ?? []))
  const lists = await listsOfSections(tx, [...new Set(named)])
  await forEachObject(
    given.map(({ object, homes }) => ({ gid: object.gid, homes })),
    ({ homes }) => {
      for (const [project, section] of homes)
        if (section !== null && lists.get(section) !== project) throw new Error('section: Is not one of its project')
    },
  )
}

/** The places of tasks in their projects, in the order in which they are given: after the tasks that are there. */
async function placesOf(into: Loading, objects: readonly GivenTask[]) {
  const { tx, workspace } = into
  await mustHaveSections(into, objects)
  const homes = objects.map(object => ({ task: object.gid, own: homesOf(object) }))
  const lists = await taskListsOf(tx, [...new Set(homes.flatMap(({ own }) => [...own.keys()]))])
  const places = homes.flatMap(({ task, own }) =>
    [...own].map(([project, section]) => ({
      ...{ task, project, section: section ?? lists.get(project)?.section ?? 0, workspace },
    })),
  )
  const unknown = new Set(places.flatMap(({ section }) => (into.ranks.has(section) ? [] : section)))
  for (const [section, rank] of await lastRanks(tx, tasksOfSection, [...unknown])) into.ranks.set(section, rank)
  return places.map(place => ({ ...place, rank: nextRank(into, place.section) }))
}

/** Followers, tags, likes and the keys of other systems. The author and the assignee follow a task. */
async function insertRelations(into: Loading, objects: readonly GivenTask[]): Promise<void> {
  const { tx } = into
  const followers = objects.flatMap(({ gid: task, by, values: { assignee, followers = [] } }) =>
    [...new Set([by, ...(assignee ? [assignee] : []), ...followers])].map(user => ({ task, user })),
  )
  await insertAll(tx, 'task_followers', followers)
  const tags = objects.flatMap(({ gid: task, values }) => [...new Set(values.tags)].map(tag => ({ task, tag })))
  await insertAll(tx, 'task_tags', tags)
  const likes = objects.flatMap(object => {
    const within = into.gidsWithin(object)
    return [...new Set(object.values.likes)].map(user => ({ gid: within(), task: object.gid, user }))
  })
  await insertAll(tx, 'task_likes', likes)
  await forEachObject(objects, async object => {
    if (object.values.external) await setExternal(writerOf(into, object), object.by, object.gid, object.values.external)
  })
}
