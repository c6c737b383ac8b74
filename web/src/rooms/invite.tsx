/** Invites somebody into an organization, and shows the link when no mail carries it. */
import { call } from '../api/call.ts'
import type { Invited } from '../api/types.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Choice, Field } from '../parts/field.tsx'
import { Form, text } from '../parts/form.tsx'
import { SecretDialog } from '../parts/secret.tsx'
import { ROLES } from './role.tsx'

interface Props {
  gid: string
  onClose(): void
  onDone(invited: Invited): void
}

export function Invite({ gid, onClose, onDone }: Props) {
  const invite = (values: FormData) =>
    call<Invited>('POST', `/-/organizations/${gid}/invitations`, {
      email: text(values, 'email'),
      name: text(values, 'name'),
      role: text(values, 'role'),
    })
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <Form
        submit="Invite"
        fields={['email', 'name']}
        run={invite}
        onDone={onDone}
        beside={<Button onPress={onClose}>Cancel</Button>}
      >
        <Field name="email" type="email" label="E-mail address" required autoFocus autoComplete="off" />
        <Field name="name" label="Name" hint="May be left out, and changed by the person." autoComplete="off" />
        <Choice name="role" label="Role" options={ROLES} />
      </Form>
    </Dialog>
  )
}

export function LinkDialog({ user, link, is_asked, onClose }: Invited & { onClose(): void }) {
  if (link) {
    return <SecretDialog title={`A link for ${user.name}`} secrets={[['Sign-in link', link]]} onClose={onClose} />
  }
  return (
    <Dialog title="Done" onClose={onClose}>
      {is_asked ? (
        <p>
          <strong>{user.email}</strong> is an address of another organization. The person is asked to join, and accepts
          after signing in, within seven days.
        </p>
      ) : (
        <p>
          <strong>{user.email}</strong> belongs to the organization. There is no link to hand over: it goes by mail, or
          the person signs in as ever.
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
