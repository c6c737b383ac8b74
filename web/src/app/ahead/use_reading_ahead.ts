/** Reads ahead once the first screen is complete: its code and its requests go first. */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCache } from '../../data/hooks.ts'
import { isReadingAheadAllowed } from './allowed.ts'

/** A page that reads nothing for this time, twice, has what it shows. */
const QUIET_MS = 250

export function useReadingAhead(): void {
  const cache = useCache()
  const client = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const end = new AbortController()
    const waiting = new AbortController()
    const isQuiet = () =>
      cache.connection() === 'open' && !router.state.isLoading && !cache.isReading() && client.isFetching() === 0
    let wasQuiet = false
    let timer: number | undefined
    const look = () => {
      const former = wasQuiet
      wasQuiet = isQuiet()
      if (!former || !wasQuiet) return
      waiting.abort()
      void import('./reading_ahead.ts').then(
        ({ startReadingAhead }) => end.signal.aborted || startReadingAhead({ cache, client, router }, end.signal),
        // Pages load what they need when they open.
        () => {},
      )
    }
    /** A hidden page waits without a timer. */
    const wait = () => {
      clearInterval(timer)
      wasQuiet = false
      if (isReadingAheadAllowed()) timer = window.setInterval(look, QUIET_MS)
    }
    waiting.signal.addEventListener('abort', () => clearInterval(timer))
    document.addEventListener('visibilitychange', wait, { signal: waiting.signal })
    wait()
    return () => {
      waiting.abort()
      end.abort()
    }
  }, [cache, client, router])
}
