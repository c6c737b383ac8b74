/** The kinds of triggers: what starts a rule. */
import { invalid } from '../../../lib/errors.ts'
import type { ProjectChange } from '../../../store/queries/automation/changes.ts'
import { number, one, oneOf } from '../../../vocabulary/field.ts'
import type { Part, PartKind, PartKinds } from './part.ts'

interface TriggerKind extends PartKind {
  /** Whether a change starts the rule; absent for a trigger that is not a change. */
  isStartedBy?(trigger: Part, change: ProjectChange): boolean
}

const watchedFields = [
  ...(['name', 'notes', 'assignee', 'completed', 'approval_status', 'due_on', 'due_at', 'start_on'] as const),
  ...(['start_at', 'tags', 'followers', 'dependencies', 'resource_subtype'] as const),
]

/** How the log stores that a task was completed. */
const COMPLETED = '1'

const MAX_DAYS = 365

const isChangeOf = ({ resource_type, action, field }: ProjectChange, name: unknown): boolean =>
  resource_type === 'task' && action === 'changed' && field === name

export const triggerKinds: PartKinds<TriggerKind> = {
  incoming_request: { doc: 'A request from outside, `POST /rule_triggers/{rule_trigger_gid}/run`.', fields: {} },
  task_added: {
    doc: 'A task was added to the project, also as a new task.',
    fields: {},
    isStartedBy: (_trigger, { action, parent_type, parent, project }) =>
      action === 'added' && parent_type === 'project' && parent === project,
  },
  task_moved: {
    doc: 'A task came into a section of the project.',
    fields: { section: one('section', { need: 'view', doc: 'The section; without it, any section.' }) },
    isStartedBy: ({ section }, { action, parent_type, parent, project, section_project }) =>
      action === 'added' &&
      parent_type === 'section' &&
      section_project === project &&
      (section === undefined || section === String(parent)),
  },
  task_completed: {
    doc: 'A task was completed.',
    fields: {},
    isStartedBy: (_trigger, change) => isChangeOf(change, 'completed') && change.new_value === COMPLETED,
  },
  field_changed: {
    doc: 'A field of a task changed.',
    fields: { field: oneOf(watchedFields, { required: true, doc: 'The field.' }) },
    isStartedBy: ({ field }, change) => isChangeOf(change, field),
  },
  custom_field_changed: {
    doc: 'The value of a custom field of a task changed.',
    fields: { custom_field: one('custom_field', { need: 'view', required: true, doc: 'The custom field.' }) },
    isStartedBy: ({ custom_field }, change) =>
      isChangeOf(change, 'custom_fields') && custom_field === String(change.value),
  },
  date_approaching: {
    doc: 'A date of an incomplete task approaches. It starts once for each task and date.',
    fields: {
      field: oneOf(['due_on', 'start_on'], { required: true, doc: 'The date.' }),
      days: number({
        required: true,
        doc: `How many days before the date, at most ${MAX_DAYS}; 0 for the day itself.`,
      }),
    },
    check: (at, { days }) => mustBeDays(`${at}: days`, days, MAX_DAYS),
  },
}

/** Throws 400 unless the value is a whole number of days. */
export function mustBeDays(at: string, days: unknown, max: number): void {
  if (!Number.isInteger(days) || Number(days) < 0 || Number(days) > max)
    throw invalid(at, `Must be a whole number from 0 to ${max}`)
}

/** The kind whose runs a request starts. */
export const INCOMING_REQUEST = 'incoming_request'
