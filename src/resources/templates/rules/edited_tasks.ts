/**
 * The tasks of a template as an editor gets them and sends them back. Invariants:
 * - An editor gets only what the console accepts: without people, tags, fields and objects that they cannot see or that
 *   can no longer be chosen.
 * - What an editor does not get stays in a task that says which one it was.
 * - A new image in a description is an attachment that its author can see.
 */
import type { Actor } from '../../../identity/actor.ts'
import { formatTimestamp } from '../../../lib/date.ts'
import { invalid } from '../../../lib/errors.ts'
import { allows, rights } from '../../../policy/rights.ts'
import type { Reader } from '../../../store/db.ts'
import { fieldsOf } from '../../../store/queries/fields.ts'
import { MAX_DEPENDENCIES } from '../../../store/queries/tasks.ts'
import { templateTasks } from '../../../store/queries/templates/contents.ts'
import { liveTags, templateLinks } from '../../../store/queries/templates/new_tasks.ts'
import type { LoadContext } from '../../../vocabulary/field.ts'
import type { StoredValue } from '../../fields/rules/values.ts'
import { mustSeeImages, richText } from '../../work/rules/rich_text.ts'
import type { TemplateTask } from './content.ts'
import { MAX_TASKS, type TemplateTaskInput } from './input.ts'
import { presentPeople } from './new_tasks.ts'
import { choosable } from './new_values.ts'
import type { PlacedTask } from './write.ts'

/** Before the first dependency of a template. */
const NO_LINK = { position: -1, dependency: -1 }

/** The tasks of a task template, in order. */
async function storedTasks(reader: Reader, template: number): Promise<PlacedTask[]> {
  const found = await templateTasks(reader, template, 0, MAX_TASKS)
  const links = await templateLinks(reader, template, NO_LINK, MAX_TASKS * MAX_DEPENDENCIES)
  const byTask = Map.groupBy(links, ({ position }) => position)
  return found.map(({ position, parent, content }) => ({
    ...(JSON.parse(content) as TemplateTask),
    ...{ parent, dependencies: (byTask.get(position) ?? []).map(({ dependency }) => dependency) },
  }))
}

/** What an editor gets of the references of tasks. */
interface Sight {
  seesPerson(gid: number): boolean
  seesTag(gid: number): boolean
  /** The part of a value that the editor gets. */
  shown(field: number, value: StoredValue): StoredValue | undefined
}

type Editor = Pick<Actor, 'gid'>

async function sightOf(
  reader: Reader,
  { gid: user }: Editor,
  workspace: number,
  tasks: readonly TemplateTask[],
): Promise<Sight> {
  const people = await presentPeople(reader, { user, workspace, roles: {} }, tasks)
  const named = [...new Set(tasks.flatMap(task => task.tags))]
  const [tags, ofTags] = [await liveTags(reader, workspace, named), await rights(reader, user, 'tag', named)]
  const valued = [...new Set(tasks.flatMap(task => Object.keys(task.custom_fields).map(Number)))]
  const [fields, ofFields] = [await fieldsOf(reader, valued), await rights(reader, user, 'custom_field', valued)]
  const values = tasks.flatMap(task => Object.values(task.custom_fields))
  const chooses = await choosable(reader, user, people, values)
  return {
    seesPerson: gid => people.has(gid),
    seesTag: gid => tags.has(gid) && allows(ofTags.get(gid), 'view'),
    shown(gid, value) {
      const field = fields.get(gid)
      if (!field || !allows(ofFields.get(gid), 'view')) return undefined
      const { enum_value, choices } = value
      if (enum_value !== undefined) return chooses(field.resource_subtype, enum_value) ? value : undefined
      if (choices === undefined) return value
      const kept = choices.filter(choice => chooses(field.resource_subtype, choice))
      return kept.length > 0 ? { choices: kept } : undefined
    },
  }
}

/** A value as the console accepts it. */
function sentValue({ text_value, number_value, enum_value, choices, date_on, date_at }: StoredValue): unknown {
  if (text_value !== undefined) return text_value
  if (number_value !== undefined) return Number(number_value)
  if (enum_value !== undefined) return String(enum_value)
  if (choices !== undefined) return choices.map(String)
  return typeof date_at === 'number' ? { date_time: formatTimestamp(date_at) } : { date: date_on }
}

