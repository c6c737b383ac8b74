/**
 * What a person is asked after signing in with a link: a password, and the first administrator also a name and an e-mail
 * address, which the installation made up. All of it can wait.
 */
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { session } from '../api/queries.ts'
import type { Session } from '../api/types.ts'
import { Button } from '../components/button.tsx'
import { Field } from '../components/field.tsx'
import { Form, text, typed } from '../components/form.tsx'
import { AuthLayout } from '../components/page.tsx'
import { NewPassword, PasswordField } from './new_password.tsx'

interface Props {
  session: Session
  onDone(): void
}

export function FirstSteps({ session: entered, onDone }: Props) {
  const client = useQueryClient()
  const saved = async () => {
    // Nothing shows the session yet, so nothing would ask for it again.
    await client.fetchQuery({ ...session, staleTime: 0 })
    onDone()
  }
  return entered.awaits_address ? (
    <Introduction session={entered} onDone={saved} onSkip={onDone} />
  ) : (
    <ChoosePassword session={entered} onDone={saved} onSkip={onDone} />
  )
}

interface StepProps extends Props {
  onSkip(): void
}

function ChoosePassword({ session: { user, has_password }, onDone, onSkip }: StepProps) {
  return (
    <AuthLayout title={has_password ? 'Choose a new password?' : 'Choose a password'}>
      <p>
        You are signed in as <strong>{user.email}</strong>.{' '}
        {has_password ? 'If you forgot your password, choose a new one.' : 'With a password you can sign in anywhere.'}
      </p>
      <NewPassword
        email={user.email}
        submit="Save password"
        onDone={onDone}
        beside={<Button onPress={onSkip}>Later</Button>}
      />
    </AuthLayout>
  )
}

/** The password comes last: it is what closes this door. */
function Introduction({ session: { user }, onDone, onSkip }: StepProps) {
  // What an installation calls its administrator when nobody says otherwise.
  const isMadeUp = user.email === 'admin@example.com'
  const save = async (values: FormData) => {
    await call('PUT', '/api/1.0/users/me', { name: text(values, 'name') })
    await call('PUT', '/-/email', { email: text(values, 'email') })
    await call('PUT', '/-/password', { password: typed(values, 'password') })
  }
  return (
    <AuthLayout title="Welcome to Workloom">
      <p>You are the administrator of this installation. Who are you?</p>
      <Form
        submit="Save and continue"
        fields={['name', 'email', 'password']}
        run={save}
        onDone={onDone}
        beside={<Button onPress={onSkip}>Later</Button>}
      >
        <Field
          name="name"
          label="Name"
          required
          autoComplete="name"
          initial={isMadeUp ? undefined : user.name}
          autoFocus
        />
        <Field
          name="email"
          type="email"
          label="E-mail address"
          hint="You sign in with it, and cannot change it here later."
          required
          autoComplete="username"
          initial={isMadeUp ? undefined : user.email}
        />
        <PasswordField label="Password" />
      </Form>
    </AuthLayout>
  )
}
