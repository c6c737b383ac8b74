/** Options of a picker that are not loaded: they are searched while the user types. */
import { useEffect, useState } from 'react'
import type { PickerOption, SearchOptions } from './option.ts'

const DELAY_MS = 150

/** The result of the last search, and whether one is pending. Results of earlier texts are aborted. */
export function useSearch(search: SearchOptions | undefined, text: string) {
  const [found, setFound] = useState<readonly PickerOption[]>([])
  const [isPending, setPending] = useState(false)
  useEffect(() => {
    if (!search || text.trim() === '') {
      setFound([])
      setPending(false)
      return
    }
    const abort = new AbortController()
    setPending(true)
    const timer = setTimeout(() => {
      search(text.trim(), abort.signal)
        .then(options => !abort.signal.aborted && setFound(options))
        // A failed search leaves the local options.
        .catch(() => undefined)
        .finally(() => !abort.signal.aborted && setPending(false))
    }, DELAY_MS)
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [search, text])
  return { found, isPending }
}
