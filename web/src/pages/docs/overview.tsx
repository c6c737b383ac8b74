/** The first page of the reference: the address, the token, a first request, and what there is. */

import { guides } from 'virtual:guides'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Page, Section } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { CodePanel } from './code.tsx'
import type { Reference } from './document.ts'
import { apiReference, visitor } from './queries.ts'
import { guidePath } from './search.ts'
import { Prose } from './text.tsx'

export function Overview() {
  const { data: person } = useQuery(visitor)
  const { origin } = window.location
  const base = `${origin}/api/1.0`
  return (
    <Page
      title="API reference"
      lead="Every operation and field of this server, with the line to try it. The API is compatible with the Asana REST API 1.0."
    >
      <div className="doc-start">
        <div className="prose">
          <h2>First request</h2>
          <p>
            The address for clients is <code>{base}</code>. Each request carries an access token:{' '}
            {person ? <Link to="/tokens">create one</Link> : <Link to="/sign_in">sign in to create one</Link>}, or take
            the one that the first start of the server printed.
          </p>
          <p>
            The fields of a JSON body stand inside <code>data</code>, and so does the answer. <code>opt_fields</code>{' '}
            names the fields to show, and <code>limit</code> asks for a page.
          </p>
          <p>
            Each operation can be sent from its page{person ? '' : ', once you have signed in'}. Errors{' '}
            <Link to="/docs/errors">have a page of their own</Link>.
          </p>
        </div>
        <CodePanel
          name="curl for the first request"
          label="curl"
          text={`export TOKEN=…\n\ncurl -H "Authorization: Bearer $TOKEN" \\\n  ${base}/users/me`}
        />
      </div>
      <Section title="Types">
        <Loaded query={useQuery(apiReference)}>{reference => <Types reference={reference} />}</Loaded>
      </Section>
      <Section title="Guides">
        <ul className="doc-cards">
          {guides.map(({ name, title, headings }) => (
            <li key={name}>
              <Link to={guidePath(name)}>{title}</Link>
              <p>
                {headings
                  .filter(({ level }) => level === 2)
                  .slice(0, 4)
                  .map(({ text }) => text)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      </Section>
      <p className="hint">
        For programs, the same as an OpenAPI 3.1 document: <a href="/api/1.0/openapi.json">/api/1.0/openapi.json</a>
      </p>
    </Page>
  )
}

function Types({ reference: { types } }: { reference: Reference }) {
  return (
    <ul className="doc-cards">
      {types.map(({ slug, title, description, operations }) => (
        <li key={slug}>
          <Link to="/docs/$type" params={{ type: slug }}>
            {title}
          </Link>
          <span className="doc-count">{operations.length}</span>
          <p>
            <Prose text={description} />
          </p>
        </li>
      ))}
    </ul>
  )
}
