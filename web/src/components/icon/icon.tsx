/** Icons: those of Lucide in the sizes and the stroke of the application. */
import type { LucideIcon } from 'lucide-react'

/** The component of an icon, imported from `lucide-react/icons/{name}`. */
export type IconShape = LucideIcon

const DEFAULT_SIZE_PX = 16

interface Props {
  of: IconShape
  size?: number
  /** The accessible name. Without it the icon is decoration. */
  label?: string
  className?: string
}

export function Icon({ of: Shape, size = DEFAULT_SIZE_PX, label, className = '' }: Props) {
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return <Shape size={size} strokeWidth={1.75} className={`icon ${className}`} focusable={false} {...naming} />
}
