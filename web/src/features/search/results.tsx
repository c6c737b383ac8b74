/** Projects, people, comments and files that a search finds. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import FileShape from 'lucide-react/icons/file'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Avatar } from '../../components/display/avatar.tsx'
import { EmptyState } from '../../components/display/empty_state.tsx'
import { SkeletonRows } from '../../components/display/skeleton_rows.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { ProjectIcon } from '../../components/icon/project_icon.tsx'
import { Problem } from '../../components/states.tsx'
import { personPath, projectPath, taskPath } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { readSearch, type SearchPage, type SearchResult, type SearchType } from '../../data/search.ts'
import { formatBytes, formatMoment } from '../../text/format.ts'

type ListedType = Exclude<SearchType, 'tasks'>

const NOTHING: Readonly<Record<ListedType, string>> = {
  projects: 'No projects match',
  people: 'No people match',
  comments: 'No comments match',
  files: 'No files match',
}

const PAGE_RESULTS = 50
const STALE_MS = 30_000

function useResults(type: ListedType, words: string) {
  const { workspace } = useCache()
  return useInfiniteQuery({
    queryKey: ['search', workspace, type, words],
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    getNextPageParam: (page: SearchPage) => page.next,
    queryFn: ({ pageParam }) =>
      readSearch(workspace, new URLSearchParams({ type, q: words, limit: String(PAGE_RESULTS) }), pageParam),
  })
}

export function Results({ type, words }: { type: ListedType; words: string }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useResults(type, words)
  const results = data?.pages.flatMap(page => page.data)
  if (error) return <Problem error={error} retry={refetch} />
  if (!results) return <SkeletonRows label="Searching" />
  if (results.length === 0) return <EmptyState title={NOTHING[type]} hint="Try fewer or other words." />
  const Result = RESULTS[type]
  return (
    <div className="search-results">
      <ul aria-label="Search results">
        {results.map(result => (
          <Result key={result.gid} result={result} />
        ))}
      </ul>
      {hasNextPage ? (
        <Button size="small" pending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </div>
  )
}

interface Named {
  readonly gid: Gid
  readonly name?: string
  readonly photo?: { readonly image_36x36?: string } | null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const named = (value: unknown): Named | undefined => (value ? (value as Named) : undefined)

interface RowProps {
  result: SearchResult
  picture: ReactNode
  to: string
  name: string
  /** Soft words below the name. */
  about: readonly (string | undefined)[]
  /** The text around the found words. */
  excerpt?: string
}

function ResultRow({ result, picture, to, name, about, excerpt }: RowProps) {
  const facts = about.filter(Boolean)
  return (
    <li className="search-result" data-gid={result.gid}>
      <span className="search-picture">{picture}</span>
      <div className="search-result-text">
        <Link to={to} className="search-result-name">
          {name.trim() || 'Untitled'}
        </Link>
        {excerpt ? <p className="search-excerpt">{excerpt}</p> : null}
        {facts.length > 0 ? <p className="search-about">{facts.join(' · ')}</p> : null}
      </div>
    </li>
  )
}

const PICTURE_PX = 28

function ProjectResult({ result }: { result: SearchResult }) {
  const { workspace } = useCache()
  const { gid, name, color, icon, archived, owner, team } = result
  return (
    <ResultRow
      result={result}
      picture={<ProjectIcon icon={textOf(icon) || null} color={textOf(color) || null} size={PICTURE_PX} />}
      to={projectPath(workspace, gid)}
      name={textOf(name)}
      about={[archived === true ? 'Archived' : undefined, named(team)?.name, named(owner)?.name]}
    />
  )
}

const photoOf = (person: Named | undefined) => person?.photo?.image_36x36 ?? null

function PersonResult({ result }: { result: SearchResult }) {
  const { workspace } = useCache()
  const { gid, name, email } = result
  const person = { gid, name: textOf(name), photo: photoOf(result as unknown as Named) }
  return (
    <ResultRow
      result={result}
      picture={<Avatar person={person} size={PICTURE_PX} />}
      to={personPath(workspace, gid)}
      name={person.name}
      about={[textOf(email)]}
    />
  )
}

const MAX_EXCERPT_CHARACTERS = 280

const shorten = (text: string): string =>
  text.length > MAX_EXCERPT_CHARACTERS ? `${text.slice(0, MAX_EXCERPT_CHARACTERS).trimEnd()}…` : text

function CommentResult({ result }: { result: SearchResult }) {
  const { workspace } = useCache()
  const [author, task] = [named(result.created_by), named(result.target)]
  const person = { gid: author?.gid ?? '', name: author?.name ?? 'Private', photo: photoOf(author) }
  return (
    <ResultRow
      result={result}
      picture={<Avatar person={person} size={PICTURE_PX} />}
      to={taskPath(workspace, task?.gid ?? '')}
      name={task?.name ?? ''}
      excerpt={shorten(textOf(result.text))}
      about={[person.name, formatMoment(new Date(textOf(result.created_at)))]}
    />
  )
}

function FileResult({ result }: { result: SearchResult }) {
  const { workspace } = useCache()
  const { name, size, created_at } = result
  const parent = named(result.parent) as (Named & { resource_type?: string }) | undefined
  const isTask = parent?.resource_type !== 'project' && parent?.resource_type !== 'project_brief'
  const path = isTask ? taskPath : projectPath
  return (
    <ResultRow
      result={result}
      picture={<Icon of={FileShape} size={20} />}
      to={path(workspace, parent?.gid ?? '')}
      name={textOf(name)}
      about={[
        parent?.name,
        typeof size === 'number' ? formatBytes(size) : undefined,
        formatMoment(new Date(textOf(created_at))),
      ]}
    />
  )
}

const RESULTS = { projects: ProjectResult, people: PersonResult, comments: CommentResult, files: FileResult }
