/** The links to the results of each type, with their numbers. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { LinkTabs } from '../../components/link_tabs/link_tabs.tsx'
import { searchPath, withQuery } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import { type FacetCount, readSearch, SEARCH_TYPES, type SearchType } from '../../data/search.ts'

const LABELS: Readonly<Record<SearchType, string>> = {
  ...{ tasks: 'Tasks', projects: 'Projects', people: 'People', comments: 'Comments', files: 'Files' },
}

const STALE_MS = 60_000

/** The numbers of results of each type by the text, and of tasks also by the filters. */
function useFacets(words: string, tasks: string) {
  const { workspace } = useCache()
  return useQuery({
    queryKey: ['search', workspace, 'facets', tasks],
    enabled: words !== '',
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    queryFn: async () => {
      const parameters = new URLSearchParams(tasks)
      for (const [name, value] of Object.entries({ type: 'tasks', limit: '1', facets: 'true' }))
        parameters.set(name, value)
      return (await readSearch(workspace, parameters, null)).facets ?? {}
    },
  })
}

const countOf = ({ count, is_more }: FacetCount): string => `${count}${is_more ? '+' : ''}`

interface Props {
  current: SearchType
  words: string
  /** The query of the search of tasks. */
  tasks: string
}

export function Tabs({ current, words, tasks }: Props) {
  const { workspace } = useCache()
  const { searchStr } = useLocation()
  const { data: facets } = useFacets(words, tasks)
  const tabs = SEARCH_TYPES.map(type => {
    const facet = words ? facets?.[type] : undefined
    const query = withQuery(searchStr, { type: type === 'tasks' ? null : type })
    return { id: type, label: LABELS[type], to: searchPath(workspace), query, count: facet && countOf(facet) }
  })
  return <LinkTabs label="Results" tabs={tabs} current={current} />
}
