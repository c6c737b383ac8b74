/** What a picker offers: options, as screens describe them, and rows, as its list shows them. */
import type { ReactNode } from 'react'

/** A choice of a field. */
export interface PickerOption {
  id: string
  label: string
  /** Soft text after the label, such as an e-mail address or a team. */
  detail?: string
  /** A picture before the label: an avatar, an icon, a swatch. */
  picture?: ReactNode
  /** Heading above the first option of a group. Options of a group must be neighbours. */
  group?: string
  isDisabled?: boolean
}

/** Options that are not loaded, by text. */
export type SearchOptions = (text: string, signal: AbortSignal) => Promise<readonly PickerOption[]>

/** A row of the list: an option, or an entry that clears or creates. */
export interface PickerRow {
  key: string
  label: string
  detail?: string
  picture?: ReactNode
  /** A heading that is shown above the first row of the group. */
  group?: string
  isSelected: boolean
  isDisabled?: boolean
  gid?: string
}
