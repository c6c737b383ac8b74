/** An operation: what it takes and answers at the left, the curl line and an example at the right, and a way to try it. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Session } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
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
import { curlOf, sampleAnswer } from './example.ts'
import { type FieldEntry, FieldList } from './fields.tsx'
import { Json, Method, Prose } from './text.tsx'
import { TryIt } from './try_it.tsx'

interface Props {
  reference: Reference
  operation: Operation
  person: Session | null | undefined
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
        <CodePanel name={`curl for ${id}`} label="curl" text={curlOf(window.location.origin, briefly(shown))} />
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

/** A short body stands in one line. */
function briefly<T extends { body: string | undefined }>(request: T): T {
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
  const listed = (place: string): FieldEntry[] =>
    parameters
      .filter(one => one.in === place)
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
    ['In the path', listed('path')],
    ['In the body, inside data', members.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))],
    ['In the query', listed('query')],
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
  const { answers, scopes } = operation
  return (
    <div className="operation-part">
      <h3>Answers</h3>
      <ul className="answers">
        {answers.map(answer => (
          <li key={answer.status}>
            <code data-ok={answer.status.startsWith('2')}>{answer.status}</code>
            <span>
              <Prose text={answer.description} /> <ResponseView reference={reference} answer={answer} />
            </span>
          </li>
        ))}
      </ul>
      <p className="hint">
        {scopes.length > 0 ? (
          <>
            An application needs the scope{' '}
            {scopes.map(scope => (
              <code key={scope}>{scope}</code>
            ))}
            .{' '}
          </>
        ) : null}
        <Link to="/docs/errors">What errors mean</Link>
      </p>
    </div>
  )
}

/** What a good answer holds, with a way to it. */
function ResponseView({
  reference,
  answer: { status, schema },
}: {
  reference: Reference
  answer: ResponseDescription
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
  const answer = succeeded(operation)
  const body = sampleAnswer(reference, answer?.schema)
  if (body === undefined) return null
  const text = JSON.stringify(body, null, 2)
  return (
    <CodePanel
      name={`Example answer of ${operation.id}`}
      text={text}
      label={
        <>
          <span className="code-status" data-ok>
            {answer?.status}
          </span>{' '}
          Example
        </>
      }
    >
      <Json text={text} />
    </CodePanel>
  )
}
