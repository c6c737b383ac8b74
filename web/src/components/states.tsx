/** What stands where something is not there yet, went wrong, or is empty. */
import type { ReactNode } from 'react'
import { Failure } from '../api/call.ts'
import { Button } from './button.tsx'

const endsSession = (error: Error): boolean => error instanceof Failure && error.endsSession

/** What went wrong. An ended session has a dialog of its own. */
export function Problem({ error, retry }: { error: Error; retry?(): void }) {
  if (endsSession(error)) return null
  return (
    <div className="problem" role="alert">
      <p>{error.message}</p>
      {retry ? <Button onPress={retry}>Try again</Button> : null}
    </div>
  )
}

/** As high as the rows that it stands for, so that nothing jumps. */
function Loading({ rows = 3 }: { rows?: number }) {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={String(index)} className="skeleton" />
      ))}
    </div>
  )
}

/** A list without anything in it: says what it is for, and what to do. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      <p>{children}</p>
    </div>
  )
}

interface LoadedProps<T> {
  query: { data: T | undefined; error: Error | null; refetch(): unknown }
  rows?: number
  children(data: T): ReactNode
}

export function Loaded<T>({ query: { data, error, refetch }, rows, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data)
  return error && !endsSession(error) ? <Problem error={error} retry={refetch} /> : <Loading rows={rows} />
}

const MAX_SHOWN_CHARACTERS = 200

/** The beginning of what a target or a job said. */
export function Message({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <p className="message">{text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text}</p>
  )
}
