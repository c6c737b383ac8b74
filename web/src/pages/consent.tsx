/**
 * An application asks to act for a person. The page says who asks, for what, and as whom; the server checks everything
 * again when the answer arrives.
 */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { consent } from '../api/queries.ts'
import type { ConsentAnswer, ConsentRequest } from '../api/types.ts'
import { Button } from '../components/button.tsx'
import { CopyableText } from '../components/copy.tsx'
import { AuthLayout } from '../components/page.tsx'
import { Loaded, Problem } from '../components/states.tsx'

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
        {asked => <ConsentForm asked={asked} query={searchStr} onCode={setCode} />}
      </Loaded>
    </AuthLayout>
  )
}

interface ConsentFormProps {
  asked: ConsentRequest
  query: string
  onCode(code: string): void
}

function ConsentForm({ asked: { application, scopes, redirect_uri, user }, query, onCode }: ConsentFormProps) {
  const decide = useMutation({
    mutationFn: (allow: boolean) =>
      call<ConsentAnswer>('POST', '/-/oauth/consent', { query: query.replace(/^\?/, ''), allow }),
    onSuccess: answer => {
      if ('code' in answer) onCode(answer.code)
      else window.location.assign(answer.redirect)
    },
  })
  const left = decide.isPending || decide.isSuccess
  return (
    <>
      <p>
        <strong>{application.name}</strong> wants to act for <strong>{user.name}</strong> ({user.email}). It can then:
      </p>
      <ul className="asks">
        {scopes.map(({ name, doc }) => (
          <li key={name}>{doc}</li>
        ))}
      </ul>
      <p className="hint">{targetOf(redirect_uri)} You can revoke access at any time, under Applications.</p>
      {decide.error ? <Problem error={decide.error} /> : null}
      <div className="form-end">
        <Button kind="primary" pending={left && decide.variables === true} onPress={() => decide.mutate(true)}>
          Allow
        </Button>
        <Button pending={left && decide.variables === false} onPress={() => decide.mutate(false)}>
          Deny
        </Button>
      </div>
    </>
  )
}

/** Where the browser goes afterwards, so that a stranger's address is noticed. */
function targetOf(uri: string): string {
  const host = URL.parse(uri)?.host
  return host ? `You are then sent to ${host}.` : 'You then get a code for the application.'
}
