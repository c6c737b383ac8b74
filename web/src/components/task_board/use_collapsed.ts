/** Which columns of a board are collapsed, remembered in this browser. */
import { useCallback, useEffect, useState } from 'react'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'

const NONE: ReadonlySet<Gid> = new Set()

export function useCollapsed(list: Gid) {
  const { persistence } = useCache()
  const [collapsed, setCollapsed] = useState(NONE)
  const key = `board/${list}`
  useEffect(() => {
    let isCurrent = true
    void persistence.state<readonly Gid[]>(key).then(stored => {
      if (isCurrent) setCollapsed(new Set(stored))
    })
    return () => {
      isCurrent = false
    }
  }, [persistence, key])
  const toggle = useCallback(
    (gid: Gid) => {
      const next = new Set(collapsed)
      if (!next.delete(gid)) next.add(gid)
      setCollapsed(next)
      void persistence.setState(key, [...next])
    },
    [persistence, key, collapsed],
  )
  const isCollapsed = useCallback((gid: Gid) => collapsed.has(gid), [collapsed])
  return { isCollapsed, toggle }
}
