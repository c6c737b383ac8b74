/** A native select whose choice takes effect at once. */
import { useId } from 'react'

interface Props<T extends string> {
  label: string
  hint?: string
  options: readonly (readonly [value: T, text: string])[]
  value: T
  onChange(value: T): void
}

export function SettingSelect<T extends string>({ label, hint, options, value, onChange }: Props<T>) {
  const id = useId()
  return (
    <div className="field setting">
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      <select
        className="input"
        id={id}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={event => onChange(event.currentTarget.value as T)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
