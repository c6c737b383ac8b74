/** The commands of tasks: single keys act on the selected tasks, else on the focused one, else on the one in the pane. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { taskPath, withPane } from '../../data/addresses.ts'
import { useCache, useResolved } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { type Command, useCommands } from '../commands.ts'
import { targetsOf, targetTasks } from '../target.ts'
import { MoveDialog, TaskMenu } from './dialogs.ts'
import { listOfTask } from './moving/places.ts'
import { closeEditor, type Opening, openEditor, type TaskEditor, useOpening } from './opening.ts'
import { focusPart, hasPart, type TaskPart } from './parts.ts'
import {
  AssigneePicker,
  DependencyPicker,
  DueDatePicker,
  ParentPicker,
  ProjectPicker,
  SectionPicker,
  TagsPicker,
} from './picker/pickers.ts'
import { useTaskActs } from './use_task_acts.ts'
import { askedValue } from './values.tsx'

/** The element of a task on the screen: the focused one, its row or card, or the pane. */
function anchorOf(task: Gid): Element | null {
  const focused = document.activeElement
  if (focused && focused !== document.body && focused.closest(`[data-gid="${CSS.escape(task)}"]`)) return focused
  return (
    document.querySelector(`main [data-gid="${CSS.escape(task)}"]`) ??
    document.querySelector('[role="complementary"], aside')
  )
}

/** Registers the commands of tasks. */
function useTaskCommands(): void {
  const cache = useCache()
  const navigate = useNavigate()
  const acts = useTaskActs()
  const when = () => targetTasks().length > 0
  const command = (id: string, title: string, keys: string, run: (tasks: readonly Gid[]) => void): Command => ({
    ...{ id, title, group: 'Selection', keys: [keys], when },
    run: () => run(targetTasks()),
  })
  const openingOf = (editor: TaskEditor) => {
    const tasks = targetTasks()
    return { editor, tasks, list: listOfTask(cache, tasks[0] ?? '', location.pathname) }
  }
  const opening = (id: string, title: string, keys: string, editor: TaskEditor): Command => ({
    ...{ id, title, group: 'Selection', keys: [keys] },
    when: () => when() && (editor !== 'section' || openingOf(editor).list !== undefined),
    run: () => {
      const { tasks, list } = openingOf(editor)
      openEditor({ editor, tasks, list, anchor: anchorOf(tasks[0] ?? '') })
    },
    value: () => askedValue(cache, openingOf(editor)),
  })
  /** Leads to a part of the task, which is opened next to the screen if it is not open yet. */
  const leading = (id: string, title: string, keys: string, part: TaskPart): Command => ({
    ...{ id, title, group: 'Selection', keys: [keys] },
    when: () => {
      const [task] = targetTasks()
      return task !== undefined && (!targetsOf('pane').includes(task) || hasPart(task, part))
    },
    run: () => {
      const [task = ''] = targetTasks()
      if (!focusPart(task, part)) void navigate({ to: withPane(location.pathname, task) + location.search })
    },
  })
  const open = (inNewTab: boolean) => (tasks: readonly Gid[]) => {
    const path = taskPath(cache.workspace, tasks[0] ?? '')
    if (inNewTab) window.open(path, '_blank', 'noopener')
    else void navigate({ to: path })
  }
  useCommands([
    command('complete_task', 'Complete', 'E', acts.complete),
    opening('assign_task', 'Assign to…', 'A', 'assignee'),
    command('assign_to_me', 'Assign to me', 'I', acts.assignToMe),
    opening('set_due_date', 'Set due date…', 'D', 'due_date'),
    opening('set_start_date', 'Set start date…', 'Shift+D', 'start_date'),
    opening('set_section', 'Move to section…', 'S', 'section'),
    opening('move_task', 'Move to…', 'M', 'move'),
    opening('add_to_project', 'Add to project…', 'P', 'project'),
    opening('set_tags', 'Set tags…', 'T', 'tags'),
    opening('set_blocked_by', 'Blocked by…', 'B', 'dependencies'),
    opening('set_blocking', 'Blocking…', 'Shift+B', 'dependents'),
    command('like_task', 'Like', 'L', acts.like),
    command('follow_task', 'Follow', 'W', acts.follow),
    command('copy_task_link', 'Copy link', 'Y', acts.copyLink),
    command('delete_task', 'Delete', 'Delete', acts.remove),
    command('open_task_page', 'Open as page', 'O', open(false)),
    command('open_task_tab', 'Open in a new tab', 'Mod+Enter', open(true)),
    leading('rename', 'Rename', 'F2', 'name'),
    leading('new_subtask', 'New subtask', 'U', 'subtask'),
    leading('comment', 'Comment', 'R', 'comment'),
    { ...opening('task_menu', 'Task actions…', '.', 'menu'), keys: ['.', 'Shift+F10'] },
  ])
}

function Editor({ opening }: { opening: Opening }) {
  const { editor, list } = opening
  const acts = useTaskActs()
  const anchor = useRef<Element | null>(opening.anchor)
  const [returnsTo] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // The anchor of an editor that a key opened may be no control, so the focus returns to where it was.
      setTimeout(() => {
        if (document.activeElement === document.body && returnsTo instanceof HTMLElement) returnsTo.focus()
      })
    },
    [returnsTo],
  )
  const place = { tasks: useResolved(opening.tasks), anchor, onClose: () => closeEditor(opening) }
  switch (editor) {
    case 'assignee':
      return <AssigneePicker {...place} />
    case 'due_date':
      return <DueDatePicker {...place} />
    case 'start_date':
      return <DueDatePicker {...place} opensStart />
    case 'tags':
      return <TagsPicker {...place} />
    case 'project':
      return <ProjectPicker {...place} />
    case 'section':
      return list ? <SectionPicker {...place} list={list} /> : null
    case 'move':
      return <MoveDialog {...place} list={list} />
    case 'parent':
      return <ParentPicker {...place} setParent={acts.setParent} />
    case 'menu':
      return <TaskMenu {...place} list={list} />
    default:
      return <DependencyPicker {...place} relation={editor} />
  }
}

/** The commands of tasks, and the editor that one of them opened. Render once, in the shell. */
export function TaskCommands() {
  useTaskCommands()
  const opening = useOpening()
  return opening ? <Editor key={`${opening.editor} ${opening.tasks}`} opening={opening} /> : null
}
