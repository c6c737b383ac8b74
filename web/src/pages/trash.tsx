/** The trash of an organization: deleted objects, which can be restored until they are purged. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { trash } from '../api/queries.ts'
import type { TrashEntry } from '../api/types.ts'
import { Button } from '../components/button.tsx'
import { DateTime } from '../components/date_time.tsx'
import { useFocusAfter } from '../components/focus.ts'
import { useNotice } from '../components/notices.tsx'
import { Row, Section } from '../components/page.tsx'
import { Empty, Loaded, Problem } from '../components/states.tsx'
import { useOrganization } from './organization.tsx'

export function Trash() {
  const { gid } = useOrganization()
  const query = useInfiniteQuery(trash(gid))
  const client = useQueryClient()
  const notify = useNotice()
  const restore = useMutation({
    mutationFn: (entry: TrashEntry) => call('POST', `/-/organizations/${gid}/trash/${entry.gid}/restore`),
    onSuccess: async (_answer, entry) => {
      await client.invalidateQueries({ queryKey: trash(gid).queryKey })
      notify(`${nameOf(entry)} is restored.`)
    },
  })
  const list = query.data?.pages.flat()
  return (
    <Section
      title="Trash"
      lead="Deleted objects of this organization. You can restore them for 30 days, then they are purged."
    >
      {restore.error ? <Problem error={restore.error} /> : null}
      <Loaded query={{ data: list, error: query.error, refetch: query.refetch }}>
        {entries =>
          entries.length > 0 ? (
            <ul className="rows">
              {entries.map(entry => (
                <TrashRow
                  key={entry.gid}
                  entry={entry}
                  isPending={restore.isPending && restore.variables.gid === entry.gid}
                  onRestore={() => restore.mutate(entry)}
                />
              ))}
            </ul>
          ) : (
            <Empty title="The trash is empty">Deleted projects, tasks and other objects appear here.</Empty>
          )
        }
      </Loaded>
      {query.hasNextPage ? (
        <Button pending={query.isFetchingNextPage} onPress={() => query.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </Section>
  )
}

const TYPES: Record<string, string> = {
  team: 'Team',
  project: 'Project',
  portfolio: 'Portfolio',
  goal: 'Goal',
  task: 'Task',
  tag: 'Tag',
  story: 'Comment',
  status_update: 'Status update',
  project_brief: 'Project brief',
  project_template: 'Project template',
  task_template: 'Task template',
  custom_field: 'Custom field',
  custom_type: 'Custom type',
}

/** The name of the entry; a comment has the name of its task. */
function nameOf({ resource_type, name }: TrashEntry): string {
  const shown = name?.trim() || 'Untitled'
  return resource_type === 'story' ? `Comment on ${shown}` : shown
}

interface TrashRowProps {
  entry: TrashEntry
  isPending: boolean
  onRestore(): void
}

function TrashRow({ entry, isPending, onRestore }: TrashRowProps) {
  useFocusAfter()
  const { resource_type, deleted_at, deleted_by, purged_at } = entry
  const name = nameOf(entry)
  return (
    <Row
      title={
        <>
          {name}
          <span className="badge">{TYPES[resource_type] ?? resource_type}</span>
        </>
      }
      about={[
        <span key="deleted">
          deleted <DateTime at={deleted_at} />
          {deleted_by ? ` by ${deleted_by.name}` : null}
        </span>,
        <span key="purged">
          purged <DateTime at={purged_at} />
        </span>,
      ]}
      actions={
        <Button label={`Restore ${name}`} pending={isPending} onPress={onRestore}>
          Restore
        </Button>
      }
    />
  )
}
