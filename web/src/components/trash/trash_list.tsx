/** The trash of a person or of an organization: deleted objects, which can be restored until they are purged. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../data/call.ts'
import { trash } from '../../data/queries.ts'
import type { TrashEntry } from '../../data/types.ts'
import { Button } from '../button.tsx'
import { DateTime } from '../date_time.tsx'
import { useFocusAfter } from '../focus.ts'
import { useNotice } from '../notices.tsx'
import { Row } from '../page.tsx'
import { Empty, Loaded, Problem } from '../states.tsx'

interface Props {
  workspace: string
  /** Whether the list has what all people deleted. */
  isAll: boolean
}

export function TrashList({ workspace, isAll }: Props) {
  const query = useInfiniteQuery(trash(workspace, isAll))
  const client = useQueryClient()
  const notify = useNotice()
  const restore = useMutation({
    mutationFn: (entry: TrashEntry) => call('POST', `/-/trash/${entry.gid}/restore`),
    onSuccess: async (_answer, entry) => {
      await client.invalidateQueries({ queryKey: ['trash'] })
      notify(`${nameOf(entry)} restored`)
    },
  })
  const list = query.data?.pages.flat()
  return (
    <>
      {restore.error ? <Problem error={restore.error} /> : null}
      <Loaded query={{ data: list, error: query.error, refetch: query.refetch }}>
        {entries =>
          entries.length > 0 ? (
            <ul className="rows" aria-label="Trash">
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
    </>
  )
}

const DAY_MS = 86_400_000

/** The time until an object is purged: "5 days left". */
function timeLeft(purgedAt: string): string {
  const days = Math.ceil((new Date(purgedAt).getTime() - Date.now()) / DAY_MS)
  return days > 1 ? `${days} days left` : 'less than a day left'
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
        timeLeft(purged_at),
      ]}
      actions={
        <Button label={`Restore ${name}`} pending={isPending} onPress={onRestore}>
          Restore
        </Button>
      }
    />
  )
}
