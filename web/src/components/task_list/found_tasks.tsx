/**
 * Tasks that a search found, as a grid. The server is asked for further results when the end of the grid comes near. The
 * tasks are records like those of any list, and are edited in place.
 */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type UIEvent, useEffect, useState } from 'react'
import type { Cache } from '../../data/cache.ts'
import { flatten, ROW_FIELDS } from '../../data/fields.ts'
import { useCache, useShown } from '../../data/hooks.ts'
import { entryGid, entryPatch } from '../../data/lists.ts'
import type { Gid, Patch } from '../../data/records.ts'
import { readSearch, type SearchPage } from '../../data/search.ts'
import { Button } from '../button.tsx'
import { Problem } from '../states.tsx'
import { TaskGrid, type TaskListProps } from './task_list.tsx'

/** What filters of this browser compare, besides the members of rows. */
const FIELDS = `${ROW_FIELDS},created_by.name,followers.name`
const PAGE_RESULTS = 100
const STALE_MS = 30_000
/** So far above the end of the rows that further ones are there in time. */
const AHEAD_PX = 1200
const RANK_DIGITS = 7

/** The pages of a search of tasks; nothing is asked without a query. */
export function useFoundTasks(query: URLSearchParams | null) {
  const { workspace, records } = useCache()
  const text = query?.toString() ?? ''
  return useInfiniteQuery({
    queryKey: ['search', workspace, 'tasks', text],
    enabled: query !== null,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    getNextPageParam: (page: SearchPage) => page.next,
    queryFn: async ({ pageParam }) => {
      const asOf = records.moment()
      const parameters = new URLSearchParams(text)
      for (const [name, value] of [
        ['type', 'tasks'],
        ['limit', String(PAGE_RESULTS)],
        ['fields', FIELDS],
      ] as const) {
        parameters.set(name, value)
      }
      const page = await readSearch(workspace, parameters, pageParam)
      records.confirm(
        page.data.flatMap(task => flatten(task, 'task')),
        asOf,
      )
      return page
    },
  })
}

type FoundTasksQuery = ReturnType<typeof useFoundTasks>

/** Makes the results the entries of a list, in their order. */
function setEntries({ records, lists }: Cache, list: Gid, tasks: readonly Gid[]): void {
  const found = new Set(tasks)
  const lost = lists.contents(list).entries.filter(({ item }) => !found.has(item))
  const patches: Patch[] = [
    ...lost.map(({ item }): Patch => ({ gid: entryGid(list, item), members: null })),
    ...tasks.map((task, at) => entryPatch(list, task, null, String(at).padStart(RANK_DIGITS, '0'))),
  ]
  records.confirm(patches)
}

type Props = Omit<TaskListProps, 'kind' | 'isFound' | 'canEdit'> & { query: FoundTasksQuery }

export function FoundTasks({ query, ...props }: Props) {
  const cache = useCache()
  const { list } = props
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const [shown, setShown] = useState<typeof data>()
  useShown(list)
  useEffect(() => {
    if (!data) return
    const gids = new Set(data.pages.flatMap(page => page.data.map(({ gid }) => gid)))
    setEntries(cache, list, [...gids])
    setShown(data)
  }, [cache, list, data])
  const loadMore = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }
  const onScroll = ({ target }: UIEvent) => {
    const { scrollTop, scrollHeight, clientHeight } = target as HTMLElement
    if (scrollHeight - scrollTop - clientHeight < AHEAD_PX) loadMore()
  }
  const source = { isLoaded: shown !== undefined, error: undefined, reload: () => void refetch() }
  return (
    <div className="found-tasks" onScrollCapture={onScroll} data-stale={query.isPlaceholderData ? '' : undefined}>
      {error ? (
        <Problem error={error} retry={refetch} />
      ) : (
        <TaskGrid {...props} kind="tag" isFound canEdit source={source} />
      )}
      {hasNextPage ? (
        <div className="found-more">
          <Button size="small" pending={isFetchingNextPage} onPress={loadMore}>
            Show more
          </Button>
        </div>
      ) : null}
    </div>
  )
}
