/**
 * The dialog for a session that ends while a page is open. The person signs in again in the dialog and keeps their input;
 * what waits to be sent goes on.
 * Invariant: another person who signs in never sees the page of the former person.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../data/call.ts'
import { session } from '../data/queries.ts'
import { setSessionEnded, useSessionEnded } from '../data/session_end.ts'
import type { CurrentSession } from '../data/types.ts'
import { backTo } from '../own_path.ts'
import { Dialog } from './dialog.tsx'
import { Field, UserName } from './field.tsx'
import { Form, rawText } from './form.tsx'
import { useSession } from './session.ts'

export const SessionEnded = () => (useSessionEnded() ? <SignInAgain /> : null)

function SignInAgain() {
  const former = useSession()
  const client = useQueryClient()
  const { pathname, searchStr } = useLocation()
  const { email } = former.user
  const signIn = (values: FormData) =>
    call<CurrentSession>('POST', '/-/sign_in', { email, password: rawText(values, 'password') })
  const resume = (now: CurrentSession) => {
    setSessionEnded(false)
    client.setQueryData(session.queryKey, now)
    client.invalidateQueries()
  }
  useSessionCheck(former.user.gid, resume)
  const signInPath = `/sign_in${backTo(pathname + searchStr).query ?? ''}`
  const hasPassword = former.sign_in.password && former.has_password
  return (
    <Dialog title="Session expired" dismissable={false} hidesPage onClose={() => {}}>
      <p>
        {hasPassword ? 'Enter your password to continue' : 'Sign in again'} as <strong>{email}</strong>.
        {hasPassword ? ' This page keeps your input.' : null}
      </p>
      {hasPassword ? (
        <Form
          submit="Sign in"
          fields={['password']}
          isPublic
          run={signIn}
          onDone={resume}
          actions={<a href={signInPath}>Sign in another way</a>}
        >
          <UserName email={email} />
          <Field name="password" type="password" label="Password" required autoFocus autoComplete="current-password" />
        </Form>
      ) : (
        <div className="form-end">
          <a className="button primary" href={signInPath}>
            Sign in
          </a>
        </div>
      )}
    </Dialog>
  )
}

/** Checks the session when the tab gets the focus: a person can have signed in in another tab. */
function useSessionCheck(former: string, resume: (session: CurrentSession) => void): void {
  const checkSession = useEffectEvent(async () => {
    const now = await call<CurrentSession>('GET', '/-/session').catch(() => undefined)
    if (now?.user.gid === former) resume(now)
    else if (now) window.location.reload()
  })
  useEffect(() => {
    window.addEventListener('focus', checkSession)
    return () => window.removeEventListener('focus', checkSession)
  }, [])
}
