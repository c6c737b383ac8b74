/** The inbox and its archive. */
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import ArchiveShape from 'lucide-react/icons/archive'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import InboxShape from 'lucide-react/icons/inbox'
import MailOpen from 'lucide-react/icons/mail-open'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { runCommand, useCommands } from '../../components/commands.ts'
import { EmptyState } from '../../components/display/empty_state.tsx'
import { SkeletonRows } from '../../components/display/skeleton_rows.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { useInbox, useUnread } from '../../components/inbox/use_inbox.ts'
import { useInboxActs } from '../../components/inbox/use_inbox_acts.ts'
import { useTitle } from '../../components/page.tsx'
import { Problem } from '../../components/states.tsx'
import { inboxArchivePath, inboxPath, withoutPane, withQuery } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import { INBOX_FILTERS, type InboxFilter } from '../../data/inbox.ts'
import { NotificationList } from './notification_list.tsx'
import './inbox.css'

const FILTER_NAMES: Readonly<Record<(typeof INBOX_FILTERS)[number], string>> = {
  all: 'All',
  unread: 'Unread',
  mentions: 'Mentions',
  assigned: 'Assigned to me',
}

const NOTHING: Readonly<Record<InboxFilter, string>> = {
  all: 'Your inbox is empty',
  unread: 'Everything is read',
  mentions: 'Nobody has mentioned you',
  assigned: 'Nobody has assigned a task to you',
  archived: 'Nothing is archived',
}

export function InboxPage() {
  const { workspace } = useCache()
  const unread = useUnread()
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  const given = new URLSearchParams(searchStr).get('filter')
  const filter = INBOX_FILTERS.find(name => name === given) ?? 'all'
  const choose = (name: InboxFilter) =>
    void navigate({ to: pathname + withQuery(searchStr, { filter: name === 'all' ? null : name }), replace: true })
  useTitle(unread > 0 ? `(${unread}) Inbox` : 'Inbox')
  return (
    <div className="inbox">
      <header className="inbox-head">
        <h1 tabIndex={-1}>Inbox</h1>
        <Link className="inbox-link" to={inboxArchivePath(workspace)}>
          Archived
        </Link>
      </header>
      <Notifications key={filter} filter={filter} choose={choose} />
    </div>
  )
}

export function ArchivePage() {
  const { workspace } = useCache()
  useTitle('Archived')
  return (
    <div className="inbox">
      <header className="inbox-head">
        <h1 tabIndex={-1}>Archived</h1>
        <Link className="inbox-link" to={inboxPath(workspace)} activeOptions={{ exact: true }}>
          <Icon of={ChevronLeft} />
          Inbox
        </Link>
      </header>
      <Notifications filter="archived" />
    </div>
  )
}

interface Props {
  filter: InboxFilter
  /** Absent in the archive, which has no filters. */
  choose?(filter: InboxFilter): void
}

function Notifications({ filter, choose }: Props) {
  const { pathname, searchStr } = useLocation()
  const inbox = useInbox(filter)
  const acts = useInboxActs()
  const [pending, setPending] = useState<'reading' | 'archiving' | null>(null)
  const { rows, isLoaded, error } = inbox
  const readAll = async () => {
    if (rows.length === 0 || pending) return
    setPending('reading')
    await acts.readAll(filter, rows)
    setPending(null)
  }
  const archiveAll = async () => {
    if (rows.length === 0 || pending) return
    setPending('archiving')
    await acts.archiveAll(filter, rows)
    setPending(null)
  }
  useCommands(
    choose
      ? [
          {
            id: 'archive_all',
            title: 'Archive all',
            group: 'Selection',
            keys: ['Shift+E'],
            run: () => void archiveAll(),
          },
          { id: 'read_all', title: 'Mark all read', group: 'Selection', run: () => void readAll() },
        ]
      : [],
  )
  return (
    <>
      {choose ? (
        <div className="inbox-tools">
          <fieldset aria-label="Filter" className="inbox-filters">
            {INBOX_FILTERS.map(name => (
              <Button key={name} kind="ghost" size="small" isPressed={name === filter} onPress={() => choose(name)}>
                {FILTER_NAMES[name]}
              </Button>
            ))}
          </fieldset>
          <div className="inbox-acts">
            <Button
              kind="quiet"
              size="small"
              icon={MailOpen}
              pending={pending === 'reading'}
              isDisabled={rows.every(({ read_at }) => read_at !== null)}
              onPress={() => void readAll()}
            >
              Mark all read
            </Button>
            <Button
              kind="quiet"
              size="small"
              icon={ArchiveShape}
              keys="Shift+E"
              pending={pending === 'archiving'}
              isDisabled={rows.length === 0}
              onPress={() => void archiveAll()}
            >
              Archive all
            </Button>
          </div>
        </div>
      ) : null}
      {error && rows.length === 0 ? <Problem error={error} retry={inbox.reload} /> : null}
      {!isLoaded && !error ? <SkeletonRows rows={8} label="Loading your inbox" /> : null}
      {isLoaded && rows.length === 0 ? <Nothing filter={filter} showAll={choose && (() => choose('all'))} /> : null}
      {rows.length > 0 ? (
        <NotificationList inbox={inbox} acts={acts} screen={withoutPane(pathname)} query={searchStr} />
      ) : null}
    </>
  )
}

function Nothing({ filter, showAll }: { filter: InboxFilter; showAll: (() => void) | undefined }) {
  const isFiltered = filter !== 'all' && showAll !== undefined
  return (
    <EmptyState
      icon={filter === 'archived' ? ArchiveShape : InboxShape}
      title={NOTHING[filter]}
      hint={
        filter === 'archived'
          ? 'Notifications that you archive stay here.'
          : 'Assignments, mentions, comments and other news about your work appear here.'
      }
      {...(isFiltered
        ? { action: 'Show all', onAction: showAll }
        : filter === 'archived'
          ? { action: 'Go to the inbox', keys: 'G then I', onAction: () => runCommand('go_inbox') }
          : { action: 'Go to My tasks', keys: 'G then M', onAction: () => runCommand('go_my_tasks') })}
    />
  )
}
