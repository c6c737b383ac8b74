/** The form of a time entry: a duration as people type it, the day, and what it was. */
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../components/button.tsx'
import { Choice, Field } from '../../../components/field.tsx'
import { Form, text } from '../../../components/form.tsx'
import { preferences } from '../../../data/preferences.ts'
import type { Gid } from '../../../data/records.ts'
import {
  type BillableStatus,
  saveTimeEntry,
  type TimeEntry,
  type TimeEntryInput,
  timeCategoriesOf,
} from '../../../data/time_entries.ts'
import { parseDuration } from '../../../text/duration.ts'
import { dayOf, formatDuration } from '../../../text/format.ts'

const BILLABLE: readonly (readonly [BillableStatus, string])[] = [
  ['notApplicable', 'Not specified'],
  ['billable', 'Billable'],
  ['nonBillable', 'Not billable'],
]

interface Props {
  task: Gid
  workspace: Gid
  /** The entry to change; null for a new one. */
  entry: TimeEntry | null
  onSaved(): void
  onCancel(): void
}

const durationProblem = (typed: string): string | null =>
  typed.trim() === '' || parseDuration(typed) !== null ? null : 'Enter a duration, such as 1h 30m, 90m or 1:30'

function inputOf(values: FormData): TimeEntryInput {
  const category = text(values, 'categories')
  const day = text(values, 'entered_on')
  return {
    duration_minutes: parseDuration(text(values, 'duration_minutes') ?? '') ?? 0,
    ...(day !== undefined && { entered_on: day }),
    ...(values.has('categories') && { categories: category ? [category] : [] }),
    billable_status: (text(values, 'billable_status') ?? 'notApplicable') as BillableStatus,
    description: text(values, 'description') ?? '',
  }
}

export function EntryForm({ task, workspace, entry, onSaved, onCancel }: Props) {
  const { data: categories = [] } = useQuery(timeCategoriesOf(workspace))
  const [category] = entry?.categories ?? []
  // An archived category stays at its entries.
  const offered =
    category && categories.every(({ gid }) => gid !== category.gid) ? [category, ...categories] : categories
  const today = dayOf(new Date(), preferences().time_zone ?? undefined)
  return (
    <fieldset className="time-form" aria-label={entry ? 'Edit time' : 'Add time'}>
      <Form
        submit={entry ? 'Save time' : 'Add time'}
        fields={['duration_minutes', 'entered_on', 'description']}
        actions={<Button onPress={onCancel}>Cancel</Button>}
        run={values => saveTimeEntry(task, entry?.gid ?? null, inputOf(values))}
        onDone={onSaved}
      >
        <div className="time-form-fields">
          <Field
            name="duration_minutes"
            label="Duration"
            required
            autoFocus
            autoComplete="off"
            initial={entry ? formatDuration(entry.duration_minutes) : ''}
            validate={durationProblem}
          />
          <Field name="entered_on" label="Day" type="date" required initial={entry?.entered_on ?? today} />
          {offered.length > 0 ? (
            <Choice
              name="categories"
              label="Category"
              options={[['', 'None'], ...offered.map(({ gid, name }) => [gid, name] as const)]}
              initial={category?.gid ?? ''}
            />
          ) : null}
          <Choice
            name="billable_status"
            label="Billable"
            options={BILLABLE}
            initial={entry?.billable_status ?? 'notApplicable'}
          />
        </div>
        <Field name="description" label="What was done" autoComplete="off" initial={entry?.description ?? ''} />
      </Form>
    </fieldset>
  )
}
