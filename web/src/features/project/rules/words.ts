/** The words for the parts of rules. A kind that the server adds later has its own name in words. */
import type { Gid } from '../../../data/records.ts'
import type { Definition, Part } from './rule.ts'

const WORDS: Readonly<Record<string, string>> = {
  incoming_request: 'A program sends a request',
  task_added: 'A task is added',
  task_moved: 'A task comes into a section',
  task_completed: 'A task is completed',
  field_changed: 'A field changes',
  custom_field_changed: 'A custom field changes',
  date_approaching: 'A date approaches',
  field: 'Field',
  custom_field: 'Custom field',
  section: 'Section',
  tag: 'Tag',
  payload: 'Value of the request',
  set_field: 'Set a field',
  set_custom_field: 'Set a custom field',
  set_due_date: 'Set the due date',
  move: 'Move to a section',
  assign: 'Assign to',
  comment: 'Comment',
  add_to_project: 'Add to a project',
  create_subtask: 'Create a subtask',
  send_request: 'Send a request',
  name: 'Name',
  notes: 'Description',
  assignee: 'Assignee',
  completed: 'Completion',
  approval_status: 'Approval',
  due_on: 'Due date',
  due_at: 'Due time',
  start_on: 'Start date',
  start_at: 'Start time',
  tags: 'Tags',
  followers: 'Followers',
  dependencies: 'Dependencies',
  resource_subtype: 'Task type',
  days: 'Days before',
  in_days: 'Days from then',
  project: 'Project',
  text: 'Text',
  url: 'URL',
  data: 'Data (JSON)',
  is: 'Comparison',
  value: 'Value',
}

const COMPARISONS: Readonly<Record<string, string>> = {
  ...{ is: 'is', is_not: 'is not', is_set: 'has a value', is_not_set: 'is empty', contains: 'contains' },
  ...{ greater_than: 'is greater than', less_than: 'is less than' },
}

const asWords = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The words for a kind, a member or a field. */
export const wordsOf = (name: string): string => WORDS[name] ?? asWords(name)

/** The words for a value of a choice: a comparison or a field. */
export const choiceWords = (member: string, value: string): string =>
  member === 'is' ? (COMPARISONS[value] ?? asWords(value)) : wordsOf(value)

/** The words for the state of a run. */
export const STATES: Readonly<Record<string, string>> = {
  ...{ waiting: 'Waiting', done: 'Done', skipped: 'Skipped', failed: 'Failed' },
}

type NameOf = (gid: Gid) => string | undefined

const named = (nameOf: NameOf, value: unknown): string =>
  typeof value === 'string' ? (nameOf(value) ?? 'Private') : 'none'

const quoted = (value: unknown): string => `“${String(value ?? '')}”`

const dayCount = (value: unknown): string => (Number(value) === 1 ? '1 day' : `${Number(value)} days`)

const SENTENCES: Readonly<Record<string, (part: Part, nameOf: NameOf) => string>> = {
  task_moved: ({ section }, nameOf) =>
    section ? `A task comes into ${named(nameOf, section)}` : 'A task comes into any section',
  field_changed: ({ field }) => `${wordsOf(String(field))} changes`,
  custom_field_changed: ({ custom_field }, nameOf) => `${named(nameOf, custom_field)} changes`,
  date_approaching: ({ field, days }) => `${wordsOf(String(field))} is at most ${dayCount(days)} away`,
  set_field: ({ field }) => `Set ${wordsOf(String(field))}`,
  set_custom_field: ({ custom_field }, nameOf) => `Set ${named(nameOf, custom_field)}`,
  set_due_date: ({ in_days }) => (in_days === 0 ? 'Due the same day' : `Due ${dayCount(in_days)} later`),
  move: ({ section }, nameOf) => `Move to ${named(nameOf, section)}`,
  assign: ({ assignee }, nameOf) => (assignee ? `Assign to ${named(nameOf, assignee)}` : 'Assign to nobody'),
  comment: ({ text }) => `Comment ${quoted(text)}`,
  add_to_project: ({ project }, nameOf) => `Add to ${named(nameOf, project)}`,
  create_subtask: ({ name }) => `Create the subtask ${quoted(name)}`,
  send_request: ({ url }) => `Send a request to ${String(url)}`,
}

/** A trigger or an action as a short sentence. */
const sentenceOf = (part: Part, nameOf: NameOf): string => SENTENCES[part.kind]?.(part, nameOf) ?? wordsOf(part.kind)

/** The actions of a rule in one line, and how many conditions there are. */
export function summaryOf({ trigger, conditions, actions }: Definition, nameOf: NameOf) {
  const count = conditions.length
  const where = count === 0 ? '' : count === 1 ? ', on 1 condition' : `, on ${count} conditions`
  return {
    when: `${sentenceOf(trigger, nameOf)}${where}`,
    effects: actions.map(one => sentenceOf(one, nameOf)).join(', '),
  }
}
