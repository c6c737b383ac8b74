/** Chips: values of tags, options and recognized words, in their colour. */
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import './display.css'

interface Props {
  children: ReactNode
  /** API name of the colour. */
  color?: string | null
  /** A picture before the text, such as an avatar. */
  picture?: ReactNode
  /** The accessible name of the button that removes the chip. */
  removeLabel?: string
  onRemove?(): void
}

/** The class of an API colour; `none` and null are neutral. */
export const colorClass = (color: string | null | undefined): string =>
  color && color !== 'none' ? `color-${color}` : 'color-none'

export function Chip({ children, color, picture, removeLabel, onRemove }: Props) {
  return (
    <span className={`chip ${colorClass(color)}`}>
      {picture}
      <span className="chip-text">{children}</span>
      {onRemove ? (
        <button type="button" className="chip-remove" aria-label={removeLabel ?? 'Remove'} onClick={onRemove}>
          <Icon of={X} size={12} />
        </button>
      ) : null}
    </span>
  )
}

/** A small square in a colour, before the name of an option. Decoration. */
export function ColorSwatch({ color }: { color: string | null | undefined }) {
  return <span className={`swatch ${colorClass(color)}`} aria-hidden="true" />
}
