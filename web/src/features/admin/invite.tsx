/** Dialogs that invite a person, and show the sign-in link if the server does not send e-mail. */

import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Choice, Field } from '../../components/field.tsx'
import { Form, text } from '../../components/form.tsx'
import { SecretDialog } from '../../components/secret.tsx'
import { call } from '../../data/call.ts'
import type { InvitationResult } from '../../data/types.ts'
import { ROLES, ROLES_HINT } from './role.tsx'

interface Props {
  gid: string
  onClose(): void
  onDone(result: InvitationResult): void
}

export function Invite({ gid, onClose, onDone }: Props) {
  const invite = (values: FormData) =>
    call<InvitationResult>('POST', `/-/organizations/${gid}/invitations`, {
      email: text(values, 'email'),
      name: text(values, 'name'),
      role: text(values, 'role'),
    })
  return (
    <Dialog title="Invite a person" onClose={onClose}>
      <Form
        submit="Invite"
        fields={['email', 'name']}
        run={invite}
        onDone={onDone}
        actions={<Button onPress={onClose}>Cancel</Button>}
      >
        <Field name="email" type="email" label="E-mail address" required autoFocus autoComplete="off" />
        <Field name="name" label="Name" hint="Optional. The person can change it." autoComplete="off" />
        <Choice name="role" label="Role" hint={ROLES_HINT} options={ROLES} />
      </Form>
    </Dialog>
  )
}

/** Whether the host of a URL is a loopback address. */
const isLoopback = (url: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(URL.parse(url)?.hostname ?? '')

export function LinkDialog({ user, link, is_asked, onClose }: InvitationResult & { onClose(): void }) {
  if (link) {
    return (
      <SecretDialog title={`Sign-in link for ${user.name}`} secrets={[['Sign-in link', link]]} onClose={onClose}>
        {isLoopback(link) ? (
          <p className="hint">
            This link works on this machine only. For links that work on other machines, restart the server with{' '}
            <code>--public-url</code> and the address that people use.
          </p>
        ) : null}
      </SecretDialog>
    )
  }
  return (
    <Dialog title={is_asked ? `${user.name} is invited` : `${user.name} can sign in`} onClose={onClose}>
      {is_asked ? (
        <p>
          The domain of <strong>{user.email}</strong> belongs to another organization. The person can accept the
          invitation after signing in, within 7 days.
        </p>
      ) : (
        <p>
          <strong>{user.email}</strong> is in the organization. You do not need to send a link: the server sent one by
          e-mail, or the person signs in as usual.
        </p>
      )}
      <div className="form-end">
        <Button kind="primary" onPress={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}
