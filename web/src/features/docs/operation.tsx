/** An operation: parameters and responses on the left; the curl command, an example and "Try it" on the right. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import type { CurrentSession } from '../../data/types.ts'
import { CodePanel } from './code.tsx'
import {
  dataOf,
  flatten,
  kindOf,
  type Operation,
  type Reference,
  type ResponseDescription,
  succeeded,
} from './document.ts'
import { useDraft } from './draft.ts'
import { curlOf, sampleResponse } from './example.ts'
import { type FieldEntry, FieldList } from './fields.tsx'
import { Json, Method, Prose } from './text.tsx'
import { TryIt } from './try_it.tsx'

interface Props {
  reference: Reference
  operation: Operation
  person: CurrentSession | null | undefined
}

export function OperationSection(props: Props) {
  const { reference, operation, person } = props
  const { id, method, path, summary, description, isDeprecated } = operation
  const [isTrying, setTrying] = useState(false)
  const { draft, setDraft, request, shown } = useDraft(props)
  return (
    <article className="operation" aria-labelledby={id}>
      <div className="operation-text">
        <h2 id={id} tabIndex={-1}>
          <a href={`#${id}`}>
            <Prose text={summary.replace(/\.$/, '') || id} />
          </a>
        </h2>
        <p className="operation-path">
          <Method method={method} /> <code>{path}</code>
        </p>
        <p className="operation-id">
          <code>{id}</code>
          {isDeprecated ? <span className="mark-soft">deprecated</span> : null}
        </p>
        {description && description !== summary ? (
          <p>
            <Prose text={description.startsWith(summary) ? description.slice(summary.length).trim() : description} />
          </p>
        ) : null}
        <RequestParts {...{ reference, operation }} />
        <Responses {...{ reference, operation }} />
      </div>
      <div className="operation-code">
        <CodePanel name={`curl for ${id}`} label="curl" text={curlOf(window.location.origin, withCompactBody(shown))} />
        <Button
          kind={isTrying ? 'plain' : 'primary'}
          label={`${isTrying ? 'Close' : 'Try it'}: ${id}`}
          onPress={() => setTrying(!isTrying)}
        >
          {isTrying ? 'Close' : 'Try it'}
        </Button>
        {isTrying ? (
          <TryIt {...{ operation, person, draft, request }} change={setDraft} />
        ) : (
          <Example {...{ reference, operation }} />
        )}
      </div>
    </article>
  )
}

/** The request with a short body on one line. */
function withCompactBody<T extends { body: string | undefined }>(request: T): T {
  if (request.body === undefined) return request
  try {
    const short = JSON.stringify(JSON.parse(request.body))
    const spaced = short.replaceAll(
      /("(?:\\.|[^"\\])*")|([:,])/g,
      (_, text?: string, mark?: string) => text ?? `${mark} `,
    )
    return { ...request, body: spaced.length > 50 ? request.body : spaced }
  } catch {
    return request
  }
}

function RequestParts({ reference, operation: { parameters, body } }: Omit<Props, 'person'>) {
  const listed = (location: string): FieldEntry[] =>
    parameters
      .filter(one => one.in === location)
      .map(({ name, schema = {}, required, description }) => ({
        ...{ name, schema, isRequired: required ?? false },
        ...(description === undefined ? {} : { description }),
      }))
  const data = dataOf(reference.document, body)
  const { properties = {}, required = [] } = data ? flatten(reference.document, data) : {}
  const members = Object.entries(properties).map(([name, schema]) => ({
    ...{ name, schema, isRequired: required.includes(name) },
  }))
  const sections: [title: string, fields: FieldEntry[]][] = [
    ['Path parameters', listed('path')],
    ['Body, inside data', members.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))],
    ['Query parameters', listed('query')],
  ]
  return sections
    .filter(([, fields]) => fields.length > 0)
    .map(([title, fields]) => (
      <div key={title} className="operation-part">
        <h3>{title}</h3>
        <FieldList reference={reference} fields={fields} />
      </div>
    ))
}

function Responses({ reference, operation }: Omit<Props, 'person'>) {
  const { responses, scopes } = operation
  return (
    <div className="operation-part">
      <h3>Responses</h3>
      <ul className="responses">
        {responses.map(response => (
          <li key={response.status}>
            <code data-ok={response.status.startsWith('2')}>{response.status}</code>
            <span>
              <Prose text={response.description} /> <ResponseView reference={reference} response={response} />
            </span>
          </li>
        ))}
      </ul>
      <p className="hint">
        {scopes.length > 0 ? (
          <>
            Applications need the scope{' '}
            {scopes.map(scope => (
              <code key={scope}>{scope}</code>
            ))}
            .{' '}
          </>
        ) : null}
        <Link to="/docs/errors">About errors</Link>
      </p>
    </div>
  )
}

/** The kind of data in a successful response, with a link to its type. */
function ResponseView({
  reference,
  response: { status, schema },
}: {
  reference: Reference
  response: ResponseDescription
}) {
  const data = status.startsWith('2') ? dataOf(reference.document, schema) : undefined
  if (!data) return null
  const { text, type } = kindOf(reference, data)
  if (type === undefined) return null
  return (
    <Link to="/docs/$type" params={{ type }}>
      {text}
    </Link>
  )
}

function Example({ reference, operation }: Omit<Props, 'person'>) {
  const response = succeeded(operation)
  const body = sampleResponse(reference, response?.schema)
  if (body === undefined) return null
  const text = JSON.stringify(body, null, 2)
  return (
    <CodePanel
      name={`Example response of ${operation.id}`}
      text={text}
      label={
        <>
          <span className="code-status" data-ok>
            {response?.status}
          </span>{' '}
          Example
        </>
      }
    >
      <Json text={text} />
    </CodePanel>
  )
}
