/** The section of My tasks in which a task of the signed-in person is. */
import { useQuery } from '@tanstack/react-query'
import { useCache, useRecord } from '../../../data/hooks.ts'
import { myTaskListQuery } from '../../../data/my_tasks.ts'
import type { Gid } from '../../../data/records.ts'
import { PopupButton } from '../../overlay/popup.tsx'
import { SectionPicker } from '../picker/pickers.ts'
import '../task.css'

export function MySection({ task }: { task: Gid }) {
  const cache = useCache()
  const record = useRecord(task)
  const isMine = record?.assignee === cache.user
  const { data: list } = useQuery({ ...myTaskListQuery(cache), enabled: isMine })
  const section = useRecord(record?.assignee_section as Gid | null | undefined)
  if (!isMine || !list || !section) return null
  const name = String(section.name ?? '')
  return (
    <PopupButton
      label={`Section of My tasks: ${name}`}
      className="task-section"
      popup={place => <SectionPicker {...place} tasks={[task]} list={{ gid: list, kind: 'my_tasks' }} />}
    >
      {name}
    </PopupButton>
  )
}
