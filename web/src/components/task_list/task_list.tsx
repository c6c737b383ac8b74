/** A list of tasks as a treegrid: of a project, of My tasks, of a tag. */
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useCache, useLoadedList, useResolved } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { isManual, type ViewState } from '../../data/views.ts'
import { SkeletonRows } from '../display/skeleton_rows.tsx'
import { Grid } from '../grid/grid.tsx'
import type { GridApi } from '../grid/types.ts'
import type { MenuGroup } from '../overlay/menu.tsx'
import { EMPTY_SELECTION } from '../selection/selection.ts'
import { Problem } from '../states.tsx'
import { setTarget, useTarget } from '../target.ts'
import { openEditor } from '../task/opening.ts'
import { SelectionBar } from '../task/selection_bar.tsx'
import { useTaskActs } from '../task/use_task_acts.ts'
import { renderCell } from './cells.tsx'
import { withWidth } from './columns.ts'
import { EditingContext, type ListActions, ListContext } from './context.ts'
import { DeleteSection } from './dialogs.ts'
import { groupOfTask, groupSteps } from './moves.ts'
import { Nothing } from './nothing.tsx'
import type { Editing, ListKind, ListRow } from './types.ts'
import { useCurrent } from './use_current.ts'
import { useListActs } from './use_list_acts.ts'
import { useListColumns } from './use_list_columns.ts'
import { useListCommands } from './use_list_commands.ts'
import { useListDrag } from './use_list_drag.ts'
import { useListRows } from './use_list_rows.ts'
import { type ListStateHook, useListState } from './use_list_state.ts'
import { useOpen } from './use_open.ts'
import { useRegroup } from './use_regroup.ts'
import { useRowsMark } from './use_rows_mark.ts'
import { useSwipe } from './use_swipe.ts'
import './task_list.css'

export interface TaskListProps {
  list: Gid
  kind: ListKind
  /** The accessible name. */
  title: string
  view: ViewState
  /** The columns that are shown unless the view says otherwise. */
  defaultColumns: readonly string[]
  canEdit: boolean
  /** Whether the tasks were found, not placed: none can be added or moved here. */
  isFound?: boolean
  /** What is said where nothing was found. */
  nothing?: string
  /** Whether the list has sections that can be changed. */
  canEditSections?: boolean
  /** The permalink of a task in this list. */
  hrefOf(task: Gid): string
  /** The menu of a column header. */
  columnMenu?: (field: string) => readonly MenuGroup[]
  onClearFilters?(): void
  /** Keeps the widths of columns in the view. */
  changeColumns?(columns: NonNullable<ViewState['columns']>): void
}

const NARROW_ROW_PX = 56

/** Moves the focus to a row once it is on the screen. */
function useFocusSoon(grid: RefObject<GridApi | null>, rows: readonly ListRow[]) {
  const { outbox } = useCache()
  const [wanted, setWanted] = useState<{ gid: Gid; column?: string } | null>(null)
  useLayoutEffect(() => {
    const gid = wanted && outbox.resolve(wanted.gid)
    if (!gid || !rows.some(row => row.gid === gid)) return
    if (wanted.column) grid.current?.focusCell(gid, wanted.column)
    else grid.current?.focusRow(gid)
    setWanted(null)
  }, [wanted, rows, grid, outbox])
  return (gid: Gid, column?: string) => setWanted({ gid, column })
}

/** Loads the subtasks of the tasks that are expanded. */
function useSubtasks(expanded: ReadonlySet<Gid>): void {
  const cache = useCache()
  useEffect(() => {
    for (const task of expanded) cache.load(task, 'all').catch(() => {})
  }, [cache, expanded])
}

/** The functions of the cells. They keep their identity, so that rows render only when they change. */
function useStableActions(actions: ListActions): ListActions {
  const latest = useRef(actions)
  latest.current = actions
  const { list, kind, canEdit, canEditSections, canMove, isNarrow, fields } = actions
  return useMemo(
    () => ({
      ...{ list, kind, canEdit, canEditSections, canMove, isNarrow, fields },
      hrefOf: task => latest.current.hrefOf(task),
      open: task => latest.current.open(task),
      edit: editing => latest.current.edit(editing),
      setExpanded: (row, isExpanded) => latest.current.setExpanded(row, isExpanded),
      rename: (gid, name) => latest.current.rename(gid, name),
      addTasks: names => latest.current.addTasks(names),
      addSection: (name, after) => latest.current.addSection(name, after),
      moveSection: (section, key) => latest.current.moveSection(section, key),
      deleteSection: section => latest.current.deleteSection(section),
      sections: () => latest.current.sections(),
      focus: (gid, column) => latest.current.focus(gid, column),
    }),
    [list, kind, canEdit, canEditSections, canMove, isNarrow, fields],
  )
}

