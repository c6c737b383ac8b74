/** The author of a given template, and what its tasks contain. */
import { formatTimestamp } from '../../../lib/date.ts'
import type { TemplateAuthor, TemplateTaskInput } from '../../../resources/templates/rules/input.ts'
import type { Writer } from '../../../store/db.ts'
import { fieldsOf } from '../../../store/queries/fields.ts'
import type { GivenObject, Loading } from '../given.ts'
import type { GivenValue } from '../work/values.ts'

/** Who gives a template: a person with their own rights. */
export const authorOf = ({ workspace, timeZones }: Loading, { by: gid }: GivenObject, tx: Writer): TemplateAuthor => ({
  ...{ tx, workspace },
  actor: {
    ...{ gid, token: 0, kind: 'personal', scopes: null, application: null, roles: [] },
    timeZone: timeZones.get(gid) ?? 'UTC',
  },
})

/** The tasks of a template with the values of custom fields as requests send them. */
export async function sentTasks({ tx }: Loading, tasks: readonly TemplateTaskInput[]): Promise<TemplateTaskInput[]> {
  const valuesOf = ({ custom_fields }: TemplateTaskInput) => [...((custom_fields ?? []) as Map<number, GivenValue>)]
  const known = await fieldsOf(tx, [...new Set(tasks.flatMap(task => valuesOf(task).map(([field]) => field)))])
  return tasks.map(task => ({
    ...task,
    custom_fields: Object.fromEntries(
      valuesOf(task).map(([field, value]) => [field, sentValue(known.get(field)?.resource_subtype, value)]),
    ),
  }))
}

function sentValue(type: string | undefined, value: GivenValue): unknown {
  if (Array.isArray(value)) return value.map(String)
  if (type === 'enum') return String(value)
  if (type !== 'date') return value
  return typeof value === 'number' ? { date_time: formatTimestamp(value) } : { date: value }
}
