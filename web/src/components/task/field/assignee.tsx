/** The assignee of a task. */
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import { useRecord } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import { Avatar } from '../../display/avatar.tsx'
import { Icon } from '../../icon/icon.tsx'
import type { PopupPlace } from '../../overlay/popup.tsx'
import { AssigneePicker } from '../picker/pickers.ts'
import { photoOf } from '../picker/pictures.ts'
import { EmptyValue, FieldButton, type FieldLook, type TaskFieldProps } from './field_button.tsx'

interface PersonProps extends Omit<TaskFieldProps, 'task'> {
  look: FieldLook
  person: Gid | null | undefined
  popup(place: PopupPlace): ReactNode
}

/** The field of an assignee, wherever its value is. */
export function PersonField({ look, person: gid, ...props }: PersonProps) {
  const person = useRecord(gid)
  const name = gid ? String(person?.name ?? 'Private') : null
  return (
    <FieldButton {...props} {...{ look, name: 'Assignee', text: name }}>
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

function Assignee({ task, ...props }: TaskFieldProps & { look: FieldLook }) {
  const gid = useRecord(task)?.assignee as Gid | null | undefined
  return <PersonField {...props} person={gid} popup={place => <AssigneePicker {...place} tasks={[task]} />} />
}

export const AssigneeButton = (props: TaskFieldProps) => <Assignee {...props} look="button" />
export const AssigneeCell = (props: TaskFieldProps) => <Assignee {...props} look="cell" />
