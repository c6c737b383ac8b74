/**
 * The sign-in page: with a password, a link, or an identity provider. Invariants of a link:
 * - Its secret is in the fragment of the URL, which browsers do not send to servers.
 * - Only the button uses it: mail scanners open links, too.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Form, rawText, text } from '../../components/form.tsx'
import { AuthLayout } from '../../components/page.tsx'
import { Loaded, Problem } from '../../components/states.tsx'
import { call, Failure } from '../../data/call.ts'
import { withoutSession } from '../../data/client.ts'
import { session, signInMethods } from '../../data/queries.ts'
import type { CurrentSession } from '../../data/types.ts'
import { ownPath } from '../../own_path.ts'
import { FirstSteps } from './first_steps.tsx'
import { SharedComputer } from './shared_computer.tsx'

type Step = 'password' | 'forgot' | 'sent' | { signedIn: CurrentSession }

export function SignIn() {
  const { hash, searchStr } = useLocation()
  const router = useRouter()
  const client = useQueryClient()
  const [step, setStep] = useState<Step>('password')
  const returnTo = ownPath(new URLSearchParams(searchStr).get('return_to'), window.location.origin)
  const storeSession = (current: CurrentSession) => client.setQueryData(session.queryKey, current)
  const openTarget = () => {
    // Paths below `/-/` are pages of the server, not of this app.
    if (returnTo.startsWith('/-/')) window.location.assign(returnTo)
    else router.history.push(returnTo)
  }
  if (typeof step === 'object') return <FirstSteps session={step.signedIn} onDone={openTarget} />
  if (hash && step === 'password') {
    const linkUsed = (current: CurrentSession) => {
      storeSession(current)
      if (!current.sign_in.password) return openTarget()
      router.navigate({ to: '/sign_in', search: true, replace: true })
      setStep({ signedIn: current })
    }
    return <WithLink link={hash} onDone={linkUsed} onForgot={() => setStep('forgot')} />
  }
  const signedIn = (current: CurrentSession) => {
    storeSession(current)
    openTarget()
  }
  if (step === 'password')
    return <WithPassword returnTo={returnTo} onDone={signedIn} onForgot={() => setStep('forgot')} />
  const back = () => {
    // Removes an expired link from the URL.
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
  onDone(session: CurrentSession): void
  onForgot(): void
}

function WithLink({ link, onDone, onForgot }: WithLinkProps) {
  const signIn = useMutation({
    mutationFn: () => call<CurrentSession>('POST', '/-/sign_in/link', { link }),
    onSuccess: onDone,
    meta: withoutSession,
  })
  if (signIn.error instanceof Failure && signIn.error.status === 401) return <ExpiredLink onForgot={onForgot} />
  return (
    <AuthLayout title="Welcome">
      <p>This link signs you in once, in this browser.</p>
      {signIn.error ? <Problem error={signIn.error} /> : null}
      <SharedComputer />
      <div className="form-end">
        <Button kind="primary" pending={signIn.isPending} onPress={() => signIn.mutate()}>
          Sign in
        </Button>
        <a href="/sign_in">Sign in another way</a>
      </div>
    </AuthLayout>
  )
}

function ExpiredLink({ onForgot }: { onForgot(): void }) {
  const { data: methods } = useQuery(signInMethods)
  return (
    <AuthLayout title="This link has expired">
      <p role="alert">A sign-in link works once, for a limited time. A new link replaces older ones.</p>
      <div className="form-end">
        {methods?.password === false ? null : (
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
  onDone(session: CurrentSession): void
  onForgot(): void
}

function WithPassword({ returnTo, onDone, onForgot }: WithPasswordProps) {
  const methods = useQuery(signInMethods)
  const problem = new URLSearchParams(useLocation().searchStr).get('problem')
  return (
    <AuthLayout title="Sign in">
      {problem ? (
        <div className="problem" role="alert">
          <p>{PROBLEMS[problem] ?? PROBLEMS.other}</p>
        </div>
      ) : null}
      <Loaded query={methods} rows={2}>
        {({ password, provider }) => (
          <>
            {provider ? (
              <a className="button primary wide" href={`/-/sign_in/provider?return_to=${encodeURIComponent(returnTo)}`}>
                Continue with {provider.name}
              </a>
            ) : null}
            {provider && password ? <p className="or">or</p> : null}
            {password ? <PasswordForm onDone={onDone} onForgot={onForgot} /> : <SharedComputer />}
          </>
        )}
      </Loaded>
    </AuthLayout>
  )
}

const PROBLEMS: Record<string, string> = {
  no_account: 'There is no account with this e-mail address. Ask an administrator to invite you.',
  unverified:
    'Your identity provider has not verified your e-mail address. Verify it with the provider, then try again.',
  declined: 'Your identity provider did not sign you in, or you cancelled. Try again.',
  expired: 'The sign-in took too long, or started in another browser. Try again.',
  no_provider: 'This server has no identity provider. Sign in another way.',
  provider: 'Your identity provider sent an unexpected response. Try again later, or contact your administrator.',
  other: 'The sign-in failed. Try again. If it fails again, contact your administrator.',
}

function PasswordForm({ onDone, onForgot }: Omit<WithPasswordProps, 'returnTo'>) {
  const signIn = (values: FormData) =>
    call<CurrentSession>('POST', '/-/sign_in', { email: text(values, 'email'), password: rawText(values, 'password') })
  return (
    <Form
      submit="Sign in"
      fields={['email', 'password']}
      isPublic
      run={signIn}
      onDone={onDone}
      actions={
        <Button kind="quiet" onPress={onForgot}>
          Send me a link
        </Button>
      }
    >
      <Field name="email" type="email" label="E-mail address" required autoComplete="username" />
      <Field name="password" type="password" label="Password" required autoComplete="current-password" />
      <SharedComputer />
    </Form>
  )
}

function ForgottenPassword({ onDone, onBack }: { onDone(): void; onBack(): void }) {
  return (
    <AuthLayout title="Sign in with a link">
      <Form
        submit="Send link"
        fields={['email']}
        isPublic
        run={values => call('POST', '/-/sign_in/forgot', { email: text(values, 'email') })}
        onDone={onDone}
        actions={
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
    <AuthLayout title="Check your e-mail">
      <p role="status">
        If an account has this address, the server sent it a sign-in link. If the server does not send e-mail, ask your
        administrator for the link.
      </p>
      <Button onPress={onBack}>Back to sign-in</Button>
    </AuthLayout>
  )
}
