/** The preferences, and their change. */
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useNotice } from '../../../components/notices.tsx'
import { changePreferences, type Preferences, preferences, subscribePreferences } from '../../../data/preferences.ts'
import { session } from '../../../data/queries.ts'

export function usePreferences(): [Preferences, (changes: Partial<Preferences>) => void] {
  const present = useSyncExternalStore(subscribePreferences, preferences)
  const client = useQueryClient()
  const notify = useNotice()
  const change = async (changes: Partial<Preferences>) => {
    try {
      const all = await changePreferences(changes)
      // A session that is being fetched may be older than the change.
      await client.cancelQueries({ queryKey: session.queryKey })
      client.setQueryData(session.queryKey, current => current && { ...current, preferences: all })
    } catch (error) {
      notify({ text: error instanceof Error ? error.message : String(error), isError: true })
    }
  }
  return [present, changes => void change(changes)]
}
