/** A form that calls the server: what the server refuses is shown at the field it names, or above the button. */

import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Form as AriaForm } from 'react-aria-components/Form'
import { Failure } from '../api/call.ts'
import { withoutSession } from '../api/client.ts'
import { Button } from './button.tsx'
import { Problem } from './states.tsx'

interface Props<T> {
  children: ReactNode
  submit: string
  /** Shown beside the button. */
  beside?: ReactNode
  /** Names of the fields; the texts of others are shown as a whole. */
  fields: readonly string[]
  /** Whether strangers use it, so that a 401 is an answer to the form. */
  open?: boolean
  run(values: FormData): Promise<T>
  onDone(result: T): void
}

export function Form<T>({ children, submit, beside, fields, open, run, onDone }: Props<T>) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: run,
    onSuccess: onDone,
    ...(open ? { meta: withoutSession } : {}),
  })
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isPending) mutate(new FormData(event.currentTarget))
  }
  const wrong = error instanceof Failure ? error.fields : {}
  const isShownBelow = Object.keys(wrong).some(name => fields.includes(name))
  return (
    <AriaForm className="form" validationErrors={wrong} onSubmit={send}>
      {children}
      {error && !isShownBelow ? <Problem error={error} /> : null}
      <div className="form-end">
        <Button type="submit" kind="primary" pending={isPending}>
          {submit}
        </Button>
        {beside}
      </div>
    </AriaForm>
  )
}

/** The text of a field, without the spaces around it; undefined when there is none. */
export function text(values: FormData, name: string): string | undefined {
  const value = values.get(name)
  return typeof value === 'string' && value.trim() ? value.trim() : undefined
}

/** As it was typed: spaces are part of a password. */
export const typed = (values: FormData, name: string): string => String(values.get(name) ?? '')

/** The lines of a field that are not empty. */
export const lines = (values: FormData, name: string): string[] =>
  (text(values, name) ?? '')
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
