/** The row with the focus. It stays the current one while a menu or a dialog has the focus. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Gid } from '../../data/records.ts'

const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Calls `onChange` when another row gets the focus, or its row another gid, and with null when the focus leaves the list. */
export function useCurrent(
  frame: RefObject<HTMLElement | null>,
  resolve: (gid: Gid) => Gid,
  onChange: (gid: Gid | null) => void,
): () => Gid | null {
  const current = useRef<Gid | null>(null)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    const ended = new AbortController()
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      const row = frame.current?.contains(target) ? target.closest<HTMLElement>('[role="row"][data-gid]') : null
      const gid = row?.dataset.gid ?? null
      if (gid === null && target.closest(OVERLAY)) return
      if (gid === current.current) return
      current.current = gid
      latest.current(gid)
    }
    document.addEventListener('focusin', onFocus, { signal: ended.signal })
    return () => ended.abort()
  }, [frame])
  useLayoutEffect(() => {
    const present = current.current === null ? null : resolve(current.current)
    if (present === current.current) return
    current.current = present
    latest.current(present)
  })
  return () => current.current
}
