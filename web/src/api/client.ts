/** The cache of answers. Wherever a request fails because the session has ended, the page is told. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Failure } from './call.ts'

/** A mutation with this mark shows a 401 itself: a wrong password ends no session. */
export const withoutSession = { open: true }

export function createClient(onEnded: () => void): QueryClient {
  const notice = (error: Error) => {
    if (!(error instanceof Failure) || error.status !== 401) return
    error.endsSession = true
    onEnded()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: notice }),
    mutationCache: new MutationCache({
      onError: (error, _values, _kept, { meta }) => {
        if (!meta?.open) notice(error)
      },
    }),
    defaultOptions: {
      // The server may run on this very machine: whether there is a network says nothing about it.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        // What the server has refused it refuses again; only silence is worth another try.
        retry: (tries, error) => tries < 1 && error instanceof Failure && error.status === 0,
      },
    },
  })
}
