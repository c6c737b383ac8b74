/** The values of the commands of tasks, for which the command menu asks on its second page. */
import type { ReactNode } from 'react'
import type { Cache } from '../../data/cache.ts'
import { useResolved } from '../../data/hooks.ts'
import type { CommandValue } from '../commands.ts'
import type { TaskList } from './moving/places.ts'
import type { Opening, TaskEditor } from './opening.ts'
import {
  AssigneePicker,
  DependencyPicker,
  DueDayPicker,
  ProjectPicker,
  SectionPicker,
  TagsPicker,
  type TaskPickerProps,
} from './picker/pickers.ts'
import { countOf } from './picker/words.ts'

interface Asked {
  placeholder: string
  emptyLabel?: string
  choose(props: TaskPickerProps, list: TaskList | undefined): ReactNode
}

/** What is asked for, by the editor that the key of the command opens. The others have forms or menus. */
const ASKED: Readonly<Partial<Record<TaskEditor, Asked>>> = {
  assignee: {
    ...{ placeholder: 'Name or e-mail address', emptyLabel: 'No assignee' },
    choose: props => <AssigneePicker {...props} />,
  },
  due_date: {
    ...{ placeholder: 'Tomorrow, fri 3pm, in 2 weeks', emptyLabel: 'No due date' },
    choose: props => <DueDayPicker {...props} />,
  },
  project: { placeholder: 'Name of a project', choose: props => <ProjectPicker {...props} /> },
  section: {
    placeholder: 'Name of a section',
    choose: (props, list) => (list ? <SectionPicker {...props} list={list} /> : null),
  },
  tags: { placeholder: 'Name of a tag', emptyLabel: 'No tags', choose: props => <TagsPicker {...props} /> },
  dependencies: {
    placeholder: 'Name of a task',
    choose: props => <DependencyPicker {...props} relation="dependencies" />,
  },
  dependents: { placeholder: 'Name of a task', choose: props => <DependencyPicker {...props} relation="dependents" /> },
}

/** The picker of a value, whose tasks may get the gids of the server meanwhile. */
function Choice({ choose, list, ...props }: Pick<Asked, 'choose'> & TaskPickerProps & { list: TaskList | undefined }) {
  return choose({ ...props, tasks: useResolved(props.tasks) }, list)
}

/** What a command that opens an editor asks for; nothing for those that have more than one value. */
export function askedValue(
  { records }: Cache,
  { editor, tasks, list }: Omit<Opening, 'anchor'>,
): CommandValue | undefined {
  const asked = ASKED[editor]
  if (!asked) return undefined
  const { choose, ...words } = asked
  const name = String(records.get(tasks[0] ?? '')?.name ?? '').trim()
  return {
    ...words,
    subject: tasks.length === 1 && name ? name : countOf(tasks),
    picker: place => <Choice {...place} {...{ choose, tasks, list }} />,
  }
}
