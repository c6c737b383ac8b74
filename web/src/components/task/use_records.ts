/** Records by their gids, rendered again when one of them changes. */
import { useCache, useComputed } from '../../data/hooks.ts'
import type { Gid, WorkRecord } from '../../data/records.ts'

export function useRecords(gids: readonly Gid[]): readonly WorkRecord[] {
  const { records } = useCache()
  return useComputed(
    () => gids.flatMap(gid => records.get(gid) ?? []),
    gid => gids.includes(gid),
    gids,
  )
}
