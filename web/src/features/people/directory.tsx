/** The people of the workspace. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { runCommand } from '../../components/commands.ts'
import { Avatar } from '../../components/display/avatar.tsx'
import { EmptyState } from '../../components/display/empty_state.tsx'
import { Page } from '../../components/page.tsx'
import { useSession } from '../../components/session.ts'
import { Loaded } from '../../components/states.tsx'
import { personPath, teamsPath } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import { type DirectoryEntry, directory, roleOf } from '../../data/people.ts'
import { dayOf } from '../../text/format.ts'
import { absenceText } from './absence.ts'
import './people.css'

const PICTURE_PX = 36

export function PeoplePage() {
  const { workspace } = useCache()
  const { organizations } = useSession()
  const present = organizations.find(({ gid }) => gid === workspace)
  const query = useInfiniteQuery(directory(workspace))
  const [typed, setTyped] = useState('')
  const all = query.data?.pages.flatMap(page => page.items).filter(({ is_active }) => is_active)
  const invite = (
    <Button kind="primary" onPress={() => runCommand('invite')}>
      Invite
    </Button>
  )
  return (
    <Page
      title="People"
      lead={present?.is_organization ? <Link to={teamsPath(workspace)}>Teams</Link> : undefined}
      actions={present?.is_admin ? invite : null}
    >
      <input
        type="search"
        className="input people-search"
        aria-label="Find people"
        placeholder="Find people"
        autoComplete="off"
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <Loaded query={{ data: all, error: query.error, refetch: query.refetch }} rows={8}>
        {entries => <People entries={entries} typed={typed} />}
      </Loaded>
      {query.hasNextPage ? (
        <Button pending={query.isFetchingNextPage} onPress={() => query.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </Page>
  )
}

function People({ entries, typed }: { entries: readonly DirectoryEntry[]; typed: string }) {
  const words = typed.trim().toLocaleLowerCase()
  const matches = ({ user }: DirectoryEntry) => `${user.name} ${user.email ?? ''}`.toLocaleLowerCase().includes(words)
  const shown = entries.filter(matches).toSorted((a, b) => a.user.name.localeCompare(b.user.name))
  if (shown.length === 0) return <EmptyState title="No people match" hint="Try another name or address." />
  return (
    <ul className="people-list" aria-label="People">
      {shown.map(entry => (
        <PersonRow key={entry.gid} entry={entry} />
      ))}
    </ul>
  )
}

function PersonRow({ entry }: { entry: DirectoryEntry }) {
  const { workspace } = useCache()
  const { user, vacation_dates } = entry
  const away = absenceText(vacation_dates, dayOf(new Date()))
  return (
    <li className="people-row" data-gid={user.gid}>
      <Avatar person={{ gid: user.gid, name: user.name, photo: user.photo?.image_36x36 ?? null }} size={PICTURE_PX} />
      <div className="people-text">
        <Link to={personPath(workspace, user.gid)} className="people-name">
          {user.name}
        </Link>
        <p className="people-about">{[user.email, away].filter(Boolean).join(' · ')}</p>
      </div>
      <span className="people-role">{roleOf(entry)}</span>
    </li>
  )
}
