/** A column of a board: its heading, its cards as a virtual list, and the place to add one. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import Plus from 'lucide-react/icons/plus'
import { memo, useCallback, useId, useRef } from 'react'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { createTask, isLocal } from '../../data/tasks.ts'
import { useAct } from '../act.ts'
import { Icon } from '../icon/icon.tsx'
import { InlineText } from '../task_list/inline_text.tsx'
import { inColumn, useBoard } from './board_context.ts'
import { Card } from './card.tsx'
import { ColumnHead } from './column_head.tsx'
import type { BoardColumn } from './columns.ts'

interface Props {
  column: BoardColumn
  /** The card that Tab leads to, if it is in this column. */
  current: Gid | null
  /** The selected cards of the board. */
  selected: ReadonlySet<Gid>
}

const CARD_PX = 92
const OVERSCAN_COUNT = 6

export const Column = memo(({ column, current, selected }: Props) => {
  const { isCollapsed, canEdit, typing } = useBoard()
  const heading = useId()
  const isClosed = isCollapsed(column.gid)
  const isTyping = typing?.type === 'card' && typing.column === column.gid
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      className="board-column"
      role="group"
      aria-labelledby={heading}
      data-column={column.gid}
      data-collapsed={isClosed}
    >
      <ColumnHead column={column} headingId={heading} />
      {isClosed ? null : <Cards {...{ column, current, selected, heading }} />}
      {canEdit && !isClosed && column.kind !== 'group' ? <AddCard column={column} isTyping={isTyping} /> : null}
    </div>
  )
})

/** The cards that are on the screen, and the current one. */
function useCards({ column: { cards }, current }: Pick<Props, 'column' | 'current'>) {
  const { keyOf } = useCache().records
  const scroller = useRef<HTMLDivElement>(null)
  const index = current === null ? -1 : cards.indexOf(current)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      return index < 0 || shown.includes(index) ? shown : [...shown, index].sort((a, b) => a - b)
    },
    [index],
  )
  // The same function for the same cards: the virtual list computes all of its places anew for another one.
  const getItemKey = useCallback((at: number) => keyOf(cards[at] ?? String(at)), [cards, keyOf])
  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_PX,
    getItemKey,
    overscan: OVERSCAN_COUNT,
    rangeExtractor,
  })
  return { scroller, virtual }
}

function Cards({ heading, ...props }: Props & { heading: string }) {
  const { cards } = props.column
  const { canEdit } = useBoard()
  const { scroller, virtual } = useCards(props)
  return (
    <div ref={scroller} className="board-scroll">
      <ul className="board-cards" aria-labelledby={heading} style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const gid = cards[index] ?? ''
          const isSelected = props.selected.has(gid)
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              className="board-card"
              data-index={index}
              data-gid={gid}
              data-selected={isSelected || undefined}
              data-pending={isLocal(gid) || undefined}
              data-drag-source={canEdit ? '' : undefined}
              tabIndex={gid === props.current ? 0 : -1}
              aria-posinset={index + 1}
              aria-setsize={cards.length}
              style={{ transform: `translateY(${start}px)` }}
            >
              {/* The role of a list item has no state for it. */}
              {isSelected ? <span className="visually-hidden">Selected</span> : null}
              <Card gid={gid} isCurrent={gid === props.current} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The place to type the names of new cards, one after the other. */
function AddCard({ column, isTyping }: { column: BoardColumn; isTyping: boolean }) {
  const cache = useCache()
  const act = useAct()
  const { list, kind, setTyping } = useBoard()
  const section = column.kind === 'section' ? column.gid : null
  const add = (names: readonly string[]) => {
    for (const name of names) {
      const steps = createTask(cache, { list, kind, section, place: 'bottom' }, { name })
      act({ title: 'Task created', steps }, { isQuiet: true })
    }
  }
  if (isTyping) {
    return (
      <div className="board-add">
        <InlineText
          label="Task name"
          placeholder="Name of the task"
          draft={`new_task ${list}`}
          opener={inColumn(column.gid, '.board-add-button')}
          isRepeated
          onPasteLines={add}
          onCommit={name => add([name])}
          onClose={() => setTyping(null)}
        />
      </div>
    )
  }
  return (
    <div className="board-add">
      <button
        type="button"
        className="board-add-button"
        aria-label={`Add task to ${column.title}`}
        onClick={() => setTyping({ type: 'card', column: column.gid })}
      >
        <Icon of={Plus} />
        Add task
      </button>
    </div>
  )
}
