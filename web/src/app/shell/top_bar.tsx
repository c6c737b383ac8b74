/** The bar above the content: the sidebar button, search and the menu of what can be created. */
import PanelLeft from 'lucide-react/icons/panel-left'
import Plus from 'lucide-react/icons/plus'
import SearchShape from 'lucide-react/icons/search'
import { runCommand } from '../../components/commands.ts'
import { IconButton } from '../../components/control/icon_button.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { MenuButton } from '../../components/overlay/menu.tsx'
import { formatKeys } from '../../text/keys.ts'
import { openDialog } from '../dialogs.ts'
import { HistoryButtons } from './history_buttons.tsx'

interface Props {
  isSidebarOpen: boolean
  toggleSidebar(): void
  hasWorkspace: boolean
}

export function TopBar({ isSidebarOpen, toggleSidebar, hasWorkspace }: Props) {
  const create = [
    { id: 'task', label: 'Task', keys: 'C', onAction: () => openDialog('quick_add') },
    { id: 'project', label: 'Project', onAction: () => openDialog('new_project') },
    { id: 'section', label: 'Section', onAction: () => openDialog('new_section') },
    { id: 'tag', label: 'Tag', onAction: () => openDialog('new_tag') },
    { id: 'team', label: 'Team', onAction: () => openDialog('new_team') },
    { id: 'invitation', label: 'Invitation', onAction: () => runCommand('invite') },
  ]
  return (
    <header className="top-bar">
      <IconButton
        icon={PanelLeft}
        label={isSidebarOpen ? 'Hide sidebar' : 'Show sidebar'}
        keys="["
        onPress={toggleSidebar}
      />
      <HistoryButtons />
      <span className="top-bar-space" />
      {hasWorkspace ? (
        <>
          <button
            type="button"
            className="search-button"
            aria-label="Search"
            onClick={() => openDialog('command_menu')}
          >
            <Icon of={SearchShape} />
            <span className="search-text" aria-hidden="true">
              Search
            </span>
            <span className="keys" aria-hidden="true" data-keys={formatKeys('Mod+K')} />
          </button>
          <MenuButton
            label="Create"
            className="button primary small"
            placement="bottom end"
            groups={[{ actions: create }]}
          >
            <Icon of={Plus} />
            <span className="create-text">Create</span>
          </MenuButton>
        </>
      ) : null}
    </header>
  )
}
