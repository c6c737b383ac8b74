/** The address of a project, read-only: its facts, and its tasks by section. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { project, projectTasks, sections } from '../../api/objects.ts'
import type { Project } from '../../api/types.ts'
import { Section } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { Facts, Notes, ObjectPage, whenDue } from './object_page.tsx'
import { TaskList } from './task_list.tsx'

const SHARED: Record<string, string> = {
  public_to_workspace: 'The organization',
  private_to_team: 'Its team',
  private: 'Its members',
}

export function ProjectPage() {
  const { project: gid = '' } = useParams({ strict: false })
  return (
    <ObjectPage key={gid} type="project" path={`/projects/${gid}`} query={useQuery(project(gid))}>
      {found => <ProjectView project={found} />}
    </ObjectPage>
  )
}

function ProjectView({ project: found }: { project: Project }) {
  const { archived, completed, owner, team, members } = found
  return (
    <>
      <Facts
        facts={[
          ['Status', archived ? 'Archived' : completed ? 'Completed' : 'Active'],
          ['Owner', owner?.name ?? 'Nobody'],
          ['Team', team?.name],
          ['Shared with', SHARED[found.privacy_setting]],
          ['Start date', whenDue(found.start_on)],
          ['Due date', whenDue(found.due_on) ?? 'None'],
          ['Members', members.map(({ name }) => name).join(', ')],
        ]}
      />
      <Notes notes={found.notes} title="Description" />
      <Tasks project={found} />
    </>
  )
}

function Tasks({ project: { gid, workspace } }: { project: Project }) {
  const places = useQuery(sections(gid))
  const query = useQuery(projectTasks(gid))
  return (
    <Loaded query={query}>
      {({ items, next }) =>
        items.length === 0 ? (
          <Empty title="No tasks yet">Tasks of this project appear here.</Empty>
        ) : (
          <>
            {(places.data?.items ?? [{ gid: '', name: 'Tasks' }]).map(place => {
              const tasks = places.data
                ? items.filter(({ memberships }) => memberships.some(({ section }) => section?.gid === place.gid))
                : items
              return tasks.length > 0 ? (
                <Section key={place.gid} title={place.name.trim() || 'Untitled section'}>
                  <TaskList tasks={tasks} workspace={workspace.gid} />
                </Section>
              ) : null
            })}
            {next ? <p className="hint">The first 100 tasks are shown. The API has all of them.</p> : null}
          </>
        )
      }
    </Loaded>
  )
}
