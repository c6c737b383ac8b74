/** The button "More actions" of a task. */
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useRef, useState } from 'react'
import type { Gid } from '../../../data/records.ts'
import { Icon } from '../../icon/icon.tsx'
import { TaskMenu } from '../dialogs.ts'
import type { TaskList } from '../moving/places.ts'

interface ButtonProps {
  task: Gid
  /** The list of which the task is a row, and its kind. */
  list?: Gid
  kind?: TaskList['kind']
  isReadOnly?: boolean
  tabIndex?: number
  size?: 'standard' | 'small'
}

export function TaskMenuButton({ task, list, kind = 'project', isReadOnly, tabIndex, size = 'small' }: ButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={`icon-button ${size}`}
        aria-label="More actions"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        tabIndex={tabIndex}
        onClick={() => setOpen(true)}
      >
        <Icon of={Ellipsis} />
      </button>
      {isOpen ? (
        <TaskMenu
          tasks={[task]}
          list={list ? { gid: list, kind } : undefined}
          {...{ anchor, isReadOnly }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
