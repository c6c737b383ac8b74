/** What remembers answers. A session that has ended leads to the sign-in, wherever it is noticed. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Failure } from './call.ts'

const ended = (error: Error) => error instanceof Failure && error.status === 401

/** A mutation with this mark shows a 401 itself: a wrong password ends no session. */
export const forStrangers = { open: true }

export function createClient(signIn: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: error => ended(error) && signIn() }),
    mutationCache: new MutationCache({
      onError: (error, _values, _kept, { meta }) => ended(error) && !meta?.open && signIn(),
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
