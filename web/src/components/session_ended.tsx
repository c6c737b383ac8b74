/**
 * The session has ended while a page is open. The person signs in again in front of it, and what they have typed stays.
 * Invariant: somebody else who signs in never sees the page of the former person.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../api/call.ts'
import { session } from '../api/queries.ts'
import { setSessionEnded, useSessionEnded } from '../api/session_end.ts'
import type { Session } from '../api/types.ts'
import { backTo } from '../own_path.ts'
import { Dialog } from './dialog.tsx'
import { Field, UserName } from './field.tsx'
import { Form, typed } from './form.tsx'
import { useSession } from './session.ts'

export const SessionEnded = () => (useSessionEnded() ? <SignInAgain /> : null)

function SignInAgain() {
  const before = useSession()
  const client = useQueryClient()
  const { pathname, searchStr } = useLocation()
  const { email } = before.user
  const enter = (values: FormData) =>
    call<Session>('POST', '/-/sign_in', { email, password: typed(values, 'password') })
  const entered = (now: Session) => {
    setSessionEnded(false)
    client.setQueryData(session.queryKey, now)
    client.invalidateQueries()
  }
  useReturnElsewhere(before.user.gid, entered)
  const away = `/sign_in${backTo(pathname + searchStr).query ?? ''}`
  const canEnter = before.sign_in.password && before.has_password
  return (
    <Dialog title="Your session has ended" loose={false} covers onClose={() => {}}>
      <p>
        {canEnter ? 'Enter your password to continue' : 'Sign in again'} as <strong>{email}</strong>.
        {canEnter ? ' This page stays as it is.' : null}
      </p>
      {canEnter ? (
        <Form
          submit="Sign in"
          fields={['password']}
          open
          run={enter}
          onDone={entered}
          beside={<a href={away}>Sign in another way</a>}
        >
          <UserName email={email} />
          <Field name="password" type="password" label="Password" required autoFocus autoComplete="current-password" />
        </Form>
      ) : (
        <div className="form-end">
          <a className="button primary" href={away}>
            Go to sign-in
          </a>
        </div>
      )}
    </Dialog>
  )
}

/** The person, or somebody else, may have signed in meanwhile in another tab: this one looks when it gets the focus. */
function useReturnElsewhere(former: string, goOn: (now: Session) => void): void {
  const look = useEffectEvent(async () => {
    const now = await call<Session>('GET', '/-/session').catch(() => undefined)
    if (now?.user.gid === former) goOn(now)
    else if (now) window.location.reload()
  })
  useEffect(() => {
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [])
}
