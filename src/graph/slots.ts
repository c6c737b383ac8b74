/** The slots of rows: how a plan adds them, and how computed fields read them. */
import type { RowShape, Slot } from '../store/queries/selection/shape.ts'
import type { Row } from '../vocabulary/field.ts'
import type { SlotRow } from './show.ts'

/** The index of a slot; equal members share one. */
export function addSlot({ slots }: RowShape, slot: Slot): number {
  const text = JSON.stringify(slot)
  const known = slots.findIndex(other => JSON.stringify(other) === text)
  return known >= 0 ? known : slots.push(slot) - 1
}

/**
 * Returns a view of rows by the names of columns, for computed fields: a copy would cost more than most of them. `needs`
 * has the slot of each column. All views of a plan have one hidden class of V8.
 */
export function rowView(needs: readonly (readonly [column: string, at: number])[]): (row: SlotRow) => Row {
  class RowView {
    readonly #row: SlotRow
    static {
      for (const [column, at] of new Map([['gid', 0], ...needs]))
        Object.defineProperty(RowView.prototype, column, {
          get(this: RowView) {
            return this.#row[at]
          },
        })
    }
    constructor(row: SlotRow) {
      this.#row = row
    }
  }
  return row => new RowView(row) as unknown as Row
}
