/** The moment at which the first rows are on the screen. */
import { useEffect } from 'react'
import { preloadPartsWhenIdle } from '../lazily.tsx'

/** Marks the moment, and loads what a press needs from then on. */
export function useRowsMark(hasRows: boolean): void {
  useEffect(() => {
    if (!hasRows) return
    performance.mark('workloom:rows')
    preloadPartsWhenIdle()
  }, [hasRows])
}
