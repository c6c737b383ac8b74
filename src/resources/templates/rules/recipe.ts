/**
 * The member `template` of a task template: the task that it creates, with its subtasks by name. People and fields that
 * the reader cannot see are left out, and names of types that the token may not read.
 */
import { mayRead } from '../../../identity/scopes.ts'
import type { Name } from '../../../names.ts'
import { allows, rights } from '../../../policy/rights.ts'
import { findNames } from '../../../store/queries/cache/names.ts'
import { fieldsOf } from '../../../store/queries/fields.ts'
import { firstDependencies, firstTasks } from '../../../store/queries/templates/contents.ts'
import type { JsonShape, LoadContext, LoadMany, Row } from '../../../vocabulary/field.ts'
import { displayDate } from '../../fields/rules/display.ts'
import type { StoredValue } from '../../fields/rules/values.ts'
import { plainText, richText } from '../../work/rules/rich_text.ts'
import type { TemplateTask } from './content.ts'
import type { PlacedTask } from './write.ts'

const compact = { gid: true, resource_type: true, name: true } as const
const nested = { name: true, task_resource_subtype: true } as const

export const recipeShape = {
  ...nested,
  description: true,
  html_description: true,
  memberships: [compact],
  relative_start_on: 'number',
  relative_due_on: 'number',
  due_time: true,
  dependencies: [nested],
  dependents: [nested],
  followers: [compact],
  attachments: [compact],
  subtasks: [nested],
  custom_fields: [
    {
      ...compact,
      ...{
        resource_subtype: true,
        type: true,
        text_value: true,
        number_value: 'number',
        date_value: { date: true, date_time: true },
      },
      ...{ enum_value: compact, multi_enum_values: [compact], people_value: [compact] },
    },
  ],
} as const satisfies JsonShape

/** A task of the template, with its position. */
interface RecipeTask extends PlacedTask {
  position: number
}

// wire: contract: the subtypes of tasks have these names in templates
const subtypes: Record<string, string> = { milestone: 'milestone_task', approval: 'approval_task' }

const nameTask = ({ name, resource_subtype }: TemplateTask) => ({
  name,
  task_resource_subtype: subtypes[resource_subtype] ?? 'default_task',
})

/** The first task of each template, and its subtasks. */
async function loadTasks(rows: readonly Row[], { reader }: LoadContext): Promise<Map<number, RecipeTask[]>> {
  const gids = rows.map(({ gid }) => gid)
  const [found, links] = [await firstTasks(reader, gids), await firstDependencies(reader, gids)]
  const byTemplate = new Map<number, RecipeTask[]>()
  for (const { template, position, parent, content } of found) {
    const own = links.filter(link => link.template === template && link.position === position)
    const task = { ...(JSON.parse(content) as TemplateTask), position, parent }
    const known = byTemplate.get(template) ?? []
    byTemplate.set(template, known)
    known.push({ ...task, dependencies: own.map(({ dependency }) => dependency) })
  }
  return byTemplate
}

/** Needs `project`: the gid of the project of the template. */
export const recipes: LoadMany = async (rows, context) => {
  const tasks = await loadTasks(rows, context)
  const roots = rows.map(({ gid }) => tasks.get(gid)?.find(({ position }) => position === 0))
  const shown = await loadShown(
    roots.filter(root => root !== undefined),
    context,
  )
  const texts = roots.map((root, index) => ({
    gid: rows[index]?.gid ?? 0,
    notes: root?.notes,
    html_notes: root?.html_notes ?? null,
  }))
  const [plain, rich] = [await plainText(...FORMS)(texts, context), await richText(...FORMS)(texts, context)]
  return rows.map(({ gid, project, project_name }, index) => {
    const [root, all = []] = [roots[index], tasks.get(gid)]
    if (!root) return null
    const place = { gid: String(project), resource_type: 'project', ...shown.named('project', String(project_name)) }
    return {
      ...nameTask(root),
      ...{ description: plain[index], html_description: rich[index], memberships: [place] },
      relative_start_on: root.start?.days ?? null,
      relative_due_on: root.due?.days ?? null,
      due_time: root.due?.time ?? null,
      dependencies: all.filter(({ position }) => root.dependencies.includes(position)).map(nameTask),
      dependents: all.filter(({ dependencies }) => dependencies.includes(0)).map(nameTask),
      followers: root.followers.flatMap(user => shown.object('user', user)),
      attachments: [],
      subtasks: all.filter(({ parent }) => parent === 0).map(nameTask),
      custom_fields: Object.entries(root.custom_fields).flatMap(([field, value]) => shown.value(Number(field), value)),
    }
  })
}

const FORMS = ['notes', 'html_notes'] as const

/** Loads the names of what these tasks refer to, for all of them at once. */
async function loadShown(tasks: readonly TemplateTask[], { reader, actor }: LoadContext) {
  const gids = [...new Set(tasks.flatMap(({ custom_fields }) => Object.keys(custom_fields).map(Number)))]
  const levels = gids.length === 0 ? new Map() : await rights(reader, actor.gid, 'custom_field', gids)
  const fields = await fieldsOf(
    reader,
    gids.filter(gid => allows(levels.get(gid), 'view')),
  )
  const chosen = tasks.flatMap(({ custom_fields }) => Object.values(custom_fields)).flatMap(chosenIn)
  const names = {
    user: await findNames(reader, actor.gid, 'user', [...tasks.flatMap(({ followers }) => followers), ...chosen]),
    enum_option: await findNames(reader, actor.gid, 'enum_option', chosen),
  }
  const named = (type: Name, name: string) => (mayRead(actor, type) ? { name } : {})
  const object = (type: keyof typeof names, gid: number) => {
    const name = names[type].get(gid)
    return name === undefined ? [] : [{ gid: String(gid), resource_type: type, ...named(type, name) }]
  }
  const value = (gid: number, stored: StoredValue) => {
    const field = fields.get(gid)
    if (!field) return []
    const { resource_subtype: type, name } = field
    const member = valueMembers[type]?.(stored, object) ?? {}
    return [
      {
        gid: String(gid),
        resource_type: 'custom_field',
        ...named('custom_field', name),
        resource_subtype: type,
        type,
        ...member,
      },
    ]
  }
  return { named, object, value }
}

const chosenIn = ({ enum_value, choices = [] }: StoredValue): number[] =>
  enum_value === undefined ? choices : [enum_value]

type ShowObject = (type: 'user' | 'enum_option', gid: number) => unknown[]

/** The member with the value, by the type of the field. */
const valueMembers: Record<string, (stored: StoredValue, object: ShowObject) => object> = {
  text: ({ text_value }) => ({ text_value }),
  number: ({ number_value }) => ({ number_value: Number(number_value) }),
  date: ({ date_on, date_at }) => ({
    date_value: { date: date_on, date_time: date_on && date_at ? displayDate(date_on, date_at) : null },
  }),
  enum: (stored, object) => ({ enum_value: chosenIn(stored).flatMap(gid => object('enum_option', gid))[0] ?? null }),
  multi_enum: (stored, object) => ({ multi_enum_values: chosenIn(stored).flatMap(gid => object('enum_option', gid)) }),
  people: (stored, object) => ({ people_value: chosenIn(stored).flatMap(gid => object('user', gid)) }),
}
