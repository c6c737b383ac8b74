/** A person: who they are, whether they are away, their projects and goals, and those of their tasks that the caller can see. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useMemo } from 'react'
import { Button } from '../../components/button.tsx'
import { Avatar } from '../../components/display/avatar.tsx'
import { openNewTask } from '../../components/new_task.ts'
import { NotFoundPage } from '../../components/not_found.tsx'
import { useTitle } from '../../components/page.tsx'
import { useSession } from '../../components/session.ts'
import { Loaded } from '../../components/states.tsx'
import { FoundTasks, useFoundTasks } from '../../components/task_list/found_tasks.tsx'
import { columnMenu } from '../../components/views/menus.ts'
import { ViewToolbar } from '../../components/views/toolbar.tsx'
import { useViewState } from '../../components/views/use_view_state.ts'
import { personPath, withPane } from '../../data/addresses.ts'
import { Failure } from '../../data/call.ts'
import { useCache } from '../../data/hooks.ts'
import { type DirectoryEntry, personQuery, projectsOfPerson, roleOf } from '../../data/people.ts'
import { weekStart } from '../../data/preferences.ts'
import { viewFields } from '../../data/views/fields.ts'
import { searchQuery } from '../../data/views/search_query.ts'
import { dayOf } from '../../text/format.ts'
import { absenceText } from './absence.ts'
import { Goals } from './goals.tsx'
import { ProjectLinks } from './project_links.tsx'
import './people.css'

const isRefused = (error: Error | null) => error instanceof Failure && error.status >= 400 && error.status < 500

export function PersonPage() {
  const { person = '' } = useParams({ strict: false })
  const { workspace } = useCache()
  const query = useQuery(personQuery(workspace, person))
  if (query.data === null || isRefused(query.error)) return <NotFoundPage />
  return (
    <Loaded query={query as typeof query & { data: DirectoryEntry | undefined }}>
      {entry => <Person key={person} entry={entry} />}
    </Loaded>
  )
}

const PICTURE_PX = 64

function Person({ entry }: { entry: DirectoryEntry }) {
  const { user, vacation_dates, is_active } = entry
  const { records } = useCache()
  const isMe = useSession().user.gid === user.gid
  const away = absenceText(vacation_dates, dayOf(new Date()))
  useTitle(user.name)
  const assign = () => {
    // The dialog shows the name of its assignee.
    if (!records.get(user.gid))
      records.confirm([{ gid: user.gid, members: { resource_type: 'user', name: user.name } }])
    openNewTask({ assignee: user.gid })
  }
  return (
    <div className="person-page">
      <header className="person-head">
        <Avatar
          person={{ gid: user.gid, name: user.name, photo: user.photo?.image_128x128 ?? null }}
          size={PICTURE_PX}
        />
        <div className="person-who">
          <h1 tabIndex={-1}>{user.name}</h1>
          <p className="people-about">
            {[roleOf(entry), user.email, isMe ? 'This is you' : undefined].filter(Boolean).join(' · ')}
          </p>
          {away ? <p className="person-away">{away}</p> : null}
        </div>
        {is_active ? (
          <Button kind="primary" icon={Plus} onPress={assign}>
            Assign a task
          </Button>
        ) : null}
      </header>
      <Projects person={user.gid} />
      <Goals person={user.gid} name={user.name} />
      <Tasks person={user.gid} name={user.name} />
    </div>
  )
}

function Projects({ person }: { person: string }) {
  const { workspace } = useCache()
  const { data: projects = [] } = useQuery(projectsOfPerson(workspace, person))
  const active = projects.filter(({ archived }) => !archived)
  if (active.length === 0) return null
  return (
    <section className="person-part" aria-labelledby="person-projects">
      <h2 id="person-projects">Projects</h2>
      <ProjectLinks projects={active} />
    </section>
  )
}

const FIELDS = viewFields(undefined, () => undefined)
const COLUMNS: readonly string[] = ['due_on', 'projects', 'tags']
const DEFAULT_COLUMNS = COLUMNS.map(field => ({ field }))

function Tasks({ person, name }: { person: string; name: string }) {
  const { workspace } = useCache()
  const control = useViewState(workspace, { layout: 'list' })
  const { view, change } = control
  const today = dayOf(new Date())
  const { parameters, rest } = useMemo(() => {
    const asked = searchQuery(view, { today, weekStart: weekStart() })
    asked.parameters.set('assignee.any', person)
    if (!asked.parameters.has('sort_by')) {
      asked.parameters.set('sort_by', 'due_date')
      asked.parameters.set('sort_ascending', 'true')
    }
    return asked
  }, [view, today, person])
  const query = useFoundTasks(parameters)
  const shown = useMemo(() => ({ ...view, filters: rest }), [view, rest])
  return (
    <section className="person-tasks" aria-label="Tasks">
      <ViewToolbar control={control} fields={FIELDS} columns={DEFAULT_COLUMNS} canEdit={false} hasViews={false} />
      <FoundTasks
        query={query}
        list={`person ${person}`}
        title={name}
        view={shown}
        defaultColumns={COLUMNS}
        columnMenu={id => {
          const field = FIELDS.find(one => one.id === id)
          return field ? columnMenu(field, DEFAULT_COLUMNS, { view, change }) : []
        }}
        hrefOf={task => withPane(personPath(workspace, person), task)}
        nothing={
          view.filters.length > 0
            ? undefined
            : `No ${view.show === 'all' ? '' : `${view.show} `}tasks of ${name} that you can see`
        }
        onClearFilters={view.filters.length > 0 ? () => change({ filters: [], match: 'all' }) : undefined}
      />
    </section>
  )
}
