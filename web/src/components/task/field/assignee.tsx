/** The assignee of a task. */
import UserRound from 'lucide-react/icons/user-round'
import { useRecord } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import { Avatar } from '../../display/avatar.tsx'
import { Icon } from '../../icon/icon.tsx'
import { AssigneePicker } from '../picker/pickers.ts'
import { photoOf } from '../picker/pictures.ts'
import { EmptyValue, FieldButton, type FieldLook, type TaskFieldProps } from './field_button.tsx'

function Assignee({ look, ...props }: TaskFieldProps & { look: FieldLook }) {
  const { task } = props
  const gid = useRecord(task)?.assignee as Gid | null | undefined
  const person = useRecord(gid)
  const name = gid ? String(person?.name ?? 'Private') : null
  return (
    <FieldButton
      {...props}
      {...{ look, name: 'Assignee', text: name }}
      popup={place => <AssigneePicker {...place} tasks={[task]} />}
    >
      {gid && name ? (
        <>
          <Avatar person={{ gid, name, photo: photoOf(person) }} size={20} />
          <span className="task-text">{name}</span>
        </>
      ) : (
        <EmptyValue icon={<Icon of={UserRound} />}>{look === 'button' ? 'Nobody' : null}</EmptyValue>
      )}
    </FieldButton>
  )
}

export const AssigneeButton = (props: TaskFieldProps) => <Assignee {...props} look="button" />
export const AssigneeCell = (props: TaskFieldProps) => <Assignee {...props} look="cell" />
