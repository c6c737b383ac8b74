/** Shared components of the read-only object pages: layout, facts, and the API request for the object. */
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CopyableText } from '../../components/copy.tsx'
import { NotFoundPage } from '../../components/not_found.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { Failure } from '../../data/call.ts'

interface ObjectPageProps<T> {
  /** The type in a sentence, such as `task`. */
  type: string
  /** The path in the API, after `/api/1.0`. */
  path: string
  query: UseQueryResult<T>
  children(object: T): ReactNode
}

/** Invariant: the page is the same for an object that does not exist and for one without access. */
export function ObjectPage<T extends { name: string }>({ type, path, query, children }: ObjectPageProps<T>) {
  const { data, error } = query
  if (error instanceof Failure && [400, 403, 404].includes(error.status)) return <NotFoundPage />
  const name = data?.name.trim() || 'Untitled'
  return (
    <Page
      title={data ? name : type.charAt(0).toUpperCase() + type.slice(1)}
      lead={data ? <>This is a read-only view of the {type}. Use the API to update it.</> : null}
    >
      <Loaded query={query}>{children}</Loaded>
      {data ? <ApiRequest type={type} path={path} /> : null}
    </Page>
  )
}

function ApiRequest({ type, path }: { type: string; path: string }) {
  const url = `${window.location.origin}/api/1.0${path}`
  return (
    <Section
      title="API request"
      lead={
        <>
          To get the {type} through the API, replace TOKEN with an <Link to="/settings/tokens">access token</Link> and
          run:
        </>
      }
    >
      <CopyableText label="In a terminal" text={`curl -H "Authorization: Bearer TOKEN" ${url}`} />
    </Section>
  )
}

/** A list of names and values. Entries without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  const present = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <dl className="facts">
      {present.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const dateFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
const dateTimeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** A date, with the time if there is one. */
export function formatDue(on: string | null, at: string | null = null): string | null {
  if (at) return dateTimeFormat.format(new Date(at))
  return on ? dateFormat.format(new Date(on)) : null
}
