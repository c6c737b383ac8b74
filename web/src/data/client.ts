/** The query client. Calls `onEnded` when a request fails because the session has ended. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Failure } from './call.ts'

/** Metadata of a mutation that shows a 401 itself: a wrong password does not end a session. */
export const withoutSession = { isPublic: true }

export function createClient(onEnded: () => void): QueryClient {
  const checkSession = (error: Error) => {
    if (!(error instanceof Failure) || error.status !== 401) return
    error.endsSession = true
    onEnded()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: checkSession }),
    mutationCache: new MutationCache({
      onError: (error, _values, _result, { meta }) => {
        if (!meta?.isPublic) checkSession(error)
      },
    }),
    defaultOptions: {
      // The server can run on this machine, so requests do not depend on a network connection.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        // Only requests without a response are retried: the server would refuse the others again.
        retry: (failures, error) => failures < 1 && error instanceof Failure && error.status === 0,
      },
    },
  })
}
