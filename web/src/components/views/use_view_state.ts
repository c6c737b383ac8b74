/**
 * The state of the view on the screen: the saved view that the address names, with the changes in the query. Changes replace the
 * entry of the history, so that Back leaves the screen.
 */
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { isLayout, paneOf, withoutPane, withPane, withQuery } from '../../data/addresses.ts'
import { savedViews } from '../../data/queries.ts'
import type { Gid } from '../../data/records.ts'
import { isLocal } from '../../data/tasks.ts'
import { formatView, isChanged, parseView } from '../../data/views/query.ts'
import { type SavedView, stateOf } from '../../data/views/saved.ts'
import { DEFAULT_VIEW, type ViewState } from '../../data/views.ts'

const NONE: readonly SavedView[] = []

export interface ViewControl {
  readonly parent: Gid
  readonly layout: string
  readonly view: ViewState
  /** The saved view on the screen; undefined for the default one. */
  readonly saved: SavedView | undefined
  readonly views: readonly SavedView[]
  /** Whether the view differs from the saved one. */
  readonly isChanged: boolean
  /** Whether the address names a saved view that is not loaded yet. */
  readonly isLoading: boolean
  /** Changes members of the view. */
  change(members: Partial<ViewState>): void
  /** Opens a saved view, or the default one, in its layout. */
  open(view: SavedView | null): void
  /** Takes the changes back. */
  reset(): void
}

/** The path of the same screen in another layout. */
function inLayout(path: string, layout: string): string {
  const pane = paneOf(path)
  const screen = withoutPane(path).split('/')
  const moved = isLayout(screen.at(-1)) ? screen.with(-1, layout) : [...screen, layout]
  return pane ? withPane(moved.join('/'), pane) : moved.join('/')
}

export function useViewState(parent: Gid, { layout }: { layout: string }): ViewControl {
  const { history } = useRouter()
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  const { data: views = NONE, isPending } = useQuery({ ...savedViews(parent), enabled: !isLocal(parent) })
  const named = new URLSearchParams(query).get('view')
  const saved = named === null ? undefined : views.find(({ gid }) => gid === named)
  const base = useMemo(() => (saved ? stateOf(saved) : DEFAULT_VIEW), [saved])
  const view = useMemo(() => parseView(query, base), [query, base])
  const change = useCallback(
    (members: Partial<ViewState>) => {
      // Two changes in one frame: the second one starts from the address that the first one wrote.
      const { pathname, search } = history.location
      history.replace(pathname + formatView({ ...parseView(search, base), ...members }, base, search))
    },
    [history, base],
  )
  const open = useCallback(
    (next: SavedView | null) => {
      const { pathname, search } = history.location
      const path = next && next.layout !== layout && isLayout(next.layout) ? inLayout(pathname, next.layout) : pathname
      const rest = formatView(DEFAULT_VIEW, DEFAULT_VIEW, search)
      history.replace(path + withQuery(rest, { view: next?.gid ?? null }))
    },
    [history, layout],
  )
  return {
    ...{ parent, layout, view, saved, views, change, open },
    isChanged: isChanged(view, base),
    isLoading: isPending && named !== null,
    reset: () => change(base),
  }
}
