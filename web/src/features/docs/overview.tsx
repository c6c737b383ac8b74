/** The start page of the reference: base URL, token, first request, types and guides. */

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
      lead="All operations and fields of this server, with requests to try. The API is compatible with the Asana REST API 1.0."
    >
      <div className="doc-start">
        <div className="prose">
          <h2>First request</h2>
          <p>
            The base URL for clients is <code>{base}</code>. Each request needs an access token:{' '}
            {person ? <Link to="/settings/tokens">create one</Link> : <Link to="/sign_in">sign in to create one</Link>},
            or use the one that the server printed at its first start.
          </p>
          <p>
            JSON bodies and responses have their fields inside <code>data</code>. Use <code>opt_fields</code> to choose
            the fields of a response, and <code>limit</code> to get a list in pages.
          </p>
          <p>
            {person ? 'You can' : 'Sign in to'} send requests from the pages of the types. The page{' '}
            <Link to="/docs/errors">Errors</Link> explains each error.
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
        This reference is also available as an OpenAPI 3.1 document:{' '}
        <a href="/api/1.0/openapi.json">/api/1.0/openapi.json</a>
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
