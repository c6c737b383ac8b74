/** The menu of a task, at its button, at the pointer, or at the focused row. */

import CircleCheck from 'lucide-react/icons/circle-check'
import Copy from 'lucide-react/icons/copy'
import Diamond from 'lucide-react/icons/diamond'
import FolderInput from 'lucide-react/icons/folder-input'
import Link from 'lucide-react/icons/link'
import ListTree from 'lucide-react/icons/list-tree'
import Printer from 'lucide-react/icons/printer'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import Trash from 'lucide-react/icons/trash-2'
import type { RefObject } from 'react'
import { useCache, useRecord } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import { Menu, type MenuAction, type MenuGroup } from '../../overlay/menu.tsx'
import { listOfTask, type TaskList } from '../moving/places.ts'
import { openEditor } from '../opening.ts'
import { type TaskActs, useTaskActs } from '../use_task_acts.ts'

interface Shown {
  tasks: readonly Gid[]
  subtype: unknown
  acts: TaskActs
  isReadOnly: boolean
  /** Whether the task itself is on the screen, so that it can be printed. */
  isShown: boolean
  open(editor: 'move' | 'parent'): void
}

/** The entries of the menu: an entry "Mark as …" for each type that the task does not have. */
function groupsOf({ tasks, subtype, acts, isReadOnly, isShown, open }: Shown): MenuGroup[] {
  const action = (id: string, label: string, more: Partial<MenuAction>): MenuAction => ({ id, label, ...more })
  const link = action('link', 'Copy link', { icon: Link, keys: 'Y', onAction: () => acts.copyLink(tasks) })
  const print = action('print', 'Print', { icon: Printer, onAction: () => window.print() })
  const general = isShown ? [link, print] : [link]
  if (isReadOnly) return [{ actions: general }]
  const types = [
    action('milestone', 'Mark as milestone', { icon: Diamond, onAction: () => acts.setSubtype(tasks, 'milestone') }),
    action('approval', 'Mark as approval', { icon: ThumbsUp, onAction: () => acts.setSubtype(tasks, 'approval') }),
    action('default_task', 'Mark as task', {
      icon: CircleCheck,
      onAction: () => acts.setSubtype(tasks, 'default_task'),
    }),
  ]
  return [
    {
      actions: [
        action('duplicate', 'Duplicate', { icon: Copy, onAction: () => void acts.duplicate(tasks) }),
        ...types.filter(({ id }) => id !== subtype),
      ],
    },
    {
      actions: [
        action('parent', 'Make a subtask of…', { icon: ListTree, onAction: () => open('parent') }),
        action('move', 'Move to…', { icon: FolderInput, keys: 'M', onAction: () => open('move') }),
        ...general,
      ],
    },
    {
      actions: [
        action('delete', 'Delete', { icon: Trash, keys: 'Delete', isDanger: true, onAction: () => acts.remove(tasks) }),
      ],
    },
  ]
}

export interface TaskMenuProps {
  tasks: readonly Gid[]
  anchor: RefObject<Element | null>
  list?: TaskList | undefined
  isReadOnly?: boolean
  onClose(): void
}

/** The open menu of tasks. */
export function TaskMenu({ tasks, anchor, list, isReadOnly = false, onClose }: TaskMenuProps) {
  const cache = useCache()
  const acts = useTaskActs()
  const [first = ''] = tasks
  const subtype = useRecord(first)?.resource_subtype
  const open = (editor: 'move' | 'parent') =>
    openEditor({
      ...{ editor, tasks, anchor: anchor.current },
      list: list ?? listOfTask(cache, first, location.pathname),
    })
  return (
    <Menu
      label="Task actions"
      {...{ anchor, onClose }}
      groups={groupsOf({ tasks, subtype, acts, isReadOnly, isShown: !list, open })}
    />
  )
}
