/**
 * Reading ahead by one step: what a person points at or focuses, and once after the start the code of the screens of the
 * sidebar with the first lists, unless this browser has them.
 */
import { homePath, inboxPath, myTasksPath, projectPath } from '../../data/addresses.ts'
import { myTaskListQuery } from '../../data/my_tasks.ts'
import { favoritesQuery } from '../../data/projects.ts'
import type { Gid } from '../../data/records.ts'
import { layouts } from '../../features/project/layouts.ts'
import { isReadingAheadAllowed } from './allowed.ts'
import { createScheduler } from './scheduler.ts'
import { loadCode, loadPane, type Reader, readScreen } from './screen.ts'

/** More lists are not read without being pointed at: they can be large. */
const MAX_IDLE_LISTS = 3
/** The layouts that are read at the start; others have less in common with the present screen. */
const LIKELY_LAYOUTS: readonly string[] = ['list', 'board']
/** What leads to an object as a whole, and has the link in it. */
const HOLDER = '[role="row"][data-gid], li[data-gid]'

/** The address to which an element leads. */
function addressAt(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined
  const link = target.closest<HTMLAnchorElement>('a[href]') ?? target.closest(HOLDER)?.querySelector('a')
  if (!link || link.origin !== location.origin || link.target) return undefined
  return link.pathname + link.search
}

/** Follows what a person points at until `signal` ends it. */
function followPointing(reader: Reader, signal: AbortSignal): void {
  const scheduler = createScheduler({
    isAllowed: () => reader.cache.connection() === 'open' && isReadingAheadAllowed(),
    read: (address, end) => readScreen(reader, address, end),
    now: Date.now,
    delay: (run, ms) => {
      const timer = window.setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  const onPointer = ({ target, pointerType }: PointerEvent) => {
    // A finger that touches a link opens it, or scrolls.
    if (pointerType !== 'touch') scheduler.point(addressAt(target), 'pointer')
  }
  document.addEventListener('pointerover', onPointer, { signal })
  document.addEventListener('focusin', ({ target }) => scheduler.point(addressAt(target), 'focus'), { signal })
  signal.addEventListener('abort', reader.router.subscribe('onBeforeNavigate', scheduler.keep))
  signal.addEventListener('abort', () => scheduler.point(undefined, 'pointer'))
}

/** The lists that the sidebar names first: My tasks, and the projects among the favorites. */
async function firstLists({ cache, client }: Reader): Promise<readonly Gid[]> {
  const [own, favorites] = await Promise.all([
    client.fetchQuery(myTaskListQuery(cache)),
    client.ensureQueryData(favoritesQuery(cache.workspace)),
  ])
  const projects = favorites.filter(({ resource_type: type }) => type === 'project').map(({ gid }) => gid)
  return [own, ...projects].slice(0, MAX_IDLE_LISTS)
}

/** Reads ahead once. */
async function readWhenIdle(reader: Reader, signal: AbortSignal): Promise<void> {
  const { cache } = reader
  const { workspace } = cache
  const screens = [homePath(workspace), myTasksPath(workspace), inboxPath(workspace), projectPath(workspace, '0')]
  const likely = layouts.filter(({ name }) => LIKELY_LAYOUTS.includes(name))
  await Promise.all([...screens.map(path => loadCode(reader, path)), loadPane(), ...likely.map(({ load }) => load())])
  for (const list of await firstLists(reader)) {
    if (signal.aborted || !isReadingAheadAllowed()) return
    if (cache.loaded(list) === undefined) await cache.load(list, 'incomplete', { signal })
  }
}

export function startReadingAhead(reader: Reader, signal: AbortSignal): void {
  followPointing(reader, signal)
  // What fails is read when it is opened.
  void readWhenIdle(reader, signal)
    .catch(() => {})
    .finally(() => performance.mark('workloom:ahead'))
}
