/** Where a picker stands: in a dialog of its own next to an element, or as a page of a dialog that is open. */
import type { RefObject } from 'react'

/** A page of an open dialog, on which a picker stands. */
export interface PickerPage {
  /** What the page is for, such as "Assign to…": the name of the combobox. */
  title: string
  /** What can be typed. */
  placeholder: string
  /** The entry that clears the field, such as "No assignee", where it is not that of the picker. */
  emptyLabel?: string
  /** Returns to the page before: Backspace in the empty input. */
  onBack(): void
}

interface AtElement {
  anchor: RefObject<Element | null>
  page?: undefined
}

interface OnPage {
  anchor?: undefined
  page: PickerPage
}

export type PickerPlace = (AtElement | OnPage) & { onClose(): void }
