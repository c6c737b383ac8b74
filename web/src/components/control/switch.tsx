/** A switch: a setting that takes effect at once. */
import type { ReactNode } from 'react'
import './control.css'

interface Props {
  /** The visible text, which is the accessible name. */
  children: ReactNode
  isOn: boolean
  isDisabled?: boolean
  onChange(isOn: boolean): void
}

export function Switch({ children, isOn, isDisabled, onChange }: Props) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        className="switch-input"
        checked={isOn}
        aria-checked={isOn}
        disabled={isDisabled}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      <span className="switch-track" />
      <span>{children}</span>
    </label>
  )
}
