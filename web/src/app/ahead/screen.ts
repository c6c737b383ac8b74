/** What the screen of an address needs: its code, and what it reads first. Reading it opens nothing and marks nothing. */
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { myTasksPath, withoutPane } from '../../data/addresses.ts'
import type { Cache } from '../../data/cache.ts'
import { myTaskListQuery } from '../../data/my_tasks.ts'
import { savedViews } from '../../data/queries.ts'
import type { Gid } from '../../data/records.ts'
import { isLocal } from '../../data/tasks.ts'
import { parseView } from '../../data/views/query.ts'
import { DEFAULT_VIEW } from '../../data/views.ts'
import { layoutOf } from '../../features/project/use_layout.ts'

/** What reading ahead works with. */
export interface Reader {
  readonly cache: Cache
  readonly client: QueryClient
  readonly router: AnyRouter
}

/** The parts of an address that name objects. */
type Params = Readonly<Partial<Record<'workspace' | 'project' | 'layout' | 'pane' | 'task', string>>>

export const loadPane = () => import('../../features/task/pane.tsx')

/** Loads the code of a screen. */
export async function loadCode({ router }: Reader, pathname: string): Promise<void> {
  const [routes, { pane }] = router.getMatchedRoutes(pathname)
  await Promise.all([...routes.map(route => router.loadRouteChunk(route)), ...(pane ? [loadPane()] : [])])
}

/** Reads the task, its activity and its subtasks. */
async function readTask({ cache }: Reader, task: Gid, signal: AbortSignal): Promise<void> {
  const { reads } = cache
  await Promise.all([reads.ahead('task', task), reads.ahead('stories', task), cache.load(task, 'all', { signal })])
}

interface ReadList {
  readonly search: string
  readonly signal: AbortSignal
}

/** Reads a list with its saved views, as the view of the address shows it. */
async function readList({ cache, client }: Reader, list: Gid, { search, signal }: ReadList): Promise<void> {
  const { show } = parseView(search, DEFAULT_VIEW)
  await Promise.all([cache.load(list, show, { signal }), client.prefetchQuery(savedViews(list))])
}

async function readProject(reader: Reader, params: Params, isShown: boolean, options: ReadList): Promise<void> {
  const { cache } = reader
  const { project = '', layout } = params
  if (!isShown) await cache.reads.ahead('project', project)
  const { load, hasToolbar } = await layoutOf(cache, project, layout)
  await Promise.all([load(), hasToolbar ? readList(reader, project, options) : undefined])
}

async function readMyTasks(reader: Reader, options: ReadList): Promise<void> {
  await readList(reader, await reader.client.fetchQuery(myTaskListQuery(reader.cache)), options)
}

/** Reads what opening an address will need, beyond what the present screen has. */
export async function readScreen(reader: Reader, address: string, signal: AbortSignal): Promise<void> {
  const { cache, router } = reader
  const { pathname, search } = new URL(address, location.origin)
  const shown: Params = router.getMatchedRoutes(location.pathname)[1]
  const params: Params = router.getMatchedRoutes(pathname)[1]
  const options = { search, signal }
  const reads: Promise<void>[] = [loadCode(reader, pathname)]
  const isOtherScreen = withoutPane(pathname) !== withoutPane(location.pathname)
  const task = params.pane ?? params.task
  if (params.workspace === cache.workspace) {
    if (task && !isLocal(task) && task !== (shown.pane ?? shown.task)) reads.push(readTask(reader, task, signal))
    if (params.project && isOtherScreen) {
      reads.push(readProject(reader, params, params.project === shown.project, options))
    }
    if (isOtherScreen && pathname.startsWith(myTasksPath(cache.workspace))) reads.push(readMyTasks(reader, options))
  }
  await Promise.all(reads)
}
