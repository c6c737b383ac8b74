/** The tasks of a template as the console accepts them. Tasks refer to each other by their position in the list. */

import type { Actor } from '../../../identity/actor.ts'
import { invalid, invalidReference, malformed, missingInput } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import { allows, rights } from '../../../policy/rights.ts'
import type { Reader, Writer } from '../../../store/db.ts'
import { fieldsOf } from '../../../store/queries/fields.ts'
import { MAX_DEPENDENCIES } from '../../../store/queries/tasks.ts'
import { workspacesOfTags } from '../../../store/queries/workspaces.ts'
import { many, number, one, oneOf, parts, raw, text, type Values } from '../../../vocabulary/field.ts'
import { parseValue, type StoredValue } from '../../fields/rules/values.ts'
import { mustBelong, mustBeOf } from '../../work/rules/membership.ts'
import { parseTexts } from '../../work/rules/rich_text.ts'
import { blankTask, type RelativeDate } from './content.ts'
import type { PlacedTask } from './write.ts'

const taskFields = {
  name: text({ required: true, max: 1024, doc: 'The name of the task.' }),
  resource_subtype: oneOf(['default_task', 'milestone', 'approval'], { doc: 'The kind of task.' }),
  notes: text({ doc: 'The description, as plain text.' }),
  html_notes: text({ doc: 'The description, as rich text.' }),
  parent: number({ nullable: true, doc: 'The position of the parent, which comes first; null for none.' }),
  start_on: number({ nullable: true, doc: 'The days from the chosen day to the start.' }),
  due_on: number({ nullable: true, doc: 'The days from the chosen day to the due date.' }),
  due_time: text({ nullable: true, max: 13, doc: 'The time at which it is due, in UTC: `13:15:00.000Z`.' }),
  assignee: one('user', { need: 'view', nullable: true, doc: 'The user whom the task is assigned to.' }),
  followers: many('user', { need: 'view', doc: 'The users who follow the task.' }),
  tags: many('tag', { need: 'view', doc: 'The tags of the task.' }),
  custom_fields: raw({ doc: 'Values by the gid of their custom field.' }),
  dependencies: raw({ doc: 'The positions of the tasks that it depends on.' }),
}

const docOfTasks = 'The tasks, at most 500. Their order is the one in the new project.'

/** The tasks of a task template: the first one is the task, the others are its subtasks. */
export const taskTemplateTasks = parts('task', taskFields, { required: true, doc: docOfTasks })

const former = number({ doc: 'The position that the task had: what the caller cannot see of it stays.' })

/** The tasks that replace those of a task template. */
export const editedTemplateTasks = parts('task', { ...taskFields, former }, { doc: docOfTasks })

const projectTaskFields = {
  ...taskFields,
  section: number({ nullable: true, doc: 'The position of its section; by default the first.' }),
  role: number({ nullable: true, doc: 'The position of the role that it is assigned to.' }),
}

/** The tasks of a project template. */
export const projectTemplateTasks = parts('task', projectTaskFields, { required: true, doc: docOfTasks })

export type TemplateTaskInput = Values<typeof projectTaskFields> & { former?: number }

/** The tasks that a composed template can have. */
export const MAX_TASKS = 500
const MAX_DAYS = 100_000
const MAX_VALUES = 100

// wire: contract: the form of a due time
const TIME = /^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/

/** The numbers of sections and roles that tasks can name. */
interface ListSizes {
  sections: number
  roles: readonly string[]
}

/** The caller who writes a template of a workspace. */
export interface TemplateAuthor {
  tx: Writer
  actor: Actor
  workspace: number
}

/** The tasks to store. Throws 400 for what they refer to outside of the workspace or of the list. */
export async function parseTasks(
  author: TemplateAuthor,
  given: readonly TemplateTaskInput[],
  bounds: ListSizes,
): Promise<PlacedTask[]> {
  if (given.length > MAX_TASKS) throw invalid('tasks', `Too many values (maximum ${MAX_TASKS})`)
  const values = await parseValues(author, given)
  const tasks = given.map((task, position) => ({
    ...parseTask(task, position, given.length, bounds),
    custom_fields: values[position] ?? {},
  }))
  mustBeAcyclic(tasks)
  await checkReferences(author.tx, author.workspace, tasks)
  return tasks
}

