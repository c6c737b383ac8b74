/** What a person folded and resized in a list. It stays in this browser. */
import { useCallback, useEffect, useState } from 'react'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import type { Widths } from './columns.ts'

interface ListState {
  readonly collapsed: ReadonlySet<Gid>
  /** Tasks whose subtasks are shown. */
  readonly expanded: ReadonlySet<Gid>
  readonly widths: Widths
}

interface StoredState {
  readonly collapsed?: readonly Gid[]
  readonly widths?: Widths
}

const EMPTY: ListState = { collapsed: new Set(), expanded: new Set(), widths: {} }

const withMember = (set: ReadonlySet<Gid>, gid: Gid, isIn: boolean): ReadonlySet<Gid> =>
  new Set(isIn ? [...set, gid] : [...set].filter(one => one !== gid))

export function useListState(list: Gid) {
  const { persistence } = useCache()
  const [state, setState] = useState<ListState | null>(null)
  const key = `list ${list}`
  useEffect(() => {
    let isCurrent = true
    setState(null)
    void persistence.state<StoredState>(key).then(stored => {
      if (isCurrent) setState({ ...EMPTY, widths: stored?.widths ?? {}, collapsed: new Set(stored?.collapsed) })
    })
    return () => {
      isCurrent = false
    }
  }, [persistence, key])
  const change = useCallback(
    (part: (old: ListState) => Partial<ListState>) =>
      setState(old => {
        const next = { ...EMPTY, ...old, ...part(old ?? EMPTY) }
        void persistence.setState(key, { collapsed: [...next.collapsed], widths: next.widths } satisfies StoredState)
        return next
      }),
    [persistence, key],
  )
  return {
    ...(state ?? EMPTY),
    /** Whether the stored state is read. */
    isReady: state !== null,
    setCollapsed: useCallback(
      (section: Gid, isCollapsed: boolean) =>
        change(({ collapsed }) => ({ collapsed: withMember(collapsed, section, isCollapsed) })),
      [change],
    ),
    setExpanded: useCallback(
      (task: Gid, isExpanded: boolean) =>
        change(({ expanded }) => ({ expanded: withMember(expanded, task, isExpanded) })),
      [change],
    ),
    setWidth: useCallback(
      (field: string, width: number) => change(({ widths }) => ({ widths: { ...widths, [field]: width } })),
      [change],
    ),
  }
}

export type ListStateHook = ReturnType<typeof useListState>
