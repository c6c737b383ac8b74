/** The board of a list: one column for each section, with cards that people move by pointer, finger and keys. */
import { Fragment, useMemo, useRef, useState } from 'react'
import { useCache, useLoadedList, useRecord, useResolved } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import type { ViewState } from '../../data/views.ts'
import { useCommands } from '../commands.ts'
import { EmptyState } from '../display/empty_state.tsx'
import { Problem } from '../states.tsx'
import { SelectionBar } from '../task/selection_bar.tsx'
import { DeleteSection } from '../task_list/dialogs.ts'
import { useListActs } from '../task_list/use_list_acts.ts'
import { useOpen } from '../task_list/use_open.ts'
import { useRowsMark } from '../task_list/use_rows_mark.ts'
import { PHONE, useMedia } from '../use_media.ts'
import { type Board, BoardContext, type BoardKind, type Typing } from './board_context.ts'
import { Column } from './column.tsx'
import { ColumnChips } from './column_chips.tsx'
import type { BoardColumn } from './columns.ts'
import { AddColumn, NewColumn } from './new_column.tsx'
import { useCardKeys } from './use_card_keys.ts'
import { useCardSelection } from './use_card_selection.ts'
import { useCollapsed } from './use_collapsed.ts'
import { useColumns } from './use_columns.ts'
import { useMoves } from './use_moves.ts'
import { usePlace } from './use_place.ts'
import './board.css'

export interface TaskBoardProps {
  list: Gid
  kind: BoardKind
  view: ViewState
  canEdit: boolean
  /** The permalink of a task in this list. */
  hrefOf(task: Gid): string
  onClearFilters?(): void
}

/** The custom fields of a project that are important. */
function useImportantFields(list: Gid): ReadonlySet<Gid> {
  const settings = useRecord(list)?.custom_field_settings
  return useMemo(() => {
    const all = (settings ?? []) as readonly { is_important?: boolean; custom_field: Gid }[]
    return new Set(all.flatMap(({ is_important, custom_field }) => (is_important ? [custom_field] : [])))
  }, [settings])
}

export function TaskBoard(props: TaskBoardProps) {
  const { list, kind, view, canEdit, hrefOf } = props
  const { isLoaded, error, reload, sections } = useLoadedList(list, view.show)
  const fields = useImportantFields(list)
  const [begun, setTyping] = useState<Typing>(null)
  const typing = useResolved(begun)
  const [deleted, setDeleting] = useState<Gid | null>(null)
  const deleting = useResolved(deleted)
  const { isCollapsed, toggle } = useCollapsed(list)
  const { open, peek, follow } = useOpen()
  const acts = useListActs({ list, kind, editing: null, edit: () => {} })
  const latest = useRef({ acts, hrefOf })
  latest.current = { acts, hrefOf }
  const order = useMemo(() => sections.map(({ gid }) => gid), [sections])
  const board = useMemo<Board>(
    () => ({
      ...{ list, kind, canEdit, fields, typing, setTyping, isCollapsed, toggle, open, sections: order },
      hrefOf: task => latest.current.hrefOf(task),
      rename: (gid, name) => latest.current.acts.rename(gid, name),
      addSection: (name, after) => latest.current.acts.addSection(name, after),
      moveSection: (gid, key) => latest.current.acts.moveSection(gid, key),
      deleteSection: setDeleting,
    }),
    [list, kind, canEdit, fields, typing, isCollapsed, toggle, open, order],
  )
  useRowsMark(isLoaded)
  if (error && !isLoaded) return <Problem error={error} retry={reload} />
  return (
    <BoardContext.Provider value={board}>
      <section className="board" aria-label="Board" aria-busy={!isLoaded}>
        {isLoaded ? (
          <Columns {...props} {...{ board, peek, follow }} placeSection={acts.placeSection} />
        ) : (
          <LoadingColumns />
        )}
      </section>
      {deleting ? (
        <DeleteSection
          list={list}
          section={deleting}
          run={to => acts.deleteSection(deleting, to)}
          onClose={() => setDeleting(null)}
        />
      ) : null}
    </BoardContext.Provider>
  )
}

