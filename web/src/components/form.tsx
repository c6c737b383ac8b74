/** A form that calls the server. An error is shown at the field that it names, or above the button. */

import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Form as AriaForm } from 'react-aria-components/Form'
import { Failure } from '../data/call.ts'
import { withoutSession } from '../data/client.ts'
import { Button } from './button.tsx'
import { Problem } from './states.tsx'

interface Props<T> {
  children: ReactNode
  submit: string
  /** Elements next to the submit button. */
  actions?: ReactNode
  /** The fields that show their own errors. */
  fields: readonly string[]
  /** Whether the form works without a session, so that a 401 is an error of the form. */
  isPublic?: boolean
  run(values: FormData): Promise<T>
  onDone(result: T): void
}

export function Form<T>({ children, submit, actions, fields, isPublic, run, onDone }: Props<T>) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: run,
    onSuccess: onDone,
    ...(isPublic ? { meta: withoutSession } : {}),
  })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isPending) mutate(new FormData(event.currentTarget))
  }
  const fieldErrors = error instanceof Failure ? error.fields : {}
  const isShownAtField = Object.keys(fieldErrors).some(name => fields.includes(name))
  return (
    <AriaForm className="form" validationErrors={fieldErrors} onSubmit={send}>
      {children}
      {error && !isShownAtField ? <Problem error={error} /> : null}
      <div className="form-end">
        <Button type="submit" kind="primary" pending={isPending}>
          {submit}
        </Button>
        {actions}
      </div>
    </AriaForm>
  )
}

/** The trimmed value of a field; undefined if empty. */
export function text(values: FormData, name: string): string | undefined {
  const value = values.get(name)
  return typeof value === 'string' && value.trim() ? value.trim() : undefined
}

/** The untrimmed value of a field: spaces are part of a password. */
export const rawText = (values: FormData, name: string): string => String(values.get(name) ?? '')

/** The trimmed lines of a field, without empty ones. */
export const lines = (values: FormData, name: string): string[] =>
  (text(values, name) ?? '')
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
