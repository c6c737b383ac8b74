/** A form for a new password. */
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { Field } from '../parts/field.tsx'
import { Form, typed } from '../parts/form.tsx'

interface Props {
  /** Whose password: managers of passwords want to know. */
  email: string
  submit: string
  /** Whether the present one is asked for. */
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
      {/* For managers of passwords alone: they keep a password with the name that stands before it. */}
      <input
        className="only-heard"
        type="email"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      {asksCurrent ? (
        <Field name="current_password" type="password" label="Present password" autoComplete="current-password" />
      ) : null}
      <Field
        name="password"
        type="password"
        label="New password"
        hint="At least 12 characters. A few words are easier to keep than signs."
        required
        minLength={12}
        autoComplete="new-password"
      />
    </Form>
  )
}
