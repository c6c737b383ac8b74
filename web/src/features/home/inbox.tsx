/** The card of the newest notifications. */
import { Link, useLocation } from '@tanstack/react-router'
import { SkeletonRows } from '../../components/display/skeleton_rows.tsx'
import { NotificationRow } from '../../components/inbox/notification_row.tsx'
import { useInbox } from '../../components/inbox/use_inbox.ts'
import { useInboxActs } from '../../components/inbox/use_inbox_acts.ts'
import { inboxPath, withoutPane } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import { HomeCard } from './card.tsx'

const MAX_ROWS = 5

export function InboxCard() {
  const { workspace } = useCache()
  const { pathname } = useLocation()
  const { rows, isLoaded, error } = useInbox('all')
  const acts = useInboxActs()
  return (
    <HomeCard title="Inbox" actions={<Link to={inboxPath(workspace)}>Show all</Link>}>
      {isLoaded || error ? null : <SkeletonRows rows={3} label="Loading your inbox" />}
      {error && rows.length === 0 ? <p className="home-nothing">{error.message}</p> : null}
      {isLoaded && rows.length === 0 ? <p className="home-nothing">Nothing new has happened.</p> : null}
      {rows.length > 0 ? (
        <ul className="home-inbox" aria-label="Newest notifications">
          {rows.slice(0, MAX_ROWS).map(one => (
            <NotificationRow key={one.gid} notification={one} acts={acts} screen={withoutPane(pathname)} />
          ))}
        </ul>
      ) : null}
    </HomeCard>
  )
}
