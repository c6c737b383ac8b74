/** What the read-only pages of objects share: the frame, facts, lists, and how to get the same from the API. */
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Failure } from '../../api/call.ts'
import { CopyableText } from '../../components/copy.tsx'
import { NotFoundPage } from '../../components/not_found.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'

interface ObjectPageProps<T> {
  /** What it is called in a sentence, such as `task`. */
  type: string
  /** Its address in the API, behind `/api/1.0`. */
  path: string
  query: UseQueryResult<T>
  children(found: T): ReactNode
}

/** What does not exist and what the person may not see is the same: not found. */
export function ObjectPage<T extends { name: string }>({ type, path, query, children }: ObjectPageProps<T>) {
  const { data, error } = query
  if (error instanceof Failure && [400, 403, 404].includes(error.status)) return <NotFoundPage />
  const name = data?.name.trim() || 'Untitled'
  return (
    <Page
      title={data ? name : type.charAt(0).toUpperCase() + type.slice(1)}
      lead={
        data ? (
          <>
            This is {type} <em>{name}</em>. Workloom has no pages for {type}s yet, only this read-only view.
          </>
        ) : null
      }
    >
      <Loaded query={query}>{found => children(found)}</Loaded>
      {data ? <InTheApi type={type} path={path} /> : null}
    </Page>
  )
}

function InTheApi({ type, path }: { type: string; path: string }) {
  const address = `${window.location.origin}/api/1.0${path}`
  return (
    <Section
      title="In the API"
      lead={
        <>
          To read or change the {type}, replace TOKEN with an <Link to="/tokens">access token</Link>.
        </>
      }
    >
      <CopyableText label="In a terminal" text={`curl -H "Authorization: Bearer TOKEN" ${address}`} />
    </Section>
  )
}

/** Names with values; what has no value is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Notes({ notes, title = 'Notes' }: { notes: string; title?: string }) {
  if (!notes.trim()) return null
  return (
    <Section title={title}>
      <p className="notes">{notes}</p>
    </Section>
  )
}

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** A day, or the moment on it where there is one. */
export function whenDue(on: string | null, at: string | null = null): string | null {
  if (at) return moments.format(new Date(at))
  return on ? days.format(new Date(on)) : null
}
