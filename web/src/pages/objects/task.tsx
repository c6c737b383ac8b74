/** The address of a task, read-only. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { subtasks, task } from '../../api/objects.ts'
import type { Task } from '../../api/types.ts'
import { DateTime } from '../../components/date_time.tsx'
import { Section } from '../../components/page.tsx'
import { Facts, Notes, ObjectPage, whenDue } from './object_page.tsx'
import { TaskList } from './task_list.tsx'

const KINDS: Record<string, string> = { milestone: 'Milestone', approval: 'Approval' }

export function TaskPage() {
  const { task: gid = '' } = useParams({ strict: false })
  return (
    <ObjectPage key={gid} type="task" path={`/tasks/${gid}`} query={useQuery(task(gid))}>
      {found => <TaskView task={found} />}
    </ObjectPage>
  )
}

function TaskView({ task: found }: { task: Task }) {
  const { completed, completed_at, assignee, parent, memberships, tags, workspace } = found
  const projects = memberships.map(({ project, section }) => (
    <div key={project.gid}>
      <Link to="/1/$workspace/project/$project" params={{ workspace: workspace.gid, project: project.gid }}>
        {project.name}
      </Link>
      {section ? ` · ${section.name}` : null}
    </div>
  ))
  return (
    <>
      <Facts
        facts={[
          ['Type', KINDS[found.resource_subtype] ?? 'Task'],
          ['Status', completed ? 'Completed' : 'Open'],
          ['Completed', completed_at ? <DateTime key="completed" at={completed_at} /> : null],
          ['Assignee', assignee?.name ?? 'Nobody'],
          ['Start date', whenDue(found.start_on)],
          ['Due date', whenDue(found.due_on, found.due_at) ?? 'None'],
          ['Projects', projects.length > 0 ? projects : 'None'],
          [
            'Parent task',
            parent ? (
              <Link key="parent" to="/1/$workspace/task/$task" params={{ workspace: workspace.gid, task: parent.gid }}>
                {parent.name}
              </Link>
            ) : null,
          ],
          ['Tags', tags.map(({ name }) => name).join(', ')],
        ]}
      />
      <Notes notes={found.notes} />
      <Subtasks task={found} />
    </>
  )
}

function Subtasks({ task: { gid, workspace } }: { task: Task }) {
  const { data } = useQuery(subtasks(gid))
  if (!data || data.items.length === 0) return null
  return (
    <Section title="Subtasks" lead={data.next ? 'The first 100.' : undefined}>
      <TaskList tasks={data.items} workspace={workspace.gid} />
    </Section>
  )
}