const LoadingColumns = () => (
  <div className="board-columns loading" role="status">
    <span className="visually-hidden">Loading</span>
    {[3, 2, 4].map(count => (
      <div key={count} className="board-column" aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <div key={String(index)} className="board-card-body skeleton" />
        ))}
      </div>
    ))}
  </div>
)

interface ColumnsProps extends TaskBoardProps {
  board: Board
  /** Opens a card next to the board, and then each one that gets the focus. */
  peek(task: Gid): void
  follow(task: Gid): void
  placeSection(section: Gid, after: Gid | null): void
}

/** Keys that add to a board: below the current card, in the first column, and a new column; and the one that opens cards. */
function useBoardCommands(
  { canEdit, setTyping }: Board,
  columns: readonly BoardColumn[],
  current: Gid | null,
  peek: (task: Gid) => void,
): void {
  const first = columns.find(({ kind }) => kind !== 'group')
  const addTo = (column: BoardColumn | undefined) => column && setTyping({ type: 'card', column: column.gid })
  const when = () => canEdit
  const below = () => addTo(columns.find(({ cards }) => current !== null && cards.includes(current)) ?? first)
  const addColumn = () => setTyping({ type: 'column', after: null })
  useCommands([
    { id: 'add_task', title: 'Add task', group: 'Create', when, run: () => addTo(first) },
    { id: 'new_task_below', title: 'New task below', group: 'Create', keys: ['N'], when, run: below },
    { id: 'new_section', title: 'New section', group: 'Create', when, run: addColumn },
    {
      ...{ id: 'peek', title: 'Open the task and follow the focus', group: 'View', keys: ['Space'] },
      when: () => document.activeElement?.matches('.board-card') ?? false,
      run: () => current && peek(current),
    },
  ])
}

function Columns({ list, kind, view, canEdit, board, peek, follow, placeSection, onClearFilters }: ColumnsProps) {
  const { records, outbox } = useCache()
  const scroller = useRef<HTMLDivElement>(null)
  const isPhone = useMedia(PHONE)
  const { columns, freeze, thaw } = useColumns(list, view)
  const { isCollapsed } = board
  const open = useMemo(() => columns.filter(({ gid }) => !isCollapsed(gid)), [columns, isCollapsed])
  const [announced, announce] = useState('')
  const selected = useCardSelection(open, announce)
  const { selection, setSelection } = selected
  const place = usePlace(open, scroller, outbox.resolve, follow)
  const inBoard = { board: scroller, list, kind, view, columns, open, canEdit, selected: selection.gids }
  const move = useMoves({ ...inBoard, announce, freeze, thaw, placeSection })
  const onCard = useCardKeys({ columns: open, place, selected, move, open: board.open })
  useBoardCommands(board, columns, place.gid, peek)
  const isAdding = board.typing?.type === 'column'
  const after = board.typing?.type === 'column' ? board.typing.after : null
  const isFiltered = view.filters.length > 0 && columns.every(({ cards }) => cards.length === 0)
  if (isFiltered) return <EmptyState title="No tasks match" action="Clear filters" onAction={onClearFilters} />
  return (
    <>
      {isPhone ? <ColumnChips columns={columns} scroller={scroller} /> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and presses act on the cards inside */}
      <div ref={scroller} className="board-columns" {...onCard} onFocus={place.onFocus} onBlur={place.onBlur}>
        {columns.map(column => (
          <Fragment key={records.keyOf(column.gid)}>
            <Column
              column={column}
              selected={selection.gids}
              current={place.gid !== null && column.cards.includes(place.gid) ? place.gid : null}
            />
            {isAdding && after === column.gid ? <NewColumn after={after} /> : null}
          </Fragment>
        ))}
        {isAdding && after === null ? <NewColumn after={null} /> : null}
        {canEdit && !isAdding && view.group === null ? <AddColumn /> : null}
      </div>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      {canEdit ? <SelectionBar {...{ selection, list, kind }} onSelectionChange={setSelection} /> : null}
    </>
  )
}
