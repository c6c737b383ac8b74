/** Whether a project is a favorite of the person, and what changes that at once. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotice } from '../../components/notices.tsx'
import { useCache } from '../../data/hooks.ts'
import { addFavorite, favoritesQuery, removeFavorite } from '../../data/projects.ts'
import type { Gid } from '../../data/records.ts'

export function useFavorite(gid: Gid) {
  const { workspace } = useCache()
  const notify = useNotice()
  const { data, refetch } = useQuery(favoritesQuery(workspace))
  const [wanted, setWanted] = useState<boolean>()
  const isFavorite = wanted ?? data?.some(one => one.gid === gid) ?? false
  const toggle = async () => {
    setWanted(!isFavorite)
    try {
      await (isFavorite ? removeFavorite : addFavorite)(gid)
      await refetch()
    } catch (error) {
      notify({ text: error instanceof Error ? error.message : String(error), isError: true })
    }
    setWanted(undefined)
  }
  return { isFavorite, toggle }
}
