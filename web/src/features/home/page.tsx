/** Home: what a person needs at the start of a day. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Invitations } from '../../components/invitations.tsx'
import { useSession } from '../../components/session.ts'
import { useCache, useList } from '../../data/hooks.ts'
import { myTaskListQuery } from '../../data/my_tasks.ts'
import { projectsQuery } from '../../data/projects.ts'
import { dayOf, formatLongDay } from '../../text/format.ts'
import { AssignedTasks } from './assigned_tasks.tsx'
import { Checklist } from './checklist.tsx'
import { InboxCard } from './inbox.tsx'
import { MyTasks } from './my_tasks.tsx'
import { Projects } from './projects.tsx'
import './home.css'

const NOON = 12
const EVENING = 18

/** The part of the day, as a greeting. */
function greetingAt(hours: number): string {
  if (hours < NOON) return 'Good morning'
  return hours < EVENING ? 'Good afternoon' : 'Good evening'
}

export function HomePage() {
  const { user, has_password } = useSession()
  const now = new Date()
  useEffect(() => {
    document.title = 'Home · Workloom'
  }, [])
  return (
    <div className="home">
      <header className="home-head">
        <h1 tabIndex={-1}>Home</h1>
        <p>
          {greetingAt(now.getHours())}, {user.name}. It is {formatLongDay(dayOf(now))}.
        </p>
      </header>
      {has_password ? null : (
        <p className="tip">
          You have no password yet, so you need a new link for your next sign-in.{' '}
          <Link to="/settings/security">Choose a password</Link>
        </p>
      )}
      <Invitations />
      <Cards />
    </div>
  )
}

/** The cards; a checklist in a workspace without projects and tasks. */
function Cards() {
  const cache = useCache()
  const { data: list } = useQuery(myTaskListQuery(cache))
  const { data: projects } = useQuery(projectsQuery(cache))
  const { entries } = useList(list ?? '')
  const isNew = projects?.length === 0 && list !== undefined && entries.length === 0
  return (
    <div className="home-cards">
      {isNew ? <Checklist /> : null}
      {list ? <MyTasks list={list} isHidden={isNew} /> : null}
      {isNew ? null : (
        <>
          <InboxCard />
          <Projects />
          <AssignedTasks />
        </>
      )}
    </div>
  )
}
