/** Lets tasks go that no longer match, after a moment, and not while they have the focus. */
import { useEffect } from 'react'
import type { Gid } from '../../data/records.ts'

const LINGER_MS = 2000

/** `element` is the selector of what shows one task. */
export function useRelease(kept: readonly Gid[], release: (gid: Gid) => void, element: string): void {
  const key = kept.join(',')
  useEffect(() => {
    if (!key) return
    const timer = setInterval(() => {
      const focused = document.activeElement?.closest<HTMLElement>(element)?.dataset.gid
      for (const gid of key.split(',')) if (gid !== focused) release(gid)
    }, LINGER_MS)
    return () => clearInterval(timer)
  }, [key, release, element])
}