/** The tasks of a task template in the form in which the console accepts them. */
export async function editableTasks(context: LoadContext, workspace: number, template: number): Promise<unknown[]> {
  const { reader, actor } = context
  const tasks = await storedTasks(reader, template)
  const sight = await sightOf(reader, actor, workspace, tasks)
  const texts = tasks.map(({ notes, html_notes }) => ({ gid: template, notes, html_notes }))
  const rich = await richText('notes', 'html_notes')(texts, context)
  return tasks.map(({ name, resource_subtype, parent, start, due, assignee, ...task }, index) => ({
    ...{ name, resource_subtype, html_notes: rich[index], parent, start_on: start?.days ?? null },
    ...{ due_on: due?.days ?? null, due_time: due?.time ?? null },
    assignee: assignee !== null && sight.seesPerson(assignee) ? String(assignee) : null,
    followers: task.followers.filter(sight.seesPerson).map(String),
    tags: task.tags.filter(sight.seesTag).map(String),
    custom_fields: Object.fromEntries(
      Object.entries(task.custom_fields).flatMap(([field, stored]) => {
        const value = sight.shown(Number(field), stored)
        return value ? [[field, sentValue(value)]] : []
      }),
    ),
    dependencies: task.dependencies,
  }))
}

/**
 * The new tasks of a template, each with what the editor did not get of the task that it replaces. Throws 400 for a
 * position that no task had.
 */
export async function withHidden(
  reader: Reader,
  editor: Editor,
  { gid: template, workspace }: { gid: number; workspace: number },
  given: readonly TemplateTaskInput[],
  composed: readonly PlacedTask[],
): Promise<PlacedTask[]> {
  if (given.every(({ former }) => former === undefined)) return [...composed]
  const stored = await storedTasks(reader, template)
  const sight = await sightOf(reader, editor, workspace, stored)
  return composed.map((task, index) => {
    const former = given[index]?.former
    if (former === undefined) return task
    const known = stored[former]
    if (!known) throw invalid(`tasks: [${index}]: former`, `Not a recognized value: ${former}`)
    return merge(task, known, sight)
  })
}

/** The descriptions of tasks as one text. */
const descriptions = (tasks: readonly TemplateTask[]): string =>
  `<body>${tasks.map(({ html_notes }) => html_notes ?? '').join('')}</body>`

/**
 * Throws 400 for an image in a description that is no attachment which the caller can see. Images that the template has
 * already may stay.
 */
export const mustSeeTaskImages = (
  reader: Reader,
  editor: Editor,
  tasks: readonly PlacedTask[],
  template?: number,
): Promise<void> =>
  mustSeeImages(reader, editor, { plain: '', rich: descriptions(tasks) }, async () =>
    template === undefined ? null : descriptions(await storedTasks(reader, template)),
  )

const union = (all: readonly number[], more: readonly number[]): number[] => [...new Set([...all, ...more])]

function merge(task: PlacedTask, former: TemplateTask, { seesPerson, seesTag, shown }: Sight): PlacedTask {
  const { assignee } = former
  const hidden = (gids: readonly number[], sees: (gid: number) => boolean) => gids.filter(gid => !sees(gid))
  const values = { ...task.custom_fields }
  for (const [field, stored] of Object.entries(former.custom_fields)) {
    const own = values[field]
    const rest = hiddenPart(stored, shown(Number(field), stored))
    if (rest && !own) values[field] = rest
    else if (rest?.choices && own?.choices) values[field] = { choices: union(own.choices, rest.choices) }
  }
  return {
    ...task,
    assignee: task.assignee ?? (assignee !== null && !seesPerson(assignee) ? assignee : null),
    followers: union(task.followers, hidden(former.followers, seesPerson)),
    tags: union(task.tags, hidden(former.tags, seesTag)),
    custom_fields: values,
  }
}

/** What remains of a value without the part that the editor got. */
function hiddenPart(stored: StoredValue, shown: StoredValue | undefined): StoredValue | undefined {
  if (!shown) return stored
  const choices = (stored.choices ?? []).filter(choice => !shown.choices?.includes(choice))
  return choices.length > 0 ? { choices } : undefined
}