function parseTask(
  given: TemplateTaskInput,
  position: number,
  count: number,
  { sections, roles }: ListSizes,
): PlacedTask {
  const at = `tasks: [${position}]`
  if (given.name.trim() === '') throw missingInput(`${at}: name`)
  const texts = parseTexts(given, ['notes', 'html_notes'], 'task')
  const parent = parseIndex(`${at}: parent`, given.parent ?? null, position)
  const role = parseIndex(`${at}: role`, given.role ?? null, roles.length)
  const section = parseIndex(`${at}: section`, given.section ?? null, sections)
  const start = parseDays(`${at}: start_on`, given.start_on ?? null, null)
  const due = parseDays(`${at}: due_on`, given.due_on ?? null, parseTime(`${at}: due_time`, given.due_time ?? null))
  if (start && !due) throw invalid(`${at}: start_on`, 'Needs a due date')
  // A due time is one in UTC: in the zone of its author, the day can be the next one.
  const lastDays = due && (due.time === null ? due.days : due.days + 1)
  if (start && lastDays !== null && start.days > lastDays)
    throw invalid(`${at}: start_on`, 'Must not be after the due date')
  if (start && given.resource_subtype === 'milestone') throw malformed('Milestones cannot have a start date')
  return {
    ...blankTask,
    name: given.name,
    resource_subtype: given.resource_subtype ?? blankTask.resource_subtype,
    notes: texts?.plain ?? '',
    html_notes: texts?.rich ?? null,
    ...{ start, due, parent },
    assignee: given.assignee ?? null,
    role: role === null ? null : Number(roles[role]),
    followers: [...new Set(given.followers)],
    tags: [...new Set(given.tags)],
    dependencies: parseDependencies(`${at}: dependencies`, given.dependencies, position, count),
    section: parent === null ? (section ?? 0) : section,
  }
}

/** A position in a list of `count` items; null for none. */
function parseIndex(at: string, index: number | null, count: number): number | null {
  if (index !== null && (!Number.isInteger(index) || index < 0 || index >= count)) {
    throw invalid(at, `Not a recognized value: ${index}`)
  }
  return index
}

function parseDays(at: string, days: number | null, time: string | null): RelativeDate | null {
  if (days === null && time !== null) throw invalid(at, 'Needs a day for the time')
  if (days === null) return null
  if (!Number.isInteger(days) || Math.abs(days) > MAX_DAYS) throw invalid(at, `Not a number of days: ${days}`)
  return { days, time }
}

function parseTime(at: string, time: string | null): string | null {
  if (time !== null && !TIME.test(time)) throw invalid(at, 'Time must be in the form 13:15:00.000Z')
  return time
}

/** A task can depend on any other one. */
function parseDependencies(at: string, given: unknown, position: number, count: number): number[] {
  if (given === undefined || given === null) return []
  if (!Array.isArray(given) || given.length > MAX_DEPENDENCIES) throw invalid(at, 'Not a list of positions')
  for (const index of given) {
    parseIndex(at, typeof index === 'number' ? index : -1, count)
    if (index === position) throw invalid(at, 'A task cannot depend on itself')
  }
  return [...new Set(given as number[])]
}

/** Throws 400 if tasks depend on each other in a circle: then no order has each task after its dependencies. */
function mustBeAcyclic(tasks: readonly PlacedTask[]): void {
  const open = new Set(tasks.keys())
  for (let isShrinking = true; isShrinking; ) {
    isShrinking = false
    for (const position of open) {
      if (tasks[position]?.dependencies.some(other => open.has(other))) continue
      open.delete(position)
      isShrinking = true
    }
  }
  if (open.size > 0) throw invalid('tasks', 'Tasks cannot depend on each other in a circle')
}

/** Throws 400 for people outside the workspace, and for tags of another one. */
async function checkReferences(reader: Reader, workspace: number, tasks: readonly PlacedTask[]): Promise<void> {
  const users = new Set(
    tasks.flatMap(({ assignee, followers }) => [...followers, ...(assignee === null ? [] : [assignee])]),
  )
  await mustBelong(reader, workspace, [...users], () => 'tasks')
  const tags = [...new Set(tasks.flatMap(task => task.tags))]
  const homes = await workspacesOfTags(reader, tags)
  for (const tag of tags) mustBeOf(workspace, homes.get(tag), 'tasks: tags', tag)
}

type GivenValues = Record<string, unknown>

/** The values of each task. Throws 400 for a field that the caller cannot see, and for an invalid value. */
async function parseValues(
  { tx, actor, workspace }: TemplateAuthor,
  given: readonly TemplateTaskInput[],
): Promise<Record<string, StoredValue>[]> {
  const all = given.map(({ custom_fields }, position) => valuesIn(`tasks: [${position}]: custom_fields`, custom_fields))
  const gids = [...new Set(all.flatMap(values => Object.keys(values).map(Number)))]
  const [fields, levels] = [await fieldsOf(tx, gids), await rights(tx, actor.gid, 'custom_field', gids)]
  const parsed: Record<string, StoredValue>[] = []
  for (const values of all) {
    const stored: Record<string, StoredValue> = {}
    for (const [key, raw] of Object.entries(values)) {
      const field = fields.get(Number(key))
      if (field?.workspace !== workspace || !allows(levels.get(field.gid), 'view')) {
        throw invalidReference('tasks: custom_fields', key)
      }
      stored[key] = await parseValue(tx, actor, field, raw)
    }
    parsed.push(stored)
  }
  return parsed
}

function valuesIn(at: string, given: unknown): GivenValues {
  if (given === undefined || given === null) return {}
  if (typeof given !== 'object' || Array.isArray(given)) throw invalid(at, 'Value is not a JSON object')
  const entries = Object.entries(given).filter(([, value]) => value !== null && value !== '')
  if (entries.length > MAX_VALUES) throw invalid(at, `Too many values (maximum ${MAX_VALUES})`)
  for (const [gid] of entries) if (parseGid(gid) === undefined) throw invalid(at, 'Not a recognized ID')
  return Object.fromEntries(entries)
}
