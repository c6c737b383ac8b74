/** The roles of people in an organization, and the dialog that changes one. */

import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Choice } from '../../components/field.tsx'
import { Form, text } from '../../components/form.tsx'
import { call } from '../../data/call.ts'
import type { Membership, Role } from '../../data/types.ts'

export const ROLES_HINT =
  'Members see what is shared with the organization. Guests see only what is shared with them. Administrators also ' +
  'manage people.'

export const ROLES = [
  ['member', 'Member'],
  ['guest', 'Guest'],
  ['admin', 'Administrator'],
] as const

const NAMES: Record<Role, string> = { member: 'member', guest: 'guest', admin: 'administrator' }

const roleOf = ({ is_admin, is_guest }: Membership): Role => (is_admin ? 'admin' : is_guest ? 'guest' : 'member')

export const roleName = (membership: Membership): string => NAMES[roleOf(membership)]

interface Props {
  gid: string
  membership: Membership
  onClose(): void
  onDone(): void
}

export function ChangeRole({ gid, membership, onClose, onDone }: Props) {
  const { user } = membership
  const change = (values: FormData) =>
    call('PUT', `/-/organizations/${gid}/people/${user.gid}`, { role: text(values, 'role') })
  return (
    <Dialog title={`Change role of ${user.name}`} onClose={onClose}>
      <Form submit="Save" fields={[]} run={change} onDone={onDone} actions={<Button onPress={onClose}>Cancel</Button>}>
        <Choice name="role" label="Role" hint={ROLES_HINT} options={ROLES} initial={roleOf(membership)} />
      </Form>
    </Dialog>
  )
}
