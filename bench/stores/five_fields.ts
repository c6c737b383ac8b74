/** Five typical custom fields of a workspace, one of each kind, and the values of every task. */
import type { Tables } from '../../src/store/tables.ts'
import { type Insert, rankOf, START } from './rows.ts'

const OPTIONS: [name: string, color: string][] = [
  ['Low', 'cool-gray'],
  ['Middle', 'blue'],
  ['High', 'orange'],
  ['Highest', 'red'],
]

const FIELDS = [
  { name: 'Priority', resource_subtype: 'enum', format: null, precision: null, currency_code: null },
  { name: 'Budget', resource_subtype: 'number', format: 'currency', precision: 2, currency_code: 'EUR' },
  { name: 'Stage', resource_subtype: 'text', format: null, precision: null, currency_code: null },
  { name: 'Review', resource_subtype: 'date', format: null, precision: null, currency_code: null },
  { name: 'Reviewers', resource_subtype: 'people', format: null, precision: null, currency_code: null },
] as const

export interface Fields {
  gids: number[]
  options: number[]
}

interface Place {
  workspace: number
  by: number
  projects: number[]
}

/** Defines the five, with a setting in each project. */
export function defineFields(insert: Insert, gid: () => number, { workspace, by, projects }: Place): Fields {
  const gids = FIELDS.map(shown => {
    const field = gid()
    insert('custom_fields', {
      ...{ gid: field, workspace, ...shown, description: 'What it is good for.', custom_label: null },
      ...{ custom_label_position: null, is_global_to_workspace: 1, project: null, has_notifications_enabled: 0 },
      ...{ id_prefix: null, next_id: 1, formula: null, input_restrictions: null, created_by: by, created_at: START },
      ...{ privacy_setting: 'public_with_guests', default_access_level: 'editor', deleted_at: null },
    })
    return field
  })
  const [choice = 0] = gids
  const options = OPTIONS.map(([name, color], place) => {
    const option = gid()
    const shown = { name, color, enabled: 1, rank: rankOf(place) }
    insert('enum_options', { gid: option, custom_field: choice, workspace, ...shown })
    return option
  })
  for (const parent of projects) {
    for (const [place, custom_field] of gids.entries()) {
      const setting = { gid: gid(), custom_field, parent, workspace, is_important: place < 2 ? 1 : 0 }
      insert('custom_field_settings', { ...setting, rank: rankOf(place) })
    }
  }
  return { gids, options }
}

const BLANK = { text_value: null, number_value: null, enum_value: null, date_on: null, date_at: null }

type Value = Pick<Tables['custom_field_values'], keyof typeof BLANK>

/** The values of one task. */
export function giveValues(
  insert: Insert,
  gid: () => number,
  { gids, options }: Fields,
  { task, workspace, index, people }: { task: number; workspace: number; index: number; people: number[] },
): void {
  const values: Value[] = [
    { ...BLANK, enum_value: options[index % options.length] ?? null },
    { ...BLANK, number_value: String((index % 10_000) + 0.25) },
    { ...BLANK, text_value: `What is to be said of ${index}, in a few words` },
    { ...BLANK, date_on: `2026-${String(1 + (index % 12)).padStart(2, '0')}-15` },
    BLANK,
  ]
  for (const [place, value] of values.entries()) {
    const made = gid()
    insert('custom_field_values', {
      gid: made,
      // An older schema has the column `task` instead.
      ...{ task, object: task, object_type: 'task' },
      custom_field: gids[place] ?? 0,
      workspace,
      ...value,
    })
    if (place < values.length - 1) continue
    for (const [rank, choice] of people.entries()) insert('custom_field_choices', { value: made, choice, rank })
  }
}
