/**
 * Signing in: with a password, with a link, with the provider of the organization. A link's secret stands in the fragment
 * of the address, which no server and no log sees, and is only used when a person presses the button: programs that look
 * into mails open links too, and would use it up.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { session, signInWays } from '../api/queries.ts'
import type { Session } from '../api/types.ts'
import { ownPath } from '../own_path.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Form, text, typed } from '../parts/form.tsx'
import { Doorway } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { NewPassword } from './new_password.tsx'

type Step = 'password' | 'forgot' | 'sent' | { signedIn: Session }

export function SignIn() {
  const { hash, searchStr } = useLocation()
  const router = useRouter()
  const client = useQueryClient()
  const [step, setStep] = useState<Step>('password')
  const returnTo = ownPath(new URLSearchParams(searchStr).get('return_to'), window.location.origin)
  const enter = (entered: Session) => client.setQueryData(session.queryKey, entered)
  const leave = () => {
    // What the server itself shows is no room of this app.
    if (returnTo.startsWith('/-/')) window.location.assign(returnTo)
    else router.history.push(returnTo)
  }
  if (typeof step === 'object') return <ChoosePassword session={step.signedIn} onDone={leave} />
  if (hash) {
    const used = (entered: Session) => {
      enter(entered)
      if (!entered.sign_in.password) return leave()
      router.navigate({ to: '/sign_in', search: true, replace: true })
      setStep({ signedIn: entered })
    }
    return <WithLink link={hash} onDone={used} />
  }
  const signedIn = (entered: Session) => {
    enter(entered)
    leave()
  }
  if (step === 'password')
    return <WithPassword returnTo={returnTo} onDone={signedIn} onForgot={() => setStep('forgot')} />
  const back = () => setStep('password')
  return step === 'forgot' ? <Forgot onDone={() => setStep('sent')} onBack={back} /> : <Sent onBack={back} />
}

function WithLink({ link, onDone }: { link: string; onDone(entered: Session): void }) {
  return (
    <Doorway title="Welcome">
      <p>Your link is good for one sign-in, in this browser.</p>
      <Form
        submit="Sign in"
        fields={[]}
        open
        run={() => call<Session>('POST', '/-/sign_in/link', { link })}
        onDone={onDone}
        beside={<a href="/sign_in">Sign in another way</a>}
      >
        {null}
      </Form>
    </Doorway>
  )
}

function ChoosePassword({ session: { user, has_password }, onDone }: { session: Session; onDone(): void }) {
  const client = useQueryClient()
  const kept = async () => {
    // Nothing shows the session yet, so nothing would ask for it anew.
    await client.fetchQuery({ ...session, staleTime: 0 })
    onDone()
  }
  return (
    <Doorway title={has_password ? 'A new password?' : 'Choose a password'}>
      <p>
        You are signed in as <strong>{user.email}</strong>.{' '}
        {has_password ? 'If you forgot your password, choose a new one.' : 'With a password you can sign in anywhere.'}
      </p>
      <NewPassword
        email={user.email}
        submit="Save this password"
        onDone={kept}
        beside={<Button onPress={onDone}>Later</Button>}
      />
    </Doorway>
  )
}

interface WithPasswordProps {
  returnTo: string
  onDone(entered: Session): void
  onForgot(): void
}

function WithPassword({ returnTo, onDone, onForgot }: WithPasswordProps) {
  const ways = useQuery(signInWays)
  const problem = new URLSearchParams(useLocation().searchStr).get('problem')
  return (
    <Doorway title="Sign in">
      {problem ? (
        <div className="problem" role="alert">
          <p>{PROBLEMS[problem] ?? PROBLEMS.other}</p>
        </div>
      ) : null}
      <Loaded query={ways} rows={2}>
        {({ password, provider }) => (
          <>
            {provider ? (
              <a className="button primary wide" href={`/-/sign_in/provider?return_to=${encodeURIComponent(returnTo)}`}>
                Continue with {provider.name}
              </a>
            ) : null}
            {provider && password ? <p className="or">or</p> : null}
            {password ? <PasswordForm onDone={onDone} onForgot={onForgot} /> : null}
          </>
        )}
      </Loaded>
    </Doorway>
  )
}

const PROBLEMS: Record<string, string> = {
  no_account: 'There is no account with this address here. Ask an administrator to invite you.',
  unverified: 'Your provider has not checked your e-mail address yet. Confirm it there, then try again.',
  declined: 'Your provider did not let you in, or you stopped on the way. Please try again.',
  expired: 'That took too long, or began in another browser. Please try again.',
  no_provider: 'There is no provider to sign in with any more.',
  provider: 'Your provider does not answer as it should. Please try again later, or tell your administrator.',
  other: 'Signing in did not work. Please try again; if it goes on, tell your administrator.',
}

function PasswordForm({ onDone, onForgot }: Omit<WithPasswordProps, 'returnTo'>) {
  const enter = (values: FormData) =>
    call<Session>('POST', '/-/sign_in', { email: text(values, 'email'), password: typed(values, 'password') })
  return (
    <Form
      submit="Sign in"
      fields={['email', 'password']}
      open
      run={enter}
      onDone={onDone}
      beside={
        <Button kind="quiet" onPress={onForgot}>
          Send me a link
        </Button>
      }
    >
      <Field name="email" type="email" label="E-mail address" required autoComplete="username" />
      <Field name="password" type="password" label="Password" required autoComplete="current-password" />
    </Form>
  )
}

function Forgot({ onDone, onBack }: { onDone(): void; onBack(): void }) {
  return (
    <Doorway title="Sign in with a link">
      <Form
        submit="Send the link"
        fields={['email']}
        open
        run={values => call('POST', '/-/sign_in/forgot', { email: text(values, 'email') })}
        onDone={onDone}
        beside={
          <Button kind="quiet" onPress={onBack}>
            Back
          </Button>
        }
      >
        <Field name="email" type="email" label="E-mail address" required autoComplete="username" />
      </Form>
    </Doorway>
  )
}

function Sent({ onBack }: { onBack(): void }) {
  return (
    <Doorway title="Look for the link">
      <p role="status">
        If there is an account with that address, a link is on its way. A server without mail hands it to its
        administrator instead: ask there.
      </p>
      <Button onPress={onBack}>Back to the sign-in</Button>
    </Doorway>
  )
}
