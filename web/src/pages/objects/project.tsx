/** The read-only page of a project: its facts, and its tasks by section. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { project, projectTasks, sections } from '../../api/objects.ts'
import type { Project } from '../../api/types.ts'
import { Section } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { Facts, formatDue, Notes, ObjectPage } from './object_page.tsx'
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
      {object => <ProjectView project={object} />}
    </ObjectPage>
  )
}

function ProjectView({ project }: { project: Project }) {
  const { archived, completed, owner, team, members } = project
  return (
    <>
      <Facts
        facts={[
          ['Status', archived ? 'Archived' : completed ? 'Completed' : 'Active'],
          ['Owner', owner?.name ?? 'None'],
          ['Team', team?.name],
          ['Shared with', SHARED[project.privacy_setting]],
          ['Start date', formatDue(project.start_on)],
          ['Due date', formatDue(project.due_on) ?? 'None'],
          ['Members', members.map(({ name }) => name).join(', ')],
        ]}
      />
      <Notes notes={project.notes} title="Description" />
      <Tasks project={project} />
    </>
  )
}

function Tasks({ project: { gid, workspace } }: { project: Project }) {
  const sectionsQuery = useQuery(sections(gid))
  const query = useQuery(projectTasks(gid))
  return (
    <Loaded query={query}>
      {({ items, next }) =>
        items.length === 0 ? (
          <Empty title="No tasks yet">Tasks of this project appear here.</Empty>
        ) : (
          <>
            {(sectionsQuery.data?.items ?? [{ gid: '', name: 'Tasks' }]).map(section => {
              const tasks = sectionsQuery.data
                ? items.filter(({ memberships }) => memberships.some(one => one.section?.gid === section.gid))
                : items
              return tasks.length > 0 ? (
                <Section key={section.gid} title={section.name.trim() || 'Untitled section'}>
                  <TaskList tasks={tasks} workspace={workspace.gid} />
                </Section>
              ) : null
            })}
            {next ? <p className="hint">This page shows the first 100 tasks. The API returns all of them.</p> : null}
          </>
        )
      }
    </Loaded>
  )
}
