/** The card of the person's own tasks: those that come next, those that are late, and those that are done. */
import { Link } from '@tanstack/react-router'
import { useId, useMemo, useState } from 'react'
import { SkeletonRows } from '../../components/display/skeleton_rows.tsx'
import { myTasksPath } from '../../data/addresses.ts'
import { useCache, useComputed, useLoadedList } from '../../data/hooks.ts'
import { entryGid } from '../../data/lists.ts'
import type { Gid, WorkRecord } from '../../data/records.ts'
import { type DueDates, isOverdue } from '../../text/format.ts'
import { HomeCard } from './card.tsx'
import { TaskRow } from './task_row.tsx'
import { useLingering } from './use_lingering.ts'

const TABS = { upcoming: 'Upcoming', overdue: 'Overdue', completed: 'Completed' } as const
type Tab = keyof typeof TABS

const NOTHING: Readonly<Record<Tab, string>> = {
  upcoming: 'Nothing is waiting for you.',
  overdue: 'Nothing is overdue.',
  completed: 'You have not completed a task yet.',
}

const MAX_ROWS = 8
/** After every day. */
const NO_DAY = '9999'

const dayOfTask = (task: WorkRecord): string => String(task.due_at ?? task.due_on ?? NO_DAY)

/** The tasks of a tab: by due date, and completed ones by the time of their completion. */
function tasksOf(tab: Tab, tasks: readonly WorkRecord[], now: Date): readonly Gid[] {
  const isLate = (task: WorkRecord) => isOverdue(task as DueDates, now)
  const isIn: Readonly<Record<Tab, (task: WorkRecord) => boolean>> = {
    upcoming: task => task.completed !== true && !isLate(task),
    overdue: task => task.completed !== true && isLate(task),
    completed: task => task.completed === true,
  }
  const found = tasks.filter(isIn[tab])
  const order =
    tab === 'completed'
      ? (a: WorkRecord, b: WorkRecord) => String(b.completed_at ?? '').localeCompare(String(a.completed_at ?? ''))
      : (a: WorkRecord, b: WorkRecord) => dayOfTask(a).localeCompare(dayOfTask(b))
  return found.sort(order).map(({ gid }) => gid)
}

interface Props {
  list: Gid
  /** Whether the tasks are only loaded, in a workspace that seems to have none. */
  isHidden: boolean
}

export function MyTasks({ list, isHidden }: Props) {
  const { workspace, records, lists } = useCache()
  const [tab, setTab] = useState<Tab>('upcoming')
  const { isLoaded } = useLoadedList(list, tab === 'completed' ? 'all' : 'incomplete')
  const tasks = useComputed(
    () => lists.contents(list).entries.flatMap(({ item }) => records.get(item) ?? []),
    gid => gid.startsWith(`${list}/`) || records.get(entryGid(list, gid)) !== undefined,
    list,
  )
  const found = useMemo(() => tasksOf(tab, tasks, new Date()), [tab, tasks])
  const overdue = useMemo(() => tasksOf('overdue', tasks, new Date()).length, [tasks])
  const shown = useLingering(found.slice(0, MAX_ROWS), tab)
  if (isHidden) return null
  return (
    <HomeCard title="My tasks" actions={<Link to={myTasksPath(workspace)}>Show all</Link>}>
      <Tabs tab={tab} overdue={overdue} onChange={setTab}>
        {isLoaded ? null : <SkeletonRows rows={3} label="Loading your tasks" />}
        {isLoaded && shown.length === 0 ? <p className="home-nothing">{NOTHING[tab]}</p> : null}
        {shown.length > 0 ? (
          <ul className="home-tasks">
            {shown.map(gid => (
              <TaskRow key={gid} gid={gid} />
            ))}
          </ul>
        ) : null}
        {found.length > MAX_ROWS ? (
          <p className="home-more">
            <Link to={myTasksPath(workspace)}>{found.length - MAX_ROWS} more</Link>
          </p>
        ) : null}
      </Tabs>
    </HomeCard>
  )
}

interface TabsProps {
  tab: Tab
  /** The number of overdue tasks. */
  overdue: number
  onChange(tab: Tab): void
  children: React.ReactNode
}

function Tabs({ tab, overdue, onChange, children }: TabsProps) {
  const id = useId()
  const names = Object.keys(TABS) as Tab[]
  const step = (by: number) => {
    const next = names[(names.indexOf(tab) + by + names.length) % names.length]
    if (!next) return
    onChange(next)
    document.getElementById(`${id}${next}`)?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label="My tasks" className="home-tabs">
        {names.map(name => (
          <button
            key={name}
            id={`${id}${name}`}
            type="button"
            role="tab"
            className="home-tab"
            aria-selected={name === tab}
            aria-controls={`${id}panel`}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => onChange(name)}
            onKeyDown={({ key }) => {
              if (key === 'ArrowRight') step(1)
              if (key === 'ArrowLeft') step(-1)
            }}
          >
            {TABS[name]}
            {name === 'overdue' && overdue > 0 ? (
              <span className="home-tab-count" aria-hidden="true">
                {overdue}
              </span>
            ) : null}
          </button>
        ))}
      </div>
      <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${tab}`}>
        {children}
      </div>
    </>
  )
}
