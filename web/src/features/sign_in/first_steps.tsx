/**
 * The page after a sign-in with a link. It asks for a password, and the first administrator also for a name and an e-mail
 * address, which the installation generated. People can skip it.
 */
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Form, rawText, text } from '../../components/form.tsx'
import { NewPassword, PasswordField } from '../../components/new_password.tsx'
import { AuthLayout } from '../../components/page.tsx'
import { call } from '../../data/call.ts'
import { session } from '../../data/queries.ts'
import type { CurrentSession } from '../../data/types.ts'

interface Props {
  session: CurrentSession
  onDone(): void
}

export function FirstSteps({ session: current, onDone }: Props) {
  const client = useQueryClient()
  const saved = async () => {
    // No mounted component uses the session yet, so an invalidation would not fetch it.
    await client.fetchQuery({ ...session, staleTime: 0 })
    onDone()
  }
  return current.awaits_address ? (
    <Introduction session={current} onDone={saved} onSkip={onDone} />
  ) : (
    <ChoosePassword session={current} onDone={saved} onSkip={onDone} />
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
        {has_password
          ? 'If you forgot your password, choose a new one.'
          : 'With a password, you do not need a link to sign in.'}
      </p>
      <NewPassword
        email={user.email}
        submit="Save password"
        onDone={onDone}
        actions={<Button onPress={onSkip}>Skip</Button>}
      />
    </AuthLayout>
  )
}

/** Saves the password last: the server sets the e-mail address only while the account has no password. */
function Introduction({ session: { user }, onDone, onSkip }: StepProps) {
  // The default address of the first administrator.
  const isDefault = user.email === 'admin@example.com'
  const save = async (values: FormData) => {
    await call('PUT', '/api/1.0/users/me', { name: text(values, 'name') })
    await call('PUT', '/-/email', { email: text(values, 'email') })
    await call('PUT', '/-/password', { password: rawText(values, 'password') })
  }
  return (
    <AuthLayout title="Welcome to Workloom">
      <p>You are the administrator of this installation. Complete your account.</p>
      <Form
        submit="Save and continue"
        fields={['name', 'email', 'password']}
        run={save}
        onDone={onDone}
        actions={<Button onPress={onSkip}>Skip</Button>}
      >
        <Field
          name="name"
          label="Name"
          required
          autoComplete="name"
          initial={isDefault ? undefined : user.name}
          autoFocus
        />
        <Field
          name="email"
          type="email"
          label="E-mail address"
          hint="You sign in with this address. You cannot change it later."
          required
          autoComplete="username"
          initial={isDefault ? undefined : user.email}
        />
        <PasswordField label="Password" />
      </Form>
    </AuthLayout>
  )
}
