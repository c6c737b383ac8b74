/** The kinds of actions: which operations of the API a rule performs as its owner, and which requests it sends. */
import { addDays } from '../../../lib/date.ts'
import { json, number, one, oneOf, raw, text } from '../../../vocabulary/field.ts'
import { mustBeAddress } from '../../platform/rules/target.ts'
import { mustBeSmall, type Part, type PartKind, type PartKinds } from './part.ts'
import { mustBeDays } from './triggers.ts'
import { type Render, renderAll } from './variables.ts'

/** A call of an operation of the API: its id, the gids in its path, and its body. */
export interface OperationCall {
  id: string
  path: Record<string, string>
  body: Record<string, unknown>
}

/** What an action knows about the run. */
export interface ActionSubject {
  /** The gid of the task. */
  task: string
  /** The date in the time zone of the owner. */
  today: string
  render: Render
}

/** A request to send. */
export interface OutgoingRequest {
  url: string
  values: unknown
}

interface ActionKind extends PartKind {
  operations?(action: Part, subject: ActionSubject): OperationCall[]
  request?(action: Part, subject: ActionSubject): OutgoingRequest
}

const setFields = ['name', 'notes', 'completed', 'due_on', 'start_on', 'resource_subtype', 'approval_status'] as const

const MAX_TEXT_CHARACTERS = 10_000
const MAX_VALUE_BYTES = 10_000
const MAX_DAYS = 3650
const MAX_ADDRESS_CHARACTERS = 2048

const updateTask = (task: string, body: Record<string, unknown>): OperationCall[] => [
  { id: 'updateTask', path: { task_gid: task }, body },
]

const valueInput = raw({
  nullable: true,
  doc: 'The new value as the API takes it; null clears it. Texts can have variables.',
})

const checkValue = (at: string, { value = null }: Part) => mustBeSmall(`${at}: value`, value, MAX_VALUE_BYTES)

/** The date a number of days after today; nothing without a number. */
const dueOn = (in_days: unknown, today: string) =>
  typeof in_days === 'number' ? { due_on: addDays(today, in_days) } : {}

/** A member of a body; nothing without a value. */
const given = (name: string, value: unknown) => (value === undefined || value === null ? {} : { [name]: value })

export const actionKinds: PartKinds<ActionKind> = {
  set_field: {
    doc: 'Sets a field of the task.',
    fields: { field: oneOf(setFields, { required: true, doc: 'The field.' }), value: valueInput },
    check: checkValue,
    operations: ({ field, value = null }, { task, render }) =>
      updateTask(task, { [String(field)]: renderAll(value, render) }),
  },
  set_custom_field: {
    doc: 'Sets the value of a custom field of the task.',
    fields: {
      custom_field: one('custom_field', { need: 'view', required: true, doc: 'The custom field.' }),
      value: valueInput,
    },
    check: checkValue,
    operations: ({ custom_field, value = null }, { task, render }) =>
      updateTask(task, { custom_fields: { [String(custom_field)]: renderAll(value, render) } }),
  },
  set_due_date: {
    doc: 'Sets the due date of the task to a day from now.',
    fields: { in_days: number({ required: true, doc: `Days from today, at most ${MAX_DAYS}.` }) },
    check: (at, { in_days }) => mustBeDays(`${at}: in_days`, in_days, MAX_DAYS),
    operations: ({ in_days }, { task, today }) => updateTask(task, dueOn(in_days, today)),
  },
  move: {
    doc: 'Moves the task to the top of a section.',
    fields: { section: one('section', { need: 'edit', required: true, doc: 'The section.' }) },
    operations: ({ section }, { task }) => [
      { id: 'addTaskForSection', path: { section_gid: String(section) }, body: { task } },
    ],
  },
  assign: {
    doc: 'Assigns the task to a user, or to no user.',
    fields: { assignee: one('user', { need: 'view', nullable: true, doc: 'The user; null for no user.' }) },
    operations: ({ assignee = null }, { task }) => updateTask(task, { assignee }),
  },
  comment: {
    doc: 'Comments on the task.',
    fields: { text: text({ required: true, max: MAX_TEXT_CHARACTERS, doc: 'The text. It can have variables.' }) },
    operations: ({ text: template }, { task, render }) => [
      { id: 'createStoryForTask', path: { task_gid: task }, body: { text: render(String(template)) } },
    ],
  },
  add_to_project: {
    doc: 'Adds the task to another project.',
    fields: {
      project: one('project', { need: 'edit', required: true, doc: 'The project.' }),
      section: one('section', { need: 'edit', doc: 'The section of that project.' }),
    },
    operations: ({ project, section }, { task }) => [
      { id: 'addProjectForTask', path: { task_gid: task }, body: { project, ...given('section', section) } },
    ],
  },
  create_subtask: {
    doc: 'Creates a subtask of the task.',
    fields: {
      name: text({ required: true, max: 1024, doc: 'The name. It can have variables.' }),
      assignee: one('user', { need: 'view', nullable: true, doc: 'The user whom it is assigned to.' }),
      in_days: number({ nullable: true, doc: 'Days from today on which it is due.' }),
    },
    check: (at, { in_days = null }) => in_days !== null && mustBeDays(`${at}: in_days`, in_days, MAX_DAYS),
    operations: ({ name, assignee, in_days }, { task, today, render }) => [
      {
        id: 'createSubtaskForTask',
        path: { task_gid: task },
        body: { name: render(String(name)), ...given('assignee', assignee), ...dueOn(in_days, today) },
      },
    ],
  },
  send_request: {
    doc: 'Sends a POST request with JSON: `rule`, `run`, `task` and `data`.',
    fields: {
      url: text({ required: true, max: MAX_ADDRESS_CHARACTERS, doc: 'The address.' }),
      data: json({ nullable: true, doc: 'The member `data` of the request, an object. Its texts can have variables.' }),
    },
    check(at, { url, data = null }) {
      mustBeAddress(`${at}: url`, String(url))
      mustBeSmall(`${at}: data`, data, MAX_VALUE_BYTES)
    },
    request: ({ url, data = null }, { render }) => ({ url: String(url), values: renderAll(data, render) }),
  },
}