/** Opens what must be visible for a new task: its section, or the task that gets a subtask. */
function useEdit(list: Gid, { setCollapsed, setExpanded }: ListStateHook) {
  const [editing, setEditing] = useState<Editing>(null)
  const edit = (next: Editing) => {
    if (next?.type === 'add_task' && next.section) setCollapsed(next.section, false)
    if (next?.type === 'add_task' && next.list !== list) setExpanded(next.list, true)
    setEditing(next)
  }
  return { editing: useResolved(editing), edit }
}

function useTaskList(props: TaskListProps) {
  const { list, kind, view, canEdit, isFound = false, canEditSections = false, hrefOf } = props
  const cache = useCache()
  const state = useListState(list)
  const { columns, fields, summed, isNarrow } = useListColumns(props, state.widths)
  const { editing, edit } = useEdit(list, state)
  const canMove = canEdit && !isFound && isManual(view)
  const canAddSections = canEditSections && view.group === null
  const options = { list, view, canAdd: canEdit && !isFound, canAddSections, editing, summed }
  const rows = useListRows({ ...options, collapsed: state.collapsed, expanded: state.expanded })
  const grid = useRef<GridApi>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [selection, setSelection] = useState(EMPTY_SELECTION)
  const [deleted, setDeleting] = useState<Gid | null>(null)
  const deleting = useResolved(deleted)
  const { open, peek, follow } = useOpen()
  const acts = useListActs({ list, kind, editing, edit })
  const focus = useFocusSoon(grid, rows)
  const rowOf = (gid: Gid | null) => rows.find(row => row.gid === gid)
  const current = useCurrent(frame, cache.outbox.resolve, gid => {
    const isTask = rowOf(gid)?.kind === 'task'
    setTarget('focus', isTask && gid ? [gid] : [])
    if (isTask && gid) follow(gid)
  })
  const setExpanded = ({ gid, kind: of }: Pick<ListRow, 'gid' | 'kind'>, isExpanded: boolean) =>
    of === 'task' ? state.setExpanded(gid, isExpanded) : state.setCollapsed(gid, !isExpanded)
  const moving = {
    moveTask(gid: Gid, move: Parameters<typeof acts.moveTask>[1]) {
      if (move.section && move.parent === null) state.setCollapsed(move.section, false)
      acts.moveTask(gid, move)
      focus(gid)
    },
    placeSection(section: Gid, after: Gid | null) {
      acts.placeSection(section, after)
      focus(section)
    },
    moveSection(section: Gid, key: 'up' | 'down' | 'top' | 'bottom') {
      acts.moveSection(section, key)
      focus(section)
    },
  }
  const groupOf = (gid: Gid) => groupOfTask(rows, gid)
  const shownGroups = () => rows.filter(row => row.kind === 'group')
  const groups = useRegroup({ list, kind, view, canEdit, groupOf, groups: shownGroups })
  const moveToGroup = (gid: Gid, key: 'up' | 'down') => {
    const steps = groupSteps(rows, gid, key)
    const to = steps && groups.step(gid, steps.from, steps.to)
    if (!to) return
    state.setCollapsed(to.gid, false)
    focus(gid)
  }
  const firstSection = () => acts.sections()[0] ?? null
  const indent = (gid: Gid, parent: Gid, isSubtask: boolean) => {
    state.setExpanded(parent, true)
    acts.indent(gid, parent, isSubtask)
    focus(gid)
  }
  const outdent = (gid: Gid, from: ListRow) => {
    acts.outdent(gid, from)
    focus(gid)
  }
  const inList = { list, rows, canEdit, canEditSections, canMove, edit, ...moving, moveToGroup }
  useListCommands({
    ...{ ...inList, canAdd: canEdit && !isFound, firstSection, current: () => rowOf(current()), indent, outdent },
    canIndent: kind === 'project',
    peek: () => {
      const gid = current()
      if (gid) peek(gid)
    },
  })
  const { moveTasks } = acts
  useListDrag(frame, {
    ...inList,
    moveTasks,
    selected: selection.gids,
    sections: acts.sections,
    ...groups,
  })
  const { complete } = useTaskActs()
  useSwipe(frame, {
    isOn: canEdit && isNarrow,
    complete: gid => complete([gid]),
    actions: (gid, anchor) =>
      openEditor({ editor: 'menu', tasks: [gid], anchor, list: kind === 'tag' ? undefined : { gid: list, kind } }),
  })
  useTarget('selection', [...selection.gids])
  useSubtasks(state.expanded)
  const actions = useStableActions({
    ...{ list, kind, canEdit, canEditSections, canMove, isNarrow, fields, hrefOf, open, edit, setExpanded, focus },
    ...{ rename: acts.rename, addTasks: acts.addTasks, addSection: acts.addSection, sections: acts.sections },
    ...{ moveSection: moving.moveSection, deleteSection: setDeleting },
  })
  const opening = (gid: Gid) => {
    const row = rowOf(gid)
    if (row?.kind === 'task') open(gid)
    else if (row?.isExpanded !== undefined) setExpanded(row, !row.isExpanded)
    else frame.current?.querySelector<HTMLElement>(`[data-gid="${CSS.escape(gid)}"] button`)?.click()
  }
  const expand = (gid: Gid, isExpanded: boolean) => {
    const row = rowOf(gid)
    if (row) setExpanded(row, isExpanded)
  }
  return {
    ...{ cache, state, columns, isNarrow, editing, rows, grid, frame, selection, setSelection, actions, acts },
    ...{ deleting, setDeleting, opening, expand },
  }
}

