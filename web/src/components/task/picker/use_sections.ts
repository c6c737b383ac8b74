/** The sections of a list: those of the cache if it has the list, otherwise read from the server, again when one changes. */
import { useQuery } from '@tanstack/react-query'
import type { Cache } from '../../../data/cache.ts'
import { call } from '../../../data/call.ts'
import { useCache, useList, useLoaded } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'

export interface NamedSection {
  readonly gid: Gid
  readonly name: string
}

const NO_SECTIONS: readonly NamedSection[] = []

async function readSections({ records }: Cache, list: Gid | null): Promise<readonly NamedSection[]> {
  const found = await call<NamedSection[]>('GET', `/api/1.0/projects/${list}/sections?opt_fields=name&limit=100`)
  // The names make the sections of other tasks readable; their places come with the list.
  records.confirm(found.map(({ gid, name }) => ({ gid, members: { resource_type: 'section', name } })))
  return found
}

export function useSections(list: Gid | null): readonly NamedSection[] {
  const cache = useCache()
  // A section that was created or renamed is in the cache before the others of its list are.
  const isLoaded = useLoaded(list ?? '') !== undefined
  const { sections } = useList(list ?? '')
  const { data: read = NO_SECTIONS } = useQuery({
    queryKey: ['sections', list],
    queryFn: () => readSections(cache, list),
    enabled: list !== null && !isLoaded,
  })
  return isLoaded ? sections : read
}
