/** Rows that leave a list stay for a moment, so that nothing moves under the pointer. */
import { useEffect, useRef, useState } from 'react'
import type { Gid } from '../../data/records.ts'

const LINGER_MS = 2000

/** The rows, with those that left since at their former places. `view` is another value for another list. */
export function useLingering(rows: readonly Gid[], view: string): readonly Gid[] {
  const former = useRef<{ view: string; rows: readonly Gid[] }>({ view, rows: [] })
  const [, setReleased] = useState(0)
  const isSame = former.current.view === view
  const left = isSame ? former.current.rows.filter(gid => !rows.includes(gid)) : []
  const shown = [...rows]
  for (const gid of left) shown.splice(former.current.rows.indexOf(gid), 0, gid)
  former.current = { view, rows: shown }
  const key = left.join(',')
  useEffect(() => {
    if (!key) return
    const timer = setTimeout(() => {
      const left = new Set(key.split(','))
      former.current = { ...former.current, rows: former.current.rows.filter(gid => !left.has(gid)) }
      setReleased(count => count + 1)
    }, LINGER_MS)
    return () => clearTimeout(timer)
  }, [key])
  return shown
}
