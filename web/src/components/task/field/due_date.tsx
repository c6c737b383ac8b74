/** The due date of a task, as a range if it has a start. */
import CalendarDays from 'lucide-react/icons/calendar-days'
import { useRecord } from '../../../data/hooks.ts'
import { type DueDates, dayOf, formatDue, isOverdue } from '../../../text/format.ts'
import { Icon } from '../../icon/icon.tsx'
import { DueDatePicker } from '../picker/pickers.ts'
import { EmptyValue, FieldButton, type FieldLook, type TaskFieldProps } from './field_button.tsx'

/** How urgent a date is: late, today, or neither. */
function urgencyOf(dates: DueDates, isCompleted: boolean, now: Date): string | undefined {
  if (isCompleted) return undefined
  if (isOverdue(dates, now)) return 'late'
  return dates.due_on === dayOf(now) ? 'today' : undefined
}

function DueDate({ look, ...props }: TaskFieldProps & { look: FieldLook }) {
  const { task } = props
  const record = useRecord(task)
  const dates = (record ?? {}) as DueDates
  const now = new Date()
  const text = formatDue(dates, now)
  return (
    <FieldButton
      {...props}
      {...{ look, name: 'Due date', text }}
      popup={place => <DueDatePicker {...place} tasks={[task]} />}
    >
      {text ? (
        <>
          {look === 'button' ? <Icon of={CalendarDays} /> : null}
          <span className="task-text task-date" data-urgency={urgencyOf(dates, record?.completed === true, now)}>
            {text}
          </span>
        </>
      ) : (
        <EmptyValue icon={<Icon of={CalendarDays} />}>{look === 'button' ? 'No due date' : null}</EmptyValue>
      )}
    </FieldButton>
  )
}

export const DueDateButton = (props: TaskFieldProps) => <DueDate {...props} look="button" />
export const DueDateCell = (props: TaskFieldProps) => <DueDate {...props} look="cell" />
