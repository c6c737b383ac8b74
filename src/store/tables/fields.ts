/** Custom fields: definitions, settings, values. */
import type { Flag, Gid, Timestamp } from './column.ts'

export interface FieldsTables {
  custom_fields: CustomFieldTable
  enum_options: {
    gid: Gid
    custom_field: Gid
    workspace: Gid
    name: string
    color: string
    enabled: Flag
    rank: string
  }
  /** `parent` is the gid of a project, a portfolio or a team. */
  custom_field_settings: {
    gid: Gid
    custom_field: Gid
    parent: Gid
    workspace: Gid
    is_important: Flag
    rank: string
  }
  /** The settings whose project is not in the trash. */
  live_settings: { parent: Gid; custom_field: Gid }
  custom_field_values: CustomFieldValueTable
  /** The choices of a value that is a list: options, people or objects. */
  custom_field_choices: { value: Gid; choice: Gid; rank: number }
  /** The fields that apply to a task, through its projects. */
  task_fields: { task: Gid; custom_field: Gid }
  /** The fields that apply to a project or a portfolio, through the portfolios that contain it. */
  item_fields: { item: Gid; custom_field: Gid }
  goal_fields: { goal: Gid; custom_field: Gid }
  /** The fields that apply to a user, through the teams of the user. */
  user_fields: { user: Gid; custom_field: Gid }
}

export interface CustomFieldTable {
  gid: Gid
  workspace: Gid
  name: string
  resource_subtype: string
  description: string
  format: string | null
  precision: number | null
  currency_code: string | null
  custom_label: string | null
  custom_label_position: string | null
  is_global_to_workspace: Flag
  /** The project or the portfolio of a field that is not shared with others. */
  project: Gid | null
  has_notifications_enabled: Flag
  id_prefix: string | null
  /** The number that the next task with this field gets, for fields with an `id_prefix`. */
  next_id: number
  formula: string | null
  input_restrictions: string | null
  privacy_setting: string
  default_access_level: string
  created_by: Gid
  created_at: Timestamp
  deleted_at: Timestamp | null
}

/** `number_value` is the decimal as text, so that it stays exact. */
interface CustomFieldValueTable {
  gid: Gid
  /** A task, a project, a portfolio, a goal or a user; `object_type` says which. */
  object: Gid
  object_type: string
  custom_field: Gid
  workspace: Gid
  text_value: string | null
  number_value: string | null
  enum_value: Gid | null
  date_on: string | null
  date_at: Timestamp | null
}
