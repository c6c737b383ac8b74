/**
 * The form that sends a request of the reference as the signed-in person.
 * Invariant: a request that writes is sent only after the person confirms it.
 */
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { Problem } from '../../components/states.tsx'
import type { CurrentSession } from '../../data/types.ts'
import { backTo } from '../../own_path.ts'
import { CodePanel } from './code.tsx'
import type { Operation, Parameter } from './document.ts'
import type { RequestDraft } from './draft.ts'
import type { SampleRequest } from './example.ts'
import { send, type TryItResponse } from './send.ts'
import { Json, Prose } from './text.tsx'

interface Props {
  operation: Operation
  /** Null without a session, undefined while loading. */
  person: CurrentSession | null | undefined
  draft: RequestDraft
  change(draft: RequestDraft): void
  request: SampleRequest
}

export function TryIt({ person, operation, ...rest }: Props) {
  if (person === undefined) return null
  if (person) return <RequestForm {...{ operation, person }} {...rest} />
  return (
    <p className="try-sign-in">
      <Link to="/sign_in" search={backTo(`/docs/${operation.type}`)}>
        Sign in
      </Link>{' '}
      to send this request from here. The curl command works without signing in, with an access token.
    </p>
  )
}

function RequestForm({ operation, person, draft, change, request }: Props & { person: CurrentSession }) {
  const [isConfirming, setConfirming] = useState(false)
  const { mutate, isPending, data, error, reset } = useMutation({ mutationFn: send })
  const [confirmed, setResponse] = useState<TryItResponse>()
  const isRead = operation.method === 'GET'
  const missing = operation.parameters.filter(one => (one.in === 'path' || one.required) && !draft.values[one.name])
  const bodyError = draft.body === undefined ? undefined : inputError(draft.body)
  const submit = (form: HTMLFormElement) => {
    const [first] = missing
    if (first) return void form.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]`)?.focus()
    if (bodyError) return
    setResponse(undefined)
    reset()
    if (isRead) mutate(request)
    else setConfirming(true)
  }
  const response = confirmed ?? data
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
      {bodyError ? <p className="try-error">{`The body is not valid JSON: ${bodyError}`}</p> : null}
      <div className="form-end">
        <Button kind="primary" type="submit" pending={isPending}>
          Send request
        </Button>
        <span className="hint">
          {missing.length > 0
            ? `Fill in ${missing.map(({ name }) => name).join(', ')} first.`
            : `Sent as ${person.user.name}.`}
        </span>
      </div>
      {error ? <Problem error={error} /> : null}
      {response ? <TryItResult response={response} /> : null}
      {isConfirming ? (
        <Confirm
          title={`Send ${operation.method} ${operation.path}?`}
          action="Send"
          run={() => send(request)}
          onDone={result => {
            setResponse(result)
            setConfirming(false)
          }}
          onClose={() => setConfirming(false)}
        >
          <p>{`This is a real request. It changes data on this server as ${person.user.name}.`}</p>
        </Confirm>
      ) : null}
    </form>
  )
}

/** The syntax error of a JSON text, if any. */
function inputError(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Parameters at the end of the list of optional ones. */
const UNCOMMON = /^opt_(?!fields)|^offset$/

function Inputs({ operation, draft, change }: Pick<Props, 'operation' | 'draft' | 'change'>) {
  const id = useId()
  const { parameters } = operation
  const first = parameters.filter(one => one.in === 'path' || one.required || draft.values[one.name] !== undefined)
  const others = parameters.filter(one => !first.includes(one) && one.in === 'query')
  const common = others.filter(({ name }) => !UNCOMMON.test(name))
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
          <div className="try-grid">{[...common, ...others.filter(one => !common.includes(one))].map(input)}</div>
        </details>
      ) : null}
      {draft.body === undefined ? null : (
        <div className="field">
          <label htmlFor={id}>Body</label>
          <textarea
            className="input code-input"
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
          <option value="">not set</option>
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
  response: { status, statusText, milliseconds, headers, body, error },
}: {
  response: TryItResponse
}) {
  return (
    <div className="response" role="status">
      {error ? (
        <div className="problem">
          <p>{error.message}</p>
          {error.help ? <ErrorHelp url={error.help} /> : null}
        </div>
      ) : null}
      <CodePanel
        name="Response"
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

/** A link to the error page on this host, even if `url` has another host name of the server. */
function ErrorHelp({ url }: { url: string }) {
  const { pathname, hash } = URL.parse(url, window.location.origin) ?? { pathname: '', hash: '' }
  if (pathname !== '/docs/errors') return null
  return (
    <Link className="button" to="/docs/errors" hash={hash.slice(1)}>
      About this error
    </Link>
  )
}
