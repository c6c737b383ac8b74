/**
 * The text of a system story, generated for each reader: it has the current names of the objects that the reader can
 * see, and a general word for the rest. Comments keep the text of their author.
 */

import { plainToRich } from '../../../lib/rich_text.ts'
import type { LoadMany, Row } from '../../../vocabulary/field.ts'
import { plainText, richText } from './rich_text.ts'
import { detailOf, loadNames, type StoryNames, type SystemStoryDetail } from './story_names.ts'

/** The sentence after the name of the actor. `of` returns the name of an object, or else a general word. */
type SentenceTemplate = (
  of: (member: string, otherwise: string) => string,
  detail: SystemStoryDetail,
  by: unknown,
  noun: string,
) => string

const quoted = (text: unknown) => `"${text}"`

const types: Record<string, string> = { default_task: 'task', milestone: 'milestone', approval: 'approval' }
const approvals: Record<string, string> = {
  pending: 'asked for approval again',
  approved: 'approved this task',
  rejected: 'rejected this task',
  changes_requested: 'requested changes',
}

function dateSentence(which: 'due' | 'start', { new_dates }: SystemStoryDetail): string {
  const { due_at, due_on, start_on } = new_dates as Record<string, string | null>
  const date = which === 'due' ? (due_at ?? due_on) : start_on
  return date === null ? `removed the ${which} date` : `changed the ${which} date to ${date}`
}

const sentences: Record<string, SentenceTemplate> = {
  name_changed: (_, { new_name }) => `changed the name to ${quoted(new_name)}`,
  notes_changed: () => 'changed the description',
  marked_complete: () => 'completed this task',
  marked_incomplete: () => 'reopened this task',
  assigned: of => `assigned this task to ${of('assignee', 'somebody')}`,
  reassigned: of => `reassigned this task to ${of('assignee', 'somebody')}`,
  unassigned: of => `took this task from ${of('assignee', 'somebody')}`,
  due_date_changed: (_, detail) => dateSentence('due', detail),
  start_date_changed: (_, detail) => dateSentence('start', detail),
  resource_subtype_changed: (_, { new_resource_subtype: type }) =>
    `changed the type to ${types[String(type)] ?? 'another one'}`,
  approval_status_changed: (_, { new_approval_status: status }) => approvals[String(status)] ?? 'changed the approval',
  section_changed: of =>
    `moved this task from ${of('old_section', 'a section')} to ${of('new_section', 'a section')} in ${of('project', 'a project')}`,
  added_to_project: of => `added this task to ${of('project', 'a project')}`,
  removed_from_project: of => `removed this task from ${of('project', 'a project')}`,
  added_to_tag: of => `added the tag ${of('tag', '')}`.trimEnd(),
  removed_from_tag: of => `removed the tag ${of('tag', '')}`.trimEnd(),
  follower_added: (of, { follower }, by, noun) =>
    follower === by ? `follows this ${noun}` : `added ${of('follower', 'somebody')} as a follower`,
  liked: () => 'liked this task',
  attachment_added: of => `attached ${of('attachment', 'a file')}`,
  dependency_added: of => `made this task wait for ${of('dependency', 'another task')}`,
  dependency_removed: of => `made this task no longer wait for ${of('dependency', 'another task')}`,
  dependent_added: of => `made ${of('task', 'another task')} wait for this task`,
  dependent_removed: of => `made ${of('task', 'another task')} no longer wait for this task`,
  dependency_marked_complete: of => `completed ${of('dependency', 'another task')}, for which this task waits`,
  dependency_due_date_changed: of =>
    `changed the due date of ${of('dependency', 'another task')}, for which this task waits`,
  duplicated: of => `duplicated this task from ${of('duplicated_from', 'another task')}`,
  subtask_added: of => `added ${of('task', 'another task')} as a subtask`,
  added_to_task: of => `made this task a subtask of ${of('task', 'another task')}`,
  removed_from_task: of => `took this task out of ${of('task', 'another task')}`,
}

function valueText(value: unknown, names: StoryNames): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length > 0 ? value.map(gid => names.get(gid)?.name ?? '?').join(', ') : null
  if (typeof value !== 'object') return String(value)
  const { due_at, due_on } = value as Record<string, string | null>
  return due_at ?? due_on ?? null
}

/** The change of a custom field, without its name and value if the reader cannot see the field. */
function fieldText(subtype: string, detail: SystemStoryDetail, names: StoryNames): string {
  const field = names.get(detail.custom_field as number)
  if (!field) return 'changed a custom field'
  const type = subtype.slice(0, -'_custom_field_changed'.length)
  const member = Object.keys(detail).find(name => name.startsWith('new_'))
  if (member === undefined) return `changed ${quoted(field.name)}`
  const value = detail[member]
  const shown = type === 'enum' && value !== null ? [value] : value
  const text = valueText(shown, names)
  return text === null ? `cleared ${quoted(field.name)}` : `set ${quoted(field.name)} to ${quoted(text)}`
}

function sentence(row: Row, names: StoryNames): string {
  const [subtype, detail] = [String(row.resource_subtype), detailOf(row)]
  if ('custom_field' in detail) return fieldText(subtype, detail, names)
  const say = Object.hasOwn(sentences, subtype) ? sentences[subtype] : undefined
  const of = (member: string, otherwise: string) => {
    const found = names.get(detail[member] as number)
    if (!found) return otherwise
    return found.type === 'user' ? found.name : quoted(found.name)
  }
  const noun = String(row.target_type)
  return say?.(of, detail, row.created_by, noun) ?? `changed this ${noun}`
}

function textOf(row: Row, names: StoryNames): string {
  const text = sentence(row, names)
  const name = names.get(row.created_by as number)?.name
  // wire: recording 2026: a text begins with the name of the actor; changes by the server itself have none
  return name === undefined ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : `${name} ${text}`
}

/** The columns that the text needs. */
export const textNeeds = ['type', 'target_type', 'resource_subtype', 'text', 'html_text', 'gist', 'created_by'] as const

const isSystemStory = (row: Row) => row.type === 'system'

export const storyText: LoadMany = async (rows, context) => {
  const names = await loadNames(rows.filter(isSystemStory), context)
  const plain = await plainText('text', 'html_text')(rows, context)
  return rows.map((row, index) => (isSystemStory(row) ? textOf(row, names) : plain[index]))
}

export const storyRichText: LoadMany = async (rows, context) => {
  const names = await loadNames(rows.filter(isSystemStory), context)
  const rich = await richText('text', 'html_text')(rows, context)
  return rows.map((row, index) => (isSystemStory(row) ? plainToRich(textOf(row, names)) : rich[index]))
}
