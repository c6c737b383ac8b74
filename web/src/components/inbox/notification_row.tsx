/** A notification as an item of a list: the object, what happened, and what can be done with it. */
import { Link, useLocation } from '@tanstack/react-router'
import ArchiveShape from 'lucide-react/icons/archive'
import InboxShape from 'lucide-react/icons/inbox'
import Mail from 'lucide-react/icons/mail'
import MailOpen from 'lucide-react/icons/mail-open'
import { type CSSProperties, memo, type Ref } from 'react'
import { paneOf } from '../../data/addresses.ts'
import { useCache, useRecord } from '../../data/hooks.ts'
import type { InboxNotification } from '../../data/inbox.ts'
import { IconButton } from '../control/icon_button.tsx'
import { DateTime } from '../date_time.tsx'
import { Avatar } from '../display/avatar.tsx'
import { Icon } from '../icon/icon.tsx'
import { targetOf } from './opening.ts'
import { iconOf, objectName, sentenceOf } from './sentences.ts'
import { SnoozeButton } from './snooze_button.tsx'
import type { InboxActs } from './use_inbox_acts.ts'
import './inbox.css'

interface Props {
  notification: InboxNotification
  acts: Pick<InboxActs, 'setRead' | 'setArchived' | 'snooze' | 'open'>
  /** The path of the screen, next to which a task opens, and its query. */
  screen: string
  query?: string
  /** The place in a list of which only a part is in the document. */
  place?: { readonly index: number; readonly count: number; readonly style: CSSProperties }
  ref?: Ref<HTMLLIElement>
}

export const NotificationRow = memo(function NotificationRow(props: Props) {
  const { notification, acts, screen, query = '', place, ref } = props
  const { gid, resource, cause, actor, excerpt, count, shown_at, read_at, archived_at } = notification
  const { workspace } = useCache()
  // The cache knows the present name of a task.
  const record = useRecord(resource.gid)
  const name = objectName(record?.name ?? resource.name)
  const isUnread = read_at === null
  const isArchived = archived_at !== null
  const { to, hash } = targetOf(notification, workspace, screen)
  const sentence = sentenceOf(notification)
  const isOpen = paneOf(useLocation().pathname) === resource.gid
  return (
    <li
      ref={ref}
      className="notification"
      data-notification={gid}
      data-gid={resource.gid}
      data-cause={cause}
      data-unread={isUnread || undefined}
      data-open={isOpen || undefined}
      data-index={place?.index}
      aria-posinset={place && place.index + 1}
      aria-setsize={place?.count}
      style={place?.style}
      // The pane returns the focus to the item.
      tabIndex={-1}
      onFocus={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.querySelector('a')?.focus()
      }}
    >
      <span className="notification-dot" />
      <span className="notification-picture">
        <Avatar person={actor ?? { gid: resource.gid, name }} size={32} />
        <span className="notification-cause">
          <Icon of={iconOf(notification)} size={12} />
        </span>
      </span>
      <div className="notification-text">
        <p className="notification-head">
          <Link
            className="notification-link"
            to={to}
            search={{ query: to.startsWith(screen) ? query : '' }}
            {...(hash && { hash })}
            activeProps={{}}
            onClick={() => acts.open(notification)}
          >
            {name}
          </Link>
          {count > 1 ? (
            <span className="notification-count" title={`${count} notifications`}>
              {count}
              <span className="visually-hidden"> notifications</span>
            </span>
          ) : null}
          <DateTime at={shown_at} />
        </p>
        <p className="notification-about">
          {isUnread ? <span className="visually-hidden">Unread. </span> : null}
          {sentence.actor ? <span className="notification-actor">{sentence.actor} </span> : null}
          {sentence.text}
          {excerpt ? <span className="notification-excerpt">: {excerpt}</span> : null}
        </p>
      </div>
      <span className="notification-actions">
        <IconButton
          icon={isUnread ? MailOpen : Mail}
          label={isUnread ? 'Mark read' : 'Mark unread'}
          size="small"
          onPress={() => acts.setRead(notification, isUnread)}
        />
        {isArchived ? null : <SnoozeButton notification={notification} acts={acts} />}
        <IconButton
          icon={isArchived ? InboxShape : ArchiveShape}
          label={isArchived ? 'Move to inbox' : 'Archive'}
          size="small"
          onPress={() => acts.setArchived(notification, !isArchived)}
        />
      </span>
    </li>
  )
})
