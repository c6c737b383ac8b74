/**
 * The body of a webhook delivery: gids, types and subtypes, never a name.
 * wire: bodies seen in 2021 and 2023; this is their order of members.
 * Invariant: a receiver that parses the body and serializes it again gets the same bytes, and so the same signature.
 * Therefore no member is a number, or has a number as its name.
 */
import { formatTimestamp } from '../lib/date.ts'
import type { ChangeSubjects } from '../store/queries/events/log.ts'
import type { ChangeRow } from '../store/queries/jobs/webhooks.ts'

interface WireObject {
  gid: string
  resource_type: string
  resource_subtype?: string
  enum_value?: WireObject
}

export interface WireEvent {
  user: WireObject | null
  created_at: string
  action: string
  resource: WireObject
  parent: WireObject | null
  change?: { field: string; action: string } & Partial<
    Record<(typeof VALUE_MEMBERS)[keyof typeof VALUE_MEMBERS], WireObject>
  >
}

const VALUE_MEMBERS = { changed: 'new_value', added: 'added_value', removed: 'removed_value' } as const

/** Formats one change; `known` has the subtypes of its tasks and custom fields. */
export function wireEvent(row: ChangeRow, subjects: ChangeSubjects): WireEvent {
  const { parent_type, parent, field, change_action } = row
  return {
    user: row.user === null ? null : objectOf('user', row.user),
    created_at: formatTimestamp(row.at),
    action: row.action,
    resource: objectOf(row.resource_type, row.resource, row.resource_subtype),
    parent:
      parent_type === null || parent === null ? null : objectOf(parent_type, parent, subjects.get(parent)?.subtype),
    ...(field !== null && { change: { field, action: change_action ?? 'changed', ...changedValue(row, subjects) } }),
  }
}

const objectOf = (type: string, gid: number, subtype?: string | null): WireObject => ({
  ...{ gid: String(gid), resource_type: type },
  ...(subtype && { resource_subtype: subtype }),
})

/** The new value, if it is an object; other values are not part of an event. */
function changedValue({ value_type, value, change_action, new_value }: ChangeRow, subjects: ChangeSubjects) {
  if (value_type === null || value === null) return undefined
  const object = objectOf(value_type, value, subjects.get(value)?.subtype)
  // wire: a consumer's decoder: the option is inside the field that was set
  const chosen = value_type === 'custom_field' && new_value ? (JSON.parse(new_value)?.enum_value as unknown) : null
  if (typeof chosen === 'number') object.enum_value = objectOf('enum_option', chosen)
  return { [VALUE_MEMBERS[(change_action ?? 'changed') as keyof typeof VALUE_MEMBERS]]: object }
}
