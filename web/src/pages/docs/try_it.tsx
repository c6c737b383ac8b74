/**
 * A request that is really sent, as the person who is signed in. What must always hold: nothing is written before the
 * person has said that it is meant.
 */
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { Session } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { Problem } from '../../components/states.tsx'
import { backTo } from '../../own_path.ts'
import { CodePanel } from './code.tsx'
import type { Operation, Parameter } from './document.ts'
import type { RequestDraft } from './draft.ts'
import type { SampleRequest } from './example.ts'
import { send, type TryItResponse } from './send.ts'
import { Json, Prose } from './text.tsx'

interface Props {
  operation: Operation
  /** Null for a stranger, undefined while nobody knows. */
  person: Session | null | undefined
  draft: RequestDraft
  change(draft: RequestDraft): void
  request: SampleRequest
}

export function TryIt({ person, operation, ...rest }: Props) {
  if (person === undefined) return null
  if (person) return <Form {...{ operation, person }} {...rest} />
  return (
    <p className="try-stranger">
      <Link to="/sign_in" search={backTo(`/docs/${operation.type}`)}>
        Sign in
      </Link>{' '}
      to send this request from here. With an access token, the curl line works without signing in.
    </p>
  )
}

function Form({ operation, person, draft, change, request }: Props & { person: Session }) {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, data, error, reset } = useMutation({ mutationFn: send })
  const [answer, setAnswer] = useState<TryItResponse>()
  const isRead = operation.method === 'GET'
  const missing = operation.parameters.filter(one => (one.in === 'path' || one.required) && !draft.values[one.name])
  const wrong = draft.body === undefined ? undefined : inputError(draft.body)
  const submit = (form: HTMLFormElement) => {
    const [first] = missing
    if (first) return void form.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]`)?.focus()
    if (wrong) return
    setAnswer(undefined)
    reset()
    if (isRead) mutate(request)
    else setAsking(true)
  }
  const shown = answer ?? data
  return (
    <form
      className="try"
      aria-label={`Try ${operation.id}`}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <Inputs {...{ operation, draft, change }} />
      {wrong ? <p className="try-wrong">{`The body is not JSON: ${wrong}`}</p> : null}
      <div className="form-end">
        <Button kind="primary" type="submit" pending={isPending}>
          Send request
        </Button>
        <span className="hint">
          {missing.length > 0
            ? `Fill in ${missing.map(({ name }) => name).join(', ')} first.`
            : `As ${person.user.name}.`}
        </span>
      </div>
      {error ? <Problem error={error} /> : null}
      {shown ? <TryItResult answer={shown} /> : null}
      {isAsking ? (
        <Confirm
          title={`Send ${operation.method} ${operation.path}?`}
          act="Send"
          run={() => send(request)}
          onDone={done => {
            setAnswer(done)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        >
          <p>{`This is a real request. It changes what is on this server, as ${person.user.name}.`}</p>
        </Confirm>
      ) : null}
    </form>
  )
}

/** What is wrong with the text as JSON. */
function inputError(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const LATER = /^opt_(?!fields)|^offset$/

function Inputs({ operation, draft, change }: Pick<Props, 'operation' | 'draft' | 'change'>) {
  const id = useId()
  const { parameters } = operation
  const first = parameters.filter(one => one.in === 'path' || one.required || draft.values[one.name] !== undefined)
  const others = parameters.filter(one => !first.includes(one) && one.in === 'query')
  const usual = others.filter(({ name }) => !LATER.test(name))
  const input = (parameter: Parameter) => (
    <ParameterInput
      key={parameter.name}
      parameter={parameter}
      value={draft.values[parameter.name] ?? ''}
      set={value => change({ ...draft, values: { ...draft.values, [parameter.name]: value } })}
    />
  )
  return (
    <>
      {first.length > 0 ? <div className="try-grid">{first.map(input)}</div> : null}
      {others.length > 0 ? (
        <details className="try-more">
          <summary>{`${others.length} optional ${others.length === 1 ? 'parameter' : 'parameters'}`}</summary>
          <div className="try-grid">{[...usual, ...others.filter(one => !usual.includes(one))].map(input)}</div>
        </details>
      ) : null}
      {draft.body === undefined ? null : (
        <div className="field">
          <label htmlFor={id}>Body</label>
          <textarea
            className="input"
            id={id}
            rows={Math.min(16, draft.body.split('\n').length + 1)}
            spellCheck={false}
            value={draft.body}
            onChange={event => change({ ...draft, body: event.target.value })}
          />
        </div>
      )}
    </>
  )
}

interface InputProps {
  parameter: Parameter
  value: string
  set(value: string): void
}

function ParameterInput({ parameter: { name, description = '', required, schema }, value, set }: InputProps) {
  const id = useId()
  const choices = schema?.type === 'boolean' ? ['true', 'false'] : schema?.enum
  return (
    <div className="field">
      <label htmlFor={id}>
        <code>{name}</code>
        {required ? <span className="mark-required"> required</span> : null}
      </label>
      {choices ? (
        <select className="input" id={id} name={name} value={value} onChange={event => set(event.target.value)}>
          <option value="">not given</option>
          {choices.map(choice => (
            <option key={String(choice)}>{String(choice)}</option>
          ))}
        </select>
      ) : (
        <input
          className="input"
          id={id}
          name={name}
          value={value}
          aria-required={required}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-hint`}
          onChange={event => set(event.target.value)}
        />
      )}
      <span className="hint" id={`${id}-hint`}>
        <Prose text={description} />
      </span>
    </div>
  )
}

function TryItResult({
  answer: { status, statusText, milliseconds, headers, body, error },
}: {
  answer: TryItResponse
}) {
  return (
    <div className="answer" role="status">
      {error ? (
        <div className="problem">
          <p>{error.message}</p>
          {error.help ? <Help address={error.help} /> : null}
        </div>
      ) : null}
      <CodePanel
        name="The answer"
        text={body}
        label={
          <>
            <span className="code-status" data-ok={!error}>
              {`${status} ${statusText}`.trim()}
            </span>{' '}
            {`${milliseconds} ms`}
          </>
        }
      >
        <span className="code-headers">
          {headers.map(([name, value]) => (
            <span key={name}>
              <span className="json-key">{name}</span>
              {`: ${value}\n`}
            </span>
          ))}
          {'\n'}
        </span>
        <Json text={body} />
      </CodePanel>
    </div>
  )
}

/** The page of the error, without leaving this one's server even where that is known by another name. */
function Help({ address }: { address: string }) {
  const { pathname, hash } = URL.parse(address, window.location.origin) ?? { pathname: '', hash: '' }
  if (pathname !== '/docs/errors') return null
  return (
    <Link className="button" to="/docs/errors" hash={hash.slice(1)}>
      What this means
    </Link>
  )
}
