/**
 * The OAuth consent page: the application, the requested scopes, the account and the redirect host. The server validates
 * the request again when the person decides.
 */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CopyableText } from '../../components/copy.tsx'
import { AuthLayout } from '../../components/page.tsx'
import { Loaded, Problem } from '../../components/states.tsx'
import { call } from '../../data/call.ts'
import { consent } from '../../data/queries.ts'
import type { ConsentAnswer, ConsentRequest } from '../../data/types.ts'

export function Consent() {
  const { searchStr } = useLocation()
  const query = useQuery({ ...consent(searchStr), retry: false })
  const [code, setCode] = useState<string | null>(null)
  const title = query.data ? `Allow ${query.data.application.name}?` : 'Allow an application?'
  if (code !== null) {
    return (
      <AuthLayout title="Your authorization code">
        <p role="status">Paste this code into the application. It expires in ten minutes.</p>
        <CopyableText label="Code" text={code} />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={title}>
      <Loaded query={query} rows={2}>
        {request => <ConsentForm request={request} query={searchStr} onCode={setCode} />}
      </Loaded>
    </AuthLayout>
  )
}

interface ConsentFormProps {
  request: ConsentRequest
  query: string
  onCode(code: string): void
}

function ConsentForm({ request: { application, scopes, redirect_uri, user }, query, onCode }: ConsentFormProps) {
  const decide = useMutation({
    mutationFn: (allow: boolean) =>
      call<ConsentAnswer>('POST', '/-/oauth/consent', { query: query.replace(/^\?/, ''), allow }),
    onSuccess: answer => {
      if ('code' in answer) onCode(answer.code)
      else window.location.assign(answer.redirect)
    },
  })
  const isDecided = decide.isPending || decide.isSuccess
  return (
    <>
      <p>
        <strong>{application.name}</strong> requests access to the account of <strong>{user.name}</strong>, {user.email}
        . It will be able to:
      </p>
      <ul className="scope-list">
        {scopes.map(({ name, doc }) => (
          <li key={name}>{doc}</li>
        ))}
      </ul>
      <p className="hint">{nextStep(redirect_uri)} You can revoke access at any time under Applications.</p>
      {decide.error ? <Problem error={decide.error} /> : null}
      <div className="form-end">
        <Button kind="primary" pending={isDecided && decide.variables === true} onPress={() => decide.mutate(true)}>
          Allow
        </Button>
        <Button pending={isDecided && decide.variables === false} onPress={() => decide.mutate(false)}>
          Deny
        </Button>
      </div>
    </>
  )
}

/** Names the redirect host, so that people notice an unknown one. */
function nextStep(uri: string): string {
  const host = URL.parse(uri)?.host
  return host
    ? `After your decision, you are redirected to ${host}.`
    : 'After your decision, you get a code for the application.'
}
