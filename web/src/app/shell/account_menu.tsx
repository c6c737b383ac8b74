/** The menu of the signed-in person. */
import { useNavigate } from '@tanstack/react-router'
import { Avatar } from '../../components/display/avatar.tsx'
import { MenuButton } from '../../components/overlay/menu.tsx'
import { useSession } from '../../components/session.ts'
import { emulatedWorld } from '../../data/call.ts'
import { openDialog } from '../dialogs.ts'
import { signOut } from './sign_out.ts'

export function AccountMenu() {
  const { user } = useSession()
  const navigate = useNavigate()
  const actions = [
    { id: 'settings', label: 'Settings', keys: 'G then S', onAction: () => void navigate({ to: '/settings/profile' }) },
    { id: 'shortcuts', label: 'Keyboard shortcuts', keys: '?', onAction: () => openDialog('shortcuts') },
    { id: 'docs', label: 'API reference', onAction: () => void navigate({ to: '/docs' }) },
    ...(emulatedWorld() === null
      ? []
      : [{ id: 'emulator', label: 'Emulator', onAction: () => void navigate({ to: '/emulator/requests' }) }]),
  ]
  const end = [{ id: 'sign_out', label: 'Sign out', onAction: () => void signOut() }]
  return (
    <MenuButton
      label={`Account: ${user.name}`}
      className="account-button"
      placement="top start"
      groups={[{ actions }, { actions: end }]}
    >
      <Avatar person={user} size={24} />
      <span className="workspace-name">{user.name}</span>
    </MenuButton>
  )
}
