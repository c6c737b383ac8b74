/** The switch between the workspaces of a person. */

import { useNavigate } from '@tanstack/react-router'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { Icon } from '../../components/icon/icon.tsx'
import { MenuButton } from '../../components/overlay/menu.tsx'
import { useSession } from '../../components/session.ts'
import { homePath } from '../../data/addresses.ts'
import { useWorkspaceGid } from '../shell/workspace.tsx'

export function WorkspaceMenu() {
  const { organizations } = useSession()
  const workspace = useWorkspaceGid()
  const navigate = useNavigate()
  const name = organizations.find(({ gid }) => gid === workspace)?.name ?? 'Workloom'
  const choice = {
    kind: 'one',
    title: 'Workspaces',
    options: organizations.map(one => ({ id: one.gid, label: one.name })),
    value: workspace ?? null,
    onChange: (gid: string) => void navigate({ to: homePath(gid) }),
  } as const
  const administration = {
    actions: [
      { id: 'people', label: 'Administration', onAction: () => void navigate({ to: `/admin/${workspace}/people` }) },
    ],
  }
  return (
    <MenuButton
      label={`Workspace: ${name}`}
      className="workspace-button"
      groups={workspace ? [choice, administration] : [choice]}
    >
      {/* The letter is a picture of the name, and no text of the button. */}
      <span className="workspace-mark" aria-hidden="true" data-letter={name.slice(0, 1).toUpperCase()} />
      <span className="workspace-name">{name}</span>
      <Icon of={ChevronsUpDown} />
    </MenuButton>
  )
}
