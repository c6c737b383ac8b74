/** The tasks that a search finds, with the toolbar of views. */
import { useQuery } from '@tanstack/react-query'
import SearchShape from 'lucide-react/icons/search'
import { useCallback, useMemo } from 'react'
import { EmptyState } from '../../components/display/empty_state.tsx'
import { FoundTasks, useFoundTasks } from '../../components/task_list/found_tasks.tsx'
import { columnMenu } from '../../components/views/menus.ts'
import { ViewToolbar } from '../../components/views/toolbar.tsx'
import type { ViewControl } from '../../components/views/use_view_state.ts'
import { searchPath, withPane } from '../../data/addresses.ts'
import { useCache, useComputed } from '../../data/hooks.ts'
import { weekStart } from '../../data/preferences.ts'
import type { Gid, Records } from '../../data/records.ts'
import { findObjects } from '../../data/search.ts'
import { type ViewField, type ViewOption, viewFields } from '../../data/views/fields.ts'
import { isAsking, SEARCH_ORDERS, searchQuery } from '../../data/views/search_query.ts'
import { WORDS } from '../../data/views/values.ts'
import { dayOf } from '../../text/format.ts'

const LIST = 'search'
const TITLE = 'Search results'
const COLUMNS: readonly string[] = ['assignee', 'due_on', 'projects', 'tags']
const DEFAULT_COLUMNS = COLUMNS.map(field => ({ field }))
const MAX_CHOICES = 50

/** The fields of tasks that only a search can compare. */
const SEARCHED: readonly ViewField[] = [
  { id: 'created_by', label: 'Created by', type: 'person' },
  { id: 'followers', label: 'Followed by', type: 'people' },
  { id: 'commented_by', label: 'Commented by', type: 'people' },
  { id: 'portfolio', label: 'Portfolio', type: 'enum' },
  {
    ...{ id: 'has_attachment', label: 'Attachment', type: 'flag' },
    options: [
      { id: 'true', label: 'With attachment' },
      { id: 'false', label: 'Without attachment' },
    ],
  },
]

/** Fields that the search has another way for: the text box, and "Show". */
const REPLACED: ReadonlySet<string> = new Set([WORDS, 'completed', 'num_likes'])

const CHOSEN: Readonly<Record<string, string>> = {
  ...{ assignee: 'user', created_by: 'user', followers: 'user', commented_by: 'user' },
  ...{ projects: 'project', tags: 'tag', portfolio: 'portfolio' },
}

const CHOSEN_TYPES: ReadonlySet<string | undefined> = new Set([...Object.values(CHOSEN), undefined])

const optionsOf = (records: Records, type: string): readonly ViewOption[] =>
  records
    .all(type)
    .flatMap(({ gid, name, color }) => {
      if (typeof name !== 'string' || name === '') return []
      return [{ id: gid, label: name, ...(typeof color === 'string' && { color }) }]
    })
    .toSorted((a, b) => a.label.localeCompare(b.label))

/** The fields of the filters, with the people, projects, tags and portfolios that can be chosen. */
function useFields(): readonly ViewField[] {
  const { workspace, records } = useCache()
  useQuery({
    queryKey: ['search', workspace, 'choices'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const types = ['people', 'projects', 'tags', 'portfolios'] as const
      return (await findObjects({ workspace, records }, { text: '', types, count: MAX_CHOICES })).length
    },
  })
  const compute = (): readonly ViewField[] => {
    const fields = [...viewFields(undefined, () => undefined), ...SEARCHED].filter(({ id }) => !REPLACED.has(id))
    return fields.map(field => {
      const type = CHOSEN[field.id]
      const isSortable = field.isSortable === true && SEARCH_ORDERS.has(field.id)
      return { ...field, isSortable, ...(type && { options: optionsOf(records, type) }) }
    })
  }
  // What can be chosen may be created, renamed or deleted meanwhile.
  return useComputed(compute, gid => CHOSEN_TYPES.has(records.get(gid)?.resource_type), records)
}

export function TaskResults({ control }: { control: ViewControl }) {
  const { workspace } = useCache()
  const fields = useFields()
  const { view, change } = control
  const today = dayOf(new Date())
  const { parameters, rest } = useMemo(() => searchQuery(view, { today, weekStart: weekStart() }), [view, today])
  const isAsked = isAsking(view)
  const query = useFoundTasks(isAsked ? parameters : null)
  const shown = useMemo(() => ({ ...view, filters: rest }), [view, rest])
  const menuOf = useCallback(
    (id: string) => {
      const field = fields.find(one => one.id === id)
      return field ? columnMenu(field, DEFAULT_COLUMNS, { view, change }) : []
    },
    [fields, view, change],
  )
  return (
    <>
      <ViewToolbar
        control={control}
        fields={fields}
        columns={DEFAULT_COLUMNS}
        canEdit
        saveLabel="Save search"
        canMatchAny={false}
      />
      {isAsked ? (
        <FoundTasks
          query={query}
          list={LIST}
          title={TITLE}
          view={shown}
          defaultColumns={COLUMNS}
          columnMenu={menuOf}
          hrefOf={(task: Gid) => withPane(searchPath(workspace), task)}
          onClearFilters={() =>
            change({ filters: view.filters.filter(({ field }) => field === WORDS), match: 'all', show: 'all' })
          }
        />
      ) : (
        <EmptyState
          icon={SearchShape}
          title="Find anything in this workspace"
          hint="Type words, an ID such as BUG-7, or paste a link. Filters find tasks without words."
        />
      )}
    </>
  )
}
