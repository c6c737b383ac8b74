/** What can be done with the selected tasks. */
import CalendarDays from 'lucide-react/icons/calendar-days'
import CircleCheck from 'lucide-react/icons/circle-check'
import FolderInput from 'lucide-react/icons/folder-input'
import FolderPlus from 'lucide-react/icons/folder-plus'
import Tag from 'lucide-react/icons/tag'
import Trash from 'lucide-react/icons/trash-2'
import UserRound from 'lucide-react/icons/user-round'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import type { Gid } from '../../data/records.ts'
import { useCommands } from '../commands.ts'
import { Icon, type IconShape } from '../icon/icon.tsx'
import { PopupButton, type PopupPlace } from '../overlay/popup.tsx'
import { MoveDialog } from './dialogs.ts'
import type { TaskList } from './moving/places.ts'
import { AssigneePicker, DueDatePicker, ProjectPicker, TagsPicker } from './picker/pickers.ts'
import { useTaskActs } from './use_task_acts.ts'
import './task.css'

export interface SelectionToolbarProps {
  tasks: readonly Gid[]
  /** Ends the selection. */
  clear(): void
  /** The list on the screen, and its kind. */
  list?: Gid
  kind?: TaskList['kind']
}

function Action({ icon, label, onPress }: { icon: IconShape; label: string; onPress(): void }) {
  return (
    <button type="button" className="selection-action" aria-label={label} onClick={onPress}>
      <Icon of={icon} />
      <span className="selection-word">{label}</span>
    </button>
  )
}

interface ChooseProps {
  icon: IconShape
  label: string
  popup(place: PopupPlace): React.ReactNode
}

function Choose({ icon, label, popup }: ChooseProps) {
  return (
    <PopupButton label={label} className="selection-action" popup={popup}>
      <Icon of={icon} />
      <span className="selection-word">{label}</span>
    </PopupButton>
  )
}

export function SelectionToolbar({ tasks, clear, list, kind = 'project' }: SelectionToolbarProps) {
  const acts = useTaskActs()
  const [isMoving, setMoving] = useState(false)
  const end = () => {
    clear()
    // The toolbar goes away, perhaps with the focus in it.
    document.querySelector<HTMLElement>(`main [data-gid="${CSS.escape(tasks.at(-1) ?? '')}"]`)?.focus()
  }
  useCommands([{ id: 'clear_selection', title: 'Clear selection', group: 'Selection', keys: ['Escape'], run: end }])
  if (tasks.length === 0) return null
  return (
    <div className="selection-toolbar" role="toolbar" aria-label="Selected tasks">
      <span className="selection-count">{tasks.length} selected</span>
      <Action icon={CircleCheck} label="Complete" onPress={() => acts.complete(tasks)} />
      <Choose icon={UserRound} label="Assign" popup={place => <AssigneePicker {...place} tasks={tasks} />} />
      <Choose icon={CalendarDays} label="Due date" popup={place => <DueDatePicker {...place} tasks={tasks} />} />
      <Action icon={FolderInput} label="Move" onPress={() => setMoving(true)} />
      <Choose icon={FolderPlus} label="Add to project" popup={place => <ProjectPicker {...place} tasks={tasks} />} />
      <Choose icon={Tag} label="Tags" popup={place => <TagsPicker {...place} tasks={tasks} />} />
      <Action
        icon={Trash}
        label="Delete"
        onPress={() => {
          acts.remove(tasks)
          clear()
        }}
      />
      <button type="button" className="icon-button small" aria-label="Clear selection" onClick={end}>
        <Icon of={X} />
      </button>
      {isMoving ? (
        <MoveDialog tasks={tasks} list={list ? { gid: list, kind } : undefined} onClose={() => setMoving(false)} />
      ) : null}
    </div>
  )
}
