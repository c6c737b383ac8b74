/** The list of a picker. The focus stays in its input, which names the active option. Long lists are virtual. */
import { useVirtualizer } from '@tanstack/react-virtual'
import Check from 'lucide-react/icons/check'
import { type RefObject, useEffect, useRef } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { PickerRow } from './option.ts'

/** The number of options from which on only the visible ones are in the document. */
const VIRTUAL_MIN_OPTIONS = 200
const OVERSCAN_COUNT = 8
const ROW_PX = 36
const TOUCH_ROW_PX = 44

interface ListProps {
  id: string
  label: string
  rows: readonly PickerRow[]
  active: number
  isMultiple: boolean
  onActive(index: number): void
  onChoose(index: number): void
}

interface OptionProps {
  list: ListProps
  row: PickerRow
  index: number
  offset?: number
}

function OptionRow({ list, row, index, offset }: OptionProps) {
  return (
    // The input handles the keys of the whole list.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
    <div
      role="option"
      id={`${list.id}-${index}`}
      className="picker-option"
      aria-selected={row.isSelected}
      aria-disabled={row.isDisabled}
      aria-setsize={list.rows.length}
      aria-posinset={index + 1}
      data-active={index === list.active}
      data-gid={row.gid}
      style={offset === undefined ? undefined : { position: 'absolute', insetInline: 0, top: offset }}
      onPointerMove={() => index !== list.active && list.onActive(index)}
      onPointerDown={event => event.preventDefault()}
      onClick={() => list.onChoose(index)}
    >
      {list.isMultiple ? (
        <span className="picker-box">{row.isSelected ? <Icon of={Check} size={12} /> : null}</span>
      ) : null}
      {row.picture}
      <span className="picker-label">{row.label}</span>
      {row.detail ? <span className="picker-detail">{row.detail}</span> : null}
      {!list.isMultiple && row.isSelected ? <Icon of={Check} className="picker-tick" /> : null}
    </div>
  )
}

function PlainRows({ list }: { list: ListProps }) {
  return list.rows.map((row, index) => {
    const isNewGroup = row.group !== undefined && row.group !== list.rows[index - 1]?.group
    return (
      <div key={row.key} role="presentation">
        {isNewGroup ? (
          <div className="picker-group" role="presentation">
            {row.group}
          </div>
        ) : null}
        <OptionRow list={list} row={row} index={index} />
      </div>
    )
  })
}

function VirtualRows({ list, scroller }: { list: ListProps; scroller: RefObject<HTMLDivElement | null> }) {
  const rowPx = matchMedia('(pointer: coarse)').matches ? TOUCH_ROW_PX : ROW_PX
  const virtual = useVirtualizer({
    count: list.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN_COUNT,
  })
  useEffect(() => {
    virtual.scrollToIndex(list.active)
  }, [virtual, list.active])
  return (
    <div role="presentation" className="picker-space" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = list.rows[index]
        return row ? <OptionRow key={row.key} list={list} row={row} index={index} offset={start} /> : null
      })}
    </div>
  )
}

export function PickerList(list: ListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const isVirtual = list.rows.length > VIRTUAL_MIN_OPTIONS
  useEffect(() => {
    if (!isVirtual) document.getElementById(`${list.id}-${list.active}`)?.scrollIntoView({ block: 'nearest' })
  }, [isVirtual, list.id, list.active])
  return (
    <div
      ref={scroller}
      role="listbox"
      id={list.id}
      className="picker-list"
      aria-label={list.label}
      aria-multiselectable={list.isMultiple}
    >
      {isVirtual ? <VirtualRows list={list} scroller={scroller} /> : <PlainRows list={list} />}
    </div>
  )
}
