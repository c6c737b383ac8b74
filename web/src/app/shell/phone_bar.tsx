/** The navigation at the bottom of a narrow screen. */

import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import CirclePlus from 'lucide-react/icons/circle-plus'
import House from 'lucide-react/icons/house'
import InboxShape from 'lucide-react/icons/inbox'
import MenuShape from 'lucide-react/icons/menu'
import { Icon } from '../../components/icon/icon.tsx'
import { unreadText, useUnread } from '../../components/inbox/use_inbox.ts'
import { homePath, inboxPath, myTasksPath } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import { openDialog } from '../dialogs.ts'

export function PhoneBar() {
  const { workspace } = useCache()
  const unread = useUnread()
  return (
    <nav aria-label="Main" className="phone-bar">
      <Link to={homePath(workspace)} className="phone-link">
        <Icon of={House} size={20} />
        Home
      </Link>
      <Link to={myTasksPath(workspace)} className="phone-link">
        <Icon of={CircleCheck} size={20} />
        My tasks
      </Link>
      <button type="button" className="phone-link" onClick={() => openDialog('quick_add')}>
        <Icon of={CirclePlus} size={20} />
        Create
      </button>
      <Link
        to={inboxPath(workspace)}
        className="phone-link"
        {...(unread > 0 && { 'aria-label': `Inbox, ${unread} unread` })}
      >
        <span className="phone-icon">
          <Icon of={InboxShape} size={20} />
          {unread > 0 ? <span className="phone-count" data-count={unreadText(unread)} /> : null}
        </span>
        Inbox
      </Link>
      <button type="button" className="phone-link" onClick={() => openDialog('menu')}>
        <Icon of={MenuShape} size={20} />
        Menu
      </button>
    </nav>
  )
}
