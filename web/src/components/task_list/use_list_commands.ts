/** The keys of a list: add, rename, move, peek. */
import type { Gid } from '../../data/records.ts'
import { type Command, useCommands } from '../commands.ts'
import { type MoveKey, parentAbove, parentRow, taskMove } from './moves.ts'
import type { Editing, ListRow } from './types.ts'

interface Options {
  readonly list: Gid
  readonly rows: readonly ListRow[]
  readonly canEdit: boolean
  /** Whether tasks can be added to the list. */
  readonly canAdd: boolean
  readonly canEditSections: boolean
  readonly canMove: boolean
  /** The row with the focus. */
  current(): ListRow | undefined
  firstSection(): Gid | null
  edit(editing: Editing): void
  moveTask(gid: Gid, move: NonNullable<ReturnType<typeof taskMove>>): void
  moveSection(gid: Gid, key: MoveKey): void
  /** Moves a task into the next section or group, where the order is not the manual one. */
  moveToGroup(gid: Gid, key: 'up' | 'down'): void
  /** Whether tasks at the first level can become subtasks here, and subtasks come back. */
  readonly canIndent: boolean
  indent(gid: Gid, parent: Gid, isSubtask: boolean): void
  outdent(gid: Gid, from: ListRow): void
  peek(): void
}

const MOVES: readonly (readonly [key: MoveKey, keys: string, title: string])[] = [
  ['up', 'Alt+Shift+ArrowUp', 'Move up'],
  ['down', 'Alt+Shift+ArrowDown', 'Move down'],
  ['top', 'Alt+Shift+Home', 'Move to the top of the section'],
  ['bottom', 'Alt+Shift+End', 'Move to the bottom of the section'],
]

/** Whether the row itself or one of its cells has the focus, and no control in it. */
const isOnRow = (): boolean => document.activeElement?.matches('[role="row"], [role="gridcell"]') ?? false

export function useListCommands(options: Options): void {
  const { list, rows, canEdit, canAdd, canEditSections, canMove, current, firstSection, edit } = options
  const isOnTask = () => current()?.kind === 'task'
  const addBelow = () => {
    const row = current()
    if (row?.kind === 'task') {
      edit({ type: 'add_task', list: row.parent ?? list, section: row.section, after: row.gid })
    } else edit({ type: 'add_task', list, section: row?.section ?? firstSection(), after: null, isFirst: true })
  }
  const move = (key: MoveKey) => {
    const row = current()
    if (row?.kind === 'section' && canEditSections) return options.moveSection(row.gid, key)
    if (row && !canMove && (key === 'up' || key === 'down')) return options.moveToGroup(row.gid, key)
    const to = row && taskMove(rows, row.gid, key)
    if (row && to) options.moveTask(row.gid, to)
  }
  /** Between the levels: towards the end of the line, a task goes into the one above it. */
  const changeLevel = (isRightKey: boolean) => {
    const row = current()
    if (!row) return
    const isRightToLeft = getComputedStyle(document.documentElement).direction === 'rtl'
    const isSubtask = row.parent !== null
    const parent = isSubtask ? parentRow(rows, row.gid) : null
    const above = parentAbove(rows, row.gid)
    if (isRightKey !== isRightToLeft) {
      if (above && (isSubtask || options.canIndent)) options.indent(row.gid, above, isSubtask)
    } else if (parent && (parent.parent !== null || options.canIndent)) options.outdent(row.gid, parent)
  }
  const level = (id: string, title: string, keys: string, isRightKey: boolean): Command => ({
    ...{ id, title, group: 'Edit', keys: [keys] },
    when: () => canMove && isOnTask(),
    run: () => changeLevel(isRightKey),
  })
  const commands: Command[] = [
    {
      ...{ id: 'add_task', title: 'Add task', group: 'Create', when: () => canAdd },
      run: () => edit({ type: 'add_task', list, section: firstSection(), after: null, isFirst: true }),
    },
    { id: 'new_task_below', title: 'New task below', group: 'Create', keys: ['N'], when: () => canAdd, run: addBelow },
    {
      ...{ id: 'new_subtask', title: 'New subtask', group: 'Create', keys: ['U'] },
      when: () => canEdit && isOnTask(),
      run: () => {
        const row = current()
        if (row) edit({ type: 'add_task', list: row.gid, section: null, after: null })
      },
    },
    {
      ...{ id: 'rename', title: 'Rename', group: 'Edit', keys: ['F2'] },
      when: () => (current()?.kind === 'section' ? canEditSections : canEdit && isOnTask()),
      run: () => {
        const row = current()
        if (row) edit({ type: 'rename', gid: row.gid })
      },
    },
    {
      ...{ id: 'peek', title: 'Open the task and follow the focus', group: 'View', keys: ['Space'] },
      when: () => isOnTask() && isOnRow(),
      run: options.peek,
    },
    ...MOVES.map(
      ([key, keys, title]): Command => ({
        ...{ id: `move_${key}`, title, group: 'Edit', keys: [keys] },
        when: () => {
          const canGo = canMove || (canEdit && (key === 'up' || key === 'down'))
          return canGo && ['task', 'section'].includes(current()?.kind ?? '')
        },
        run: () => move(key),
      }),
    ),
    level('indent', 'Make a subtask of the task above', 'Alt+Shift+ArrowRight', true),
    level('outdent', 'Move out of the parent task', 'Alt+Shift+ArrowLeft', false),
  ]
  useCommands(commands)
}
