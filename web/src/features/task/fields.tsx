/** The fields of a task: names on one side, values with their editors on the other. */
import { type ReactNode, useId } from 'react'
import { DateTime } from '../../components/date_time.tsx'
import { Avatar } from '../../components/display/avatar.tsx'
import { usePerson } from '../../components/display/use_person.ts'
import { AssigneeButton } from '../../components/task/field/assignee.tsx'
import { CustomFieldButton } from '../../components/task/field/custom_field.tsx'
import { DueDateButton } from '../../components/task/field/due_date.tsx'
import { TagsButton } from '../../components/task/field/tags.tsx'
import { DependenciesGroup } from '../../components/task/group/dependencies.tsx'
import { FollowersGroup } from '../../components/task/group/followers.tsx'
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
    <div className="fields">
      <Field name="Assignee">
        <AssigneeButton {...own} />
      </Field>
      <Field name="Due date">
        <DueDateButton {...own} />
      </Field>
      <Field name="Projects">
        <ProjectsGroup {...own} />
      </Field>
      {isReadOnly && dependencies.length === 0 ? null : (
        <Field name="Dependencies">
          <DependenciesGroup {...own} />
        </Field>
      )}
      <Field name="Tags">
        <TagsButton {...own} />
      </Field>
      <CustomFields task={task} isReadOnly={isReadOnly} />
    </div>
  )
}

function CustomFields({ task, isReadOnly }: Props) {
  const fields = (task.custom_fields ?? []) as readonly CustomField[]
  if (fields.length === 0) return null
  return (
    <fieldset className="fields" aria-label="Custom fields">
      {fields.map(({ gid, name }) => (
        <Field key={gid} name={name}>
          <CustomFieldButton task={task.gid} field={gid} isReadOnly={isReadOnly} />
        </Field>
      ))}
    </fieldset>
  )
}

/** Who follows the task, and who created it. */
export function PeopleFields({ task, isReadOnly }: Props) {
  const creator = usePerson(task.created_by)
  return (
    <div className="fields">
      <Field name="Followers">
        <FollowersGroup task={task.gid} isReadOnly={isReadOnly} />
      </Field>
      {creator && task.created_at ? (
        <Field name="Created by">
          <span className="field-value">
            <Avatar person={creator} size={20} />
            <span>{creator.name}</span>
            <DateTime at={task.created_at} />
          </span>
        </Field>
      ) : null}
    </div>
  )
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <div className="field-row">
      <span className="field-name" id={id}>
        {name}
      </span>
      <div className="field-place">{children}</div>
    </div>
  )
}
