/** One value of a task, with the editor of its field. */
import type { Gid } from '../../data/records.ts'
import { AssigneeCell } from '../task/field/assignee.tsx'
import { CustomFieldCell } from '../task/field/custom_field.tsx'
import { DueDateCell } from '../task/field/due_date.tsx'
import { TagsCell } from '../task/field/tags.tsx'
import { BlockedByCell } from './blocking_tasks.tsx'
import { useListActions } from './context.ts'
import { LaterCell, MemberCell, ProjectsCell } from './plain_cells.tsx'

interface Props {
  task: Gid
  field: string
  tabIndex: 0 | -1
}

export function FieldCell({ task, field, tabIndex }: Props) {
  const { canEdit, isNarrow } = useListActions()
  // Values below the name are too small for a finger; the pane edits them.
  const editor = { task, tabIndex, isReadOnly: !canEdit || isNarrow }
  switch (field) {
    case 'assignee':
      return <AssigneeCell {...editor} />
    case 'due_on':
      return <DueDateCell {...editor} />
    case 'tags':
      return <TagsCell {...editor} />
    case 'dependencies':
      return <BlockedByCell {...editor} />
    case 'projects':
      return <ProjectsCell task={task} />
    case 'created_at':
    case 'completed_at':
    case 'modified_at':
    case 'num_likes':
      return <MemberCell task={task} field={field} />
    case 'created_by':
    case 'completed_by':
    case 'actual_time_minutes':
      return <LaterCell task={task} field={field} />
    default:
      return <CustomFieldCell {...editor} field={field} />
  }
}
