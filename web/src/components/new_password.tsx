/** The form for a new password, which shows the number of characters during input. */
import { type ReactNode, useState } from 'react'
import { call } from '../data/call.ts'
import { Field, UserName } from './field.tsx'
import { Form, rawText } from './form.tsx'

/** The same minimum as on the server, which checks it again. */
const MIN_PASSWORD_CHARACTERS = 12

/** The length after normalization, as on the server: one character can have several encodings. */
const lengthOf = (password: string): number => [...password.normalize('NFKC')].length

const tooShort = (password: string): string | null =>
  lengthOf(password) < MIN_PASSWORD_CHARACTERS ? `Use at least ${MIN_PASSWORD_CHARACTERS} characters` : null

interface Props {
  /** The user name, which password managers store with the password. */
  email: string
  submit: string
  /** Whether the form has a field for the current password. */
  asksCurrent?: boolean
  actions?: ReactNode
  onDone(): void
}

export function NewPassword({ email, submit, asksCurrent = false, actions, onDone }: Props) {
  const save = (values: FormData) => {
    const current = rawText(values, 'current_password')
    return call('PUT', '/-/password', {
      password: rawText(values, 'password'),
      ...(current ? { current_password: current } : {}),
    })
  }
  return (
    <Form submit={submit} fields={['password', 'current_password']} run={save} onDone={onDone} actions={actions}>
      <UserName email={email} />
      {asksCurrent ? (
        <Field name="current_password" type="password" label="Current password" autoComplete="current-password" />
      ) : null}
      <PasswordField label="New password" />
    </Form>
  )
}

/** The field for a new password, with the number of characters. */
export function PasswordField({ label }: { label: string }) {
  const [length, setLength] = useState(0)
  return (
    <Field
      name="password"
      type="password"
      label={label}
      hint={
        <>
          At least {MIN_PASSWORD_CHARACTERS} characters. A few words are easier to remember than symbols.
          {length > 0 ? (
            <span className="count" data-enough={length >= MIN_PASSWORD_CHARACTERS}>
              {length < MIN_PASSWORD_CHARACTERS ? `${length} of ${MIN_PASSWORD_CHARACTERS}` : `${length} characters`}
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