/** A list that the server has. */
export const TaskList = (props: TaskListProps) => (
  <TaskGrid {...props} source={useLoadedList(props.list, props.view.show)} />
)

/** What is known of a list, and how it is read again. */
export interface ListSource {
  readonly isLoaded: boolean
  readonly error: Error | undefined
  reload(): void
}

/** A list whose entries a screen reads itself, such as the results of a search. */
export function TaskGrid({ source, ...props }: TaskListProps & { source: ListSource }) {
  const { list, title, view } = props
  const { state, columns, isNarrow, editing, rows, grid, frame, selection, setSelection, actions, acts, ...own } =
    useTaskList(props)
  const isShown = source.isLoaded && state.isReady
  const resize = (field: string, width: number) => {
    // A width is part of the view; views that name none have the last one of this browser.
    state.setWidth(field, width)
    props.changeColumns?.(withWidth(view, props.defaultColumns, field, width))
  }
  useRowsMark(isShown && rows.length > 0)
  return (
    <ListContext.Provider value={actions}>
      <EditingContext.Provider value={editing}>
        <div
          ref={frame}
          className="task-list"
          data-narrow={isNarrow ? '' : undefined}
          aria-busy={!isShown}
          data-empty={rows.length < 2 ? '' : undefined}
        >
          {source.error && !source.isLoaded ? <Problem error={source.error} retry={source.reload} /> : null}
          {isShown || source.error ? null : <SkeletonRows label="Loading tasks" />}
          {isShown ? (
            <Grid
              ref={grid}
              label={title}
              rows={rows}
              columns={columns}
              renderCell={renderCell}
              rowHeight={isNarrow ? NARROW_ROW_PX : undefined}
              selection={selection}
              resolve={own.cache.outbox.resolve}
              keyOf={own.cache.records.keyOf}
              onSelectionChange={setSelection}
              onExpand={own.expand}
              onOpen={own.opening}
              onResize={resize}
            />
          ) : null}
          {isShown ? <Nothing {...props} rows={rows} /> : null}
          {props.canEdit ? (
            <SelectionBar
              {...{ selection, onSelectionChange: setSelection }}
              {...(props.kind === 'tag' ? {} : { list, kind: props.kind })}
            />
          ) : null}
        </div>
        {own.deleting ? (
          <DeleteSection
            list={list}
            section={own.deleting}
            run={to => acts.deleteSection(own.deleting ?? '', to)}
            onClose={() => own.setDeleting(null)}
          />
        ) : null}
      </EditingContext.Provider>
    </ListContext.Provider>
  )
}
