/** A form for a new password, which counts its characters while it is typed. */
import { type ReactNode, useState } from 'react'
import { call } from '../api/call.ts'
import { Field, UserName } from '../components/field.tsx'
import { Form, typed } from '../components/form.tsx'

/** The server has the same number, and the last word. */
const MIN_CHARACTERS = 12

/** As the server counts: the same letter can be typed in several ways. */
const lengthOf = (password: string): number => [...password.normalize('NFKC')].length

const tooShort = (password: string): string | null =>
  lengthOf(password) < MIN_CHARACTERS ? `Use at least ${MIN_CHARACTERS} characters` : null

interface Props {
  /** Whose password: password managers store it with the password. */
  email: string
  submit: string
  /** Whether the current password is asked for. */
  asksCurrent?: boolean
  beside?: ReactNode
  onDone(): void
}

export function NewPassword({ email, submit, asksCurrent = false, beside, onDone }: Props) {
  const keep = (values: FormData) => {
    const current = typed(values, 'current_password')
    return call('PUT', '/-/password', {
      password: typed(values, 'password'),
      ...(current ? { current_password: current } : {}),
    })
  }
  return (
    <Form submit={submit} fields={['password', 'current_password']} run={keep} onDone={onDone} beside={beside}>
      <UserName email={email} />
      {asksCurrent ? (
        <Field name="current_password" type="password" label="Current password" autoComplete="current-password" />
      ) : null}
      <PasswordField label="New password" />
    </Form>
  )
}

/** The field for a new password, with a count of what is typed. */
export function PasswordField({ label }: { label: string }) {
  const [length, setLength] = useState(0)
  return (
    <Field
      name="password"
      type="password"
      label={label}
      hint={
        <>
          At least {MIN_CHARACTERS} characters. A few words are easier to remember than symbols.
          {length > 0 ? (
            <span className="count" data-enough={length >= MIN_CHARACTERS}>
              {length < MIN_CHARACTERS ? `${length} of ${MIN_CHARACTERS}` : `${length} characters`}
            </span>
          ) : null}
        </>
      }
      required
      validate={value => (value === '' ? null : tooShort(value))}
      onChange={value => setLength(lengthOf(value))}
      autoComplete="new-password"
    />
  )
}
