/** Form fields: a label, a hint, the input and its error. */

import { type ReactNode, useId } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField } from 'react-aria-components/TextField'

interface CommonProps {
  name: string
  label: string
  hint?: ReactNode
}

interface FieldProps extends CommonProps {
  type?: 'text' | 'email' | 'password' | 'url' | 'date' | 'datetime-local'
  required?: boolean
  initial?: string
  autoComplete?: string
  autoFocus?: boolean
  lines?: number
  /** Whether the lines are addresses or code instead of prose. */
  isCode?: boolean
  /** Checks a value before it is sent: an error message, or null. */
  validate?(value: string): string | null
  onChange?(value: string): void
}

/** The message for an error that the browser found. Messages of browsers differ in language and length. */
function messageFor({ valueMissing, typeMismatch, badInput }: ValidityState, type: string): string | undefined {
  if (valueMissing) return 'Required'
  if (badInput) return 'Enter a complete date and time'
  if (!typeMismatch) return undefined
  return type === 'email'
    ? 'Enter an e-mail address, such as ann@example.com'
    : 'Enter a URL, such as https://example.com'
}

export function Field({ name, label, hint, type = 'text', required, initial, lines, isCode, ...rest }: FieldProps) {
  return (
    <TextField className="field" name={name} type={type} isRequired={required} defaultValue={initial} {...rest}>
      <Label>{label}</Label>
      {hint ? (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      ) : null}
      {lines ? (
        <TextArea className={isCode ? 'input code-input' : 'input'} rows={lines} spellCheck={!isCode} />
      ) : (
        <Input className="input" />
      )}
      <FieldError className="field-error">
        {({ validationErrors, validationDetails }) => messageFor(validationDetails, type) ?? validationErrors.join(' ')}
      </FieldError>
    </TextField>
  )
}

/** A hidden user name, which password managers store with the password. */
export function UserName({ email }: { email: string }) {
  return (
    <input
      className="visually-hidden"
      type="email"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden
    />
  )
}

interface ChoiceProps extends CommonProps {
  options: readonly (readonly [value: string, text: string])[]
  initial?: string
}

/** A native select. */
export function Choice({ name, label, hint, options, initial }: ChoiceProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      <select
        className="input"
        id={id}
        name={name}
        defaultValue={initial}
        aria-describedby={hint ? `${id}-hint` : undefined}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

interface ChecksProps extends CommonProps {
  options: readonly (readonly [value: string, text: string])[]
  initial: readonly string[]
}

/** A group of checkboxes. */
export function Checks({ name, label, hint, options, initial }: ChecksProps) {
  return (
    <fieldset className="field checks">
      <legend>{label}</legend>
      {hint ? <span className="hint">{hint}</span> : null}
      <div className="check-grid">
        {options.map(([value, text]) => (
          <label key={value} className="check">
            <input type="checkbox" name={name} value={value} defaultChecked={initial.includes(value)} />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
