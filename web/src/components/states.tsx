/** Loading, error and empty states. */
import type { ReactNode } from 'react'
import { Failure } from '../data/call.ts'
import { Button } from './button.tsx'

const endsSession = (error: Error): boolean => error instanceof Failure && error.endsSession

/** An error message. Shows nothing for an ended session, which has its own dialog. */
export function Problem({ error, retry }: { error: Error; retry?(): void }) {
  if (endsSession(error)) return null
  return (
    <div className="problem" role="alert">
      <p>{error.message}</p>
      {retry ? <Button onPress={retry}>Try again</Button> : null}
    </div>
  )
}

/** A skeleton with the height of the expected rows, which avoids layout shift. */
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

/** The empty state of a list: its purpose, and the next step. */
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

/** Shows the data of a query, or its loading or error state. */
export function Loaded<T>({ query: { data, error, refetch }, rows, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data)
  return error && !endsSession(error) ? <Problem error={error} retry={refetch} /> : <Loading rows={rows} />
}

const MAX_SHOWN_CHARACTERS = 200

/** The beginning of an error message from a target or a job. */
export function Message({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <p className="message">{text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text}</p>
  )
}
