/** Invites a person into an organization, and shows the link where there is no mail to send it by. */
import { call } from '../api/call.ts'
import type { InvitationResult } from '../api/types.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Choice, Field } from '../components/field.tsx'
import { Form, text } from '../components/form.tsx'
import { SecretDialog } from '../components/secret.tsx'
import { ROLES } from './role.tsx'

interface Props {
  gid: string
  onClose(): void
  onDone(invited: InvitationResult): void
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
        beside={<Button onPress={onClose}>Cancel</Button>}
      >
        <Field name="email" type="email" label="E-mail address" required autoFocus autoComplete="off" />
        <Field name="name" label="Name" hint="Optional. The person can change it." autoComplete="off" />
        <Choice name="role" label="Role" options={ROLES} />
      </Form>
    </Dialog>
  )
}

/** Whether an address leads to the machine on which it is opened, whichever that is. */
const isLoopback = (url: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(URL.parse(url)?.hostname ?? '')

export function LinkDialog({ user, link, is_asked, onClose }: InvitationResult & { onClose(): void }) {
  if (link) {
    return (
      <SecretDialog title={`Sign-in link for ${user.name}`} secrets={[['Sign-in link', link]]} onClose={onClose}>
        {isLoopback(link) ? (
          <p className="hint">
            This link works on this machine only. To reach the server from others, restart it with{' '}
            <code>--public-url</code> and the address that people use.
          </p>
        ) : null}
      </SecretDialog>
    )
  }
  return (
    <Dialog title="Done" onClose={onClose}>
      {is_asked ? (
        <p>
          <strong>{user.email}</strong> is an address of another organization. The person is asked to join, and can
          accept after signing in, within seven days.
        </p>
      ) : (
        <p>
          <strong>{user.email}</strong> is in the organization. There is no link to pass on: it was sent by mail, or the
          person signs in as usual.
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
