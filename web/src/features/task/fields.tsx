/** The fields of a task: names on one side, values with their editors on the other. */
import { DateTime } from '../../components/date_time.tsx'
import { Avatar } from '../../components/display/avatar.tsx'
import { usePerson } from '../../components/display/use_person.ts'
import { AssigneeButton } from '../../components/task/field/assignee.tsx'
import { CustomFieldButton } from '../../components/task/field/custom_field.tsx'
import { DueDateButton } from '../../components/task/field/due_date.tsx'
import { FieldRow } from '../../components/task/field/field_row.tsx'
import { TagsButton } from '../../components/task/field/tags.tsx'
import { DependenciesGroup } from '../../components/task/group/dependencies.tsx'
import { FollowersGroup } from '../../components/task/group/followers.tsx'
import { MySection } from '../../components/task/group/my_section.tsx'
import { ProjectsGroup } from '../../components/task/group/projects.tsx'
import type { Gid } from '../../data/records.ts'
import type { Task } from './use_task.ts'

interface Props {
  task: Task
  isReadOnly: boolean
}

interface CustomField {
  readonly gid: Gid
  readonly name: string
}

export function Fields({ task, isReadOnly }: Props) {
  const { gid } = task
  const own = { task: gid, isReadOnly }
  const dependencies = [...((task.dependencies ?? []) as Gid[]), ...((task.dependents ?? []) as Gid[])]
  return (
    <div className="task-fields">
      <FieldRow name="Assignee">
        <span className="task-assignee">
          <AssigneeButton {...own} />
          {isReadOnly ? null : <MySection task={gid} />}
        </span>
      </FieldRow>
      <FieldRow name="Due date">
        <DueDateButton {...own} />
      </FieldRow>
      <FieldRow name="Projects">
        <ProjectsGroup {...own} />
      </FieldRow>
      {isReadOnly && dependencies.length === 0 ? null : (
        <FieldRow name="Dependencies">
          <DependenciesGroup {...own} />
        </FieldRow>
      )}
      <FieldRow name="Tags">
        <TagsButton {...own} />
      </FieldRow>
      <CustomFields task={task} isReadOnly={isReadOnly} />
    </div>
  )
}

function CustomFields({ task, isReadOnly }: Props) {
  const fields = (task.custom_fields ?? []) as readonly CustomField[]
  if (fields.length === 0) return null
  return (
    <fieldset className="task-fields" aria-label="Custom fields">
      {fields.map(({ gid, name }) => (
        <FieldRow key={gid} name={name}>
          <CustomFieldButton task={task.gid} field={gid} isReadOnly={isReadOnly} />
        </FieldRow>
      ))}
    </fieldset>
  )
}

/** Who follows the task, and who created it. */
export function PeopleFields({ task, isReadOnly }: Props) {
  const creator = usePerson(task.created_by)
  return (
    <div className="task-fields">
      <FieldRow name="Followers">
        <FollowersGroup task={task.gid} isReadOnly={isReadOnly} />
      </FieldRow>
      {creator && task.created_at ? (
        <FieldRow name="Created by">
          <span className="field-value">
            <Avatar person={creator} size={20} />
            <span>{creator.name}</span>
            <DateTime at={task.created_at} />
          </span>
        </FieldRow>
      ) : null}
    </div>
  )
}
