/** The card of open tasks that the person assigned to others. */
import { useQuery } from '@tanstack/react-query'
import { useCache } from '../../data/hooks.ts'
import { HomeCard } from './card.tsx'
import { assignedTasksQuery } from './home_queries.ts'
import { TaskRow } from './task_row.tsx'

export function AssignedTasks() {
  const { data: tasks = [] } = useQuery(assignedTasksQuery(useCache()))
  if (tasks === null) return null
  return (
    <HomeCard title="Tasks I assigned">
      {tasks.length > 0 ? (
        <ul className="home-tasks">
          {tasks.map(gid => (
            <TaskRow key={gid} gid={gid} hasAssignee />
          ))}
        </ul>
      ) : (
        <p className="home-nothing">Open tasks that you assign to others appear here.</p>
      )}
    </HomeCard>
  )
}
