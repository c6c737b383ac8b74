/** An operation: what it takes and answers at the left, the curl line and an example at the right, and a way to try it. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Session } from '../../api/types.ts'
import { Button } from '../../parts/button.tsx'
import { CodePanel } from './code.tsx'
import { type Answer, dataOf, flatten, kindOf, type Operation, type Reference, succeeded } from './document.ts'
import { curlOf, requestOf, sampleAnswer, sampleBody, sampleParameters } from './example.ts'
import { type FieldEntry, FieldList } from './fields.tsx'
import { Json, Method, Prose } from './text.tsx'
import { type Draft, TryIt } from './try_it.tsx'

interface Props {
  reference: Reference
  operation: Operation
  person: Session | null | undefined
}

const OWN = /\b(?:WORKSPACE|ORGANIZATION)_GID\b/g
/** Stands for a value that the person has to choose. */
const isPlaceholder = (value: string) => /^[A-Z][A-Z_]*$/.test(value)

/** What is needed; where a placeholder means the organization, the one that the person belongs to. */
function firstDraft({ reference, operation, person }: Props): Draft {
  const body = sampleBody(reference, operation)
  const [own] = person?.organizations ?? []
  const filled = (text: string) => (own ? text.replaceAll(OWN, own.gid) : text)
  const entries = Object.entries(sampleParameters(operation)).map(([name, value]) => [name, filled(value)])
  return { values: Object.fromEntries(entries), body: body && filled(JSON.stringify({ data: body }, null, 2)) }
}

/** Without what only stands for a value: an empty field says that there is something to fill in. */
function withoutPlaceholders({ values, body }: Draft): Draft {
  return {
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, isPlaceholder(value) ? '' : value]),
    ),
    body,
  }
}

export function OperationSection(props: Props) {
  const { reference, operation, person } = props
  const { id, method, path, summary, description, isDeprecated } = operation
  const [isTrying, setTrying] = useState(false)
  const [written, setWritten] = useState<Draft>()
  const first = firstDraft(props)
  const draft = written ?? withoutPlaceholders(first)
  const request = requestOf(reference, operation, draft.values, draft.body)
  const inPath = operation.parameters
    .filter(one => one.in === 'path')
    .map(({ name }) => [name, first.values[name] ?? ''])
  const given = Object.entries(draft.values).filter(([, value]) => value !== '')
  // Nothing was chosen yet: the line shows what could be.
  const usual = written ? Object.fromEntries(inPath) : first.values
  const shown = requestOf(reference, operation, { ...usual, ...Object.fromEntries(given) }, draft.body)
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
        <Taken {...{ reference, operation }} />
        <Answers {...{ reference, operation }} />
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
          <TryIt {...{ operation, person, draft, request }} change={setWritten} />
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

function Taken({ reference, operation: { parameters, body } }: Omit<Props, 'person'>) {
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

function Answers({ reference, operation }: Omit<Props, 'person'>) {
  const { answers, scopes } = operation
  return (
    <div className="operation-part">
      <h3>Answers</h3>
      <ul className="answers">
        {answers.map(answer => (
          <li key={answer.status}>
            <code data-ok={answer.status.startsWith('2')}>{answer.status}</code>
            <span>
              <Prose text={answer.description} /> <Answered reference={reference} answer={answer} />
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
function Answered({ reference, answer: { status, schema } }: { reference: Reference; answer: Answer }) {
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
