/** A choice of one of a few as cards with a picture: radios. */
import './choices.css'
import { type ReactNode, useId } from 'react'

interface Props<T extends string> {
  /** The accessible name of the group. */
  label: string
  options: readonly { readonly id: T; readonly label: string }[]
  value: T
  picture(id: T): ReactNode
  onChange(id: T): void
}

export function Choices<T extends string>({ label, options, value, picture, onChange }: Props<T>) {
  const name = useId()
  return (
    <div className="choices" role="radiogroup" aria-label={label}>
      {options.map(option => (
        <label key={option.id} className="choice">
          {picture(option.id)}
          <span className="choice-label">
            <input type="radio" name={name} checked={option.id === value} onChange={() => onChange(option.id)} />
            {option.label}
          </span>
        </label>
      ))}
    </div>
  )
}
