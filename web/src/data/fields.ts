/**
 * What the app reads of each type, and which members refer to other records. Server objects are nested: `flatten` turns
 * one into patches, with a gid where a record refers to another one, so that each name exists once.
 */
import type { Gid, Patch } from './records.ts'

/** The selection of members of an object below a path. The notation of the API has no groups inside of groups. */
const below = (path: string, members: string): string => `${path}.(${members.replaceAll(',', '|')})`

const person = (path: string): string => `${path}.name,${path}.photo.image_36x36`
const OPTION = 'name,color,enabled'
const NUMBER_STYLE = 'precision,format,currency_code,custom_label,custom_label_position'
const FIELD = `name,resource_subtype,type,${NUMBER_STYLE},is_formula_field,id_prefix`

const FIELD_VALUES = [
  below('custom_fields', `${FIELD},number_value,text_value,date_value,display_value,enabled`),
  below('custom_fields.enum_value', OPTION),
  below('custom_fields.multi_enum_values', OPTION),
  'custom_fields.people_value.name,custom_fields.reference_value.name',
]

/** The selection of a row in a list. */
export const ROW_FIELDS = [
  'name,resource_subtype,completed,completed_at,approval_status,is_rendered_as_separator',
  `start_on,start_at,due_on,due_at,${person('assignee')}`,
  below('tags', 'name,color'),
  `${below('memberships.project', 'name,color,icon')},memberships.section.name,parent.name`,
  'num_subtasks,num_comments,num_attachments,num_likes,liked,is_blocked,created_at,modified_at',
  ...FIELD_VALUES,
].join(',')

/** The selection of a task in the pane. */
export const TASK_FIELDS = [
  ROW_FIELDS,
  'html_notes,notes,workspace.name,followers.name,created_by.name,assignee_section.name,permalink_url',
  below('dependencies', 'name,completed'),
  below('dependents', 'name,completed'),
  'actual_time_minutes,hearted',
].join(',')

export const PROJECT_FIELDS = [
  'name,color,icon,archived,default_view,privacy_setting,start_on,due_on,completed,team.name,owner.name',
  person('members'),
  below('current_status_update', 'title,status_type'),
  'workspace.name,html_notes,notes,permalink_url,custom_field_settings.is_important',
  'default_access_level,minimum_access_level_for_sharing,minimum_access_level_for_customization',
  'project_brief.title',
  below('custom_field_settings.custom_field', FIELD),
  below('custom_field_settings.custom_field.enum_options', OPTION),
].join(',')

export const STORY_FIELDS = [
  `created_at,${person('created_by')},resource_subtype,type,text,html_text,is_pinned,is_edited,is_editable`,
  'num_likes,liked,reaction_summary,sticker_name',
].join(',')

/** A reference to one record, to several, or a list of objects whose members refer to records. */
type Reference = 'one' | 'many' | { readonly each: Readonly<Record<string, 'one'>> }

/** The members that refer to other records. All other members, such as the values of custom fields, are plain JSON. */
const REFERENCES: Readonly<Record<string, Readonly<Record<string, Reference>>>> = {
  task: {
    ...{ assignee: 'one', parent: 'one', created_by: 'one', completed_by: 'one', workspace: 'one' },
    assignee_section: 'one',
    ...{ tags: 'many', followers: 'many', dependencies: 'many', dependents: 'many', projects: 'many' },
    memberships: { each: { project: 'one', section: 'one' } },
  },
  project: {
    ...{ team: 'one', owner: 'one', members: 'many', current_status_update: 'one', workspace: 'one' },
    project_brief: 'one',
    custom_field_settings: { each: { custom_field: 'one' } },
  },
  story: { created_by: 'one' },
  status_update: { author: 'one', created_by: 'one' },
  attachment: { created_by: 'one', parent: 'one' },
}

/** The types of the objects that members refer to: answers with a selection leave them out. */
const TYPES: Readonly<Record<string, string>> = {
  ...{
    assignee: 'user',
    created_by: 'user',
    completed_by: 'user',
    followers: 'user',
    owner: 'user',
    members: 'user',
    author: 'user',
  },
  ...{ parent: 'task', dependencies: 'task', dependents: 'task', projects: 'project', project: 'project', tags: 'tag' },
  ...{ section: 'section', assignee_section: 'section', workspace: 'workspace', team: 'team' },
  ...{ custom_field: 'custom_field', current_status_update: 'status_update', project_brief: 'project_brief' },
}

type ServerObject = Readonly<Record<string, unknown>> & { readonly gid: Gid; readonly resource_type?: string }

const isObject = (value: unknown): value is ServerObject =>
  typeof value === 'object' && value !== null && 'gid' in value

/** The patches of a server object: its own, and those of the objects in it. `type` is used where the object has none. */
export function flatten(object: ServerObject, type: string): Patch[] {
  const resourceType = object.resource_type ?? type
  const references = REFERENCES[resourceType] ?? {}
  const patches: Patch[] = []
  const refer = (name: string, value: unknown): unknown => {
    if (!isObject(value)) return value
    patches.push(...flatten(value, value.resource_type ?? TYPES[name] ?? 'unknown'))
    return value.gid
  }
  const members: Record<string, unknown> = { resource_type: resourceType }
  for (const [name, value] of Object.entries(object)) {
    if (name === 'gid' || name === 'resource_type') continue
    const reference = references[name]
    if (reference === undefined) members[name] = value
    else if (reference === 'one') members[name] = refer(name, value)
    else if (!Array.isArray(value)) members[name] = value
    else if (reference === 'many') members[name] = value.map(item => refer(name, item))
    else {
      members[name] = value.map((item: Record<string, unknown>) => {
        const referred = Object.keys(reference.each).map(member => [member, refer(member, item[member])])
        return { ...item, ...Object.fromEntries(referred) }
      })
    }
  }
  patches.push({ gid: object.gid, members })
  return patches
}
