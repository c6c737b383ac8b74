/** A choice of one of a few, all of them visible: radios in one frame. */
import { useId } from 'react'
import { Icon, type IconShape } from '../icon/icon.tsx'
import './control.css'

export interface Segment<T extends string> {
  id: T
  label: string
  icon?: IconShape
}

interface Props<T extends string> {
  /** The accessible name of the group. */
  label: string
  options: readonly Segment<NoInfer<T>>[]
  value: T
  onChange(id: NoInfer<T>): void
}

export function Segmented<T extends string>({ label, options, value, onChange }: Props<T>) {
  const name = useId()
  return (
    <div className="segmented" role="radiogroup" aria-label={label}>
      {options.map(option => (
        <label key={option.id} className="segmented-option">
          <input type="radio" name={name} checked={option.id === value} onChange={() => onChange(option.id)} />
          {option.icon ? <Icon of={option.icon} /> : null}
          {option.label}
        </label>
      ))}
    </div>
  )
}
