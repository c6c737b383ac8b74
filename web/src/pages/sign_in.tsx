/**
 * Signing in: with a password, with a link, with the provider of the organization. A link's secret stands in the fragment
 * of the address, which no server and no log sees, and is only used when a person presses the button: programs that look
 * into mails open links too, and would use it up.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { call, Failure } from '../api/call.ts'
import { withoutSession } from '../api/client.ts'
import { session, signInMethods } from '../api/queries.ts'
import type { Session } from '../api/types.ts'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { Form, text, typed } from '../components/form.tsx'
import { AuthLayout } from '../components/page.tsx'
import { Loaded, Problem } from '../components/states.tsx'
import { ownPath } from '../own_path.ts'
import { FirstSteps } from './first_steps.tsx'

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
  if (typeof step === 'object') return <FirstSteps session={step.signedIn} onDone={leave} />
  if (hash && step === 'password') {
    const used = (entered: Session) => {
      enter(entered)
      if (!entered.sign_in.password) return leave()
      router.navigate({ to: '/sign_in', search: true, replace: true })
      setStep({ signedIn: entered })
    }
    return <WithLink link={hash} onDone={used} onForgot={() => setStep('forgot')} />
  }
  const signedIn = (entered: Session) => {
    enter(entered)
    leave()
  }
  if (step === 'password')
    return <WithPassword returnTo={returnTo} onDone={signedIn} onForgot={() => setStep('forgot')} />
  const back = () => {
    // A link that has expired leads nowhere.
    if (hash) router.navigate({ to: '/sign_in', search: true, replace: true })
    setStep('password')
  }
  return step === 'forgot' ? (
    <ForgottenPassword onDone={() => setStep('sent')} onBack={back} />
  ) : (
    <LinkSent onBack={back} />
  )
}

interface WithLinkProps {
  link: string
  onDone(entered: Session): void
  onForgot(): void
}

function WithLink({ link, onDone, onForgot }: WithLinkProps) {
  const use = useMutation({
    mutationFn: () => call<Session>('POST', '/-/sign_in/link', { link }),
    onSuccess: onDone,
    meta: withoutSession,
  })
  if (use.error instanceof Failure && use.error.status === 401) return <ExpiredLink onForgot={onForgot} />
  return (
    <AuthLayout title="Welcome">
      <p>This link signs you in once, in this browser.</p>
      {use.error ? <Problem error={use.error} /> : null}
      <div className="form-end">
        <Button kind="primary" pending={use.isPending} onPress={() => use.mutate()}>
          Sign in
        </Button>
        <a href="/sign_in">Sign in another way</a>
      </div>
    </AuthLayout>
  )
}

function ExpiredLink({ onForgot }: { onForgot(): void }) {
  const { data: ways } = useQuery(signInMethods)
  return (
    <AuthLayout title="This link has expired">
      <p role="alert">
        A sign-in link works once and for a limited time. This one has been used, replaced or has expired.
      </p>
      <div className="form-end">
        {ways?.password === false ? null : (
          <Button kind="primary" onPress={onForgot}>
            Send me a new link
          </Button>
        )}
        <a href="/sign_in">Sign in another way</a>
      </div>
    </AuthLayout>
  )
}

interface WithPasswordProps {
  returnTo: string
  onDone(entered: Session): void
  onForgot(): void
}

function WithPassword({ returnTo, onDone, onForgot }: WithPasswordProps) {
  const ways = useQuery(signInMethods)
  const problem = new URLSearchParams(useLocation().searchStr).get('problem')
  return (
    <AuthLayout title="Sign in">
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
    </AuthLayout>
  )
}

const PROBLEMS: Record<string, string> = {
  no_account: 'There is no account with this address here. Ask an administrator to invite you.',
  unverified: 'Your provider has not verified your e-mail address. Verify it there, then try again.',
  declined: 'Your provider did not sign you in, or you cancelled. Try again.',
  expired: 'The sign-in took too long, or started in another browser. Try again.',
  no_provider: 'No identity provider is configured any more. Sign in another way.',
  provider: 'Your provider sent an unexpected answer. Try again later, or tell your administrator.',
  other: 'The sign-in failed. Try again; if it fails again, tell your administrator.',
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

function ForgottenPassword({ onDone, onBack }: { onDone(): void; onBack(): void }) {
  return (
    <AuthLayout title="Sign in with a link">
      <Form
        submit="Send link"
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
    </AuthLayout>
  )
}

function LinkSent({ onBack }: { onBack(): void }) {
  return (
    <AuthLayout title="Check your mail">
      <p role="status">
        If there is an account with this address, we sent it a link. On a server without mail the administrator gets the
        link: ask them for it.
      </p>
      <Button onPress={onBack}>Back to sign-in</Button>
    </AuthLayout>
  )
}
