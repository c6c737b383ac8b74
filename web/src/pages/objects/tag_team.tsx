/** The read-only pages of tags and teams. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { tag, tagTasks, team, teamProjects } from '../../api/objects.ts'
import { Section } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { NamedList } from './named_list.tsx'
import { Facts, Notes, ObjectPage } from './object_page.tsx'
import { TaskList } from './task_list.tsx'

export function TagPage() {
  const { tag: gid = '' } = useParams({ strict: false })
  const tasks = useQuery(tagTasks(gid))
  return (
    <ObjectPage key={gid} type="tag" path={`/tags/${gid}`} query={useQuery(tag(gid))}>
      {({ notes, color, workspace }) => (
        <>
          <Facts facts={[['Color', color ?? 'None']]} />
          <Notes notes={notes} />
          <Section title="Tasks" lead={tasks.data?.next ? 'The first 100 tasks.' : undefined}>
            <Loaded query={tasks}>
              {({ items }) =>
                items.length > 0 ? (
                  <TaskList tasks={items} workspace={workspace.gid} />
                ) : (
                  <Empty title="No tasks yet">Tasks with this tag appear here.</Empty>
                )
              }
            </Loaded>
          </Section>
        </>
      )}
    </ObjectPage>
  )
}

export function TeamPage() {
  const { team: gid = '' } = useParams({ strict: false })
  const projects = useQuery(teamProjects(gid))
  return (
    <ObjectPage key={gid} type="team" path={`/teams/${gid}`} query={useQuery(team(gid))}>
      {({ description, organization }) => (
        <>
          <Facts facts={[['Organization', organization.name]]} />
          <Notes notes={description} title="Description" />
          <Section title="Projects" lead={projects.data?.next ? 'The first 100 projects.' : undefined}>
            <Loaded query={projects}>
              {({ items }) =>
                items.length > 0 ? (
                  <NamedList objects={items} workspace={organization.gid} />
                ) : (
                  <Empty title="No projects yet">Projects of this team appear here.</Empty>
                )
              }
            </Loaded>
          </Section>
        </>
      )}
    </ObjectPage>
  )
}
