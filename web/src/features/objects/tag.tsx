/** The read-only page of a tag. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Section } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { tag, tagTasks } from '../../data/objects.ts'
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
