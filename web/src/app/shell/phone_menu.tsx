/** The menu of a narrow screen: what the sidebar has. */
import { Dialog } from '../../components/dialog.tsx'
import { closeDialog } from '../dialogs.ts'
import { WorkspaceLinks } from '../sidebar/sidebar.tsx'
import { WorkspaceMenu } from '../sidebar/workspace_menu.tsx'
import { AccountMenu } from './account_menu.tsx'
import { ConnectionStatus } from './connection.tsx'

/** The links of the sidebar as a dialog. Following one closes it. */
export const PhoneMenu = () => (
  <Dialog title="Menu" onClose={closeDialog}>
    {/* biome-ignore lint/a11y/noStaticElementInteractions: a link inside was followed, by touch or by keyboard */}
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: following a link by keyboard is a click as well */}
    <div className="phone-menu" onClick={event => (event.target as Element).closest('a') && closeDialog()}>
      <WorkspaceMenu />
      <WorkspaceLinks />
      <ConnectionStatus />
      <AccountMenu />
    </div>
  </Dialog>
)
