/** What the reference reads: the document, which is public, and who is signed in, if somebody is. */
import { queryOptions } from '@tanstack/react-query'
import { call, Failure } from '../../api/call.ts'
import type { Session } from '../../api/types.ts'
import { type ApiDocument, readReference } from './document.ts'
import { indexOf } from './search.ts'

export const apiReference = queryOptions({
  queryKey: ['docs', 'reference'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => {
    const response = await fetch('/api/1.0/openapi.json').catch(() => undefined)
    if (!response?.ok)
      throw new Failure(0, 'The description of the API could not be loaded. Check that the server runs.')
    const reference = readReference((await response.json()) as ApiDocument)
    return { ...reference, index: indexOf(reference) }
  },
})

/** Null for a stranger, who may read all of it. */
export const visitor = queryOptions({
  queryKey: ['docs', 'visitor'],
  // Whoever comes back from the sign-in is somebody else than before.
  staleTime: 0,
  queryFn: () =>
    call<Session>('GET', '/-/session').catch((error: unknown) => {
      if (error instanceof Failure && error.status === 401) return null
      throw error
    }),
})
