/** Files that were chosen for a new task: they are uploaded once the server has created it, also after its dialog is closed. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { uploadFile } from '../../data/attachments.ts'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { useNotice } from '../notices.tsx'

export function useLaterUploads(): (task: Gid, files: readonly File[]) => void {
  const cache = useCache()
  const client = useQueryClient()
  const notify = useNotice()
  return useCallback(
    (local, files) => {
      const { outbox } = cache
      if (files.length === 0) return
      const uploadTo = async (task: Gid, file: File): Promise<void> => {
        const key = `file:${crypto.randomUUID()}`
        outbox.setTyped(key, true)
        try {
          await uploadFile(task, file, () => {}, new AbortController().signal)
          await client.invalidateQueries({ queryKey: ['attachments'] })
          cache.refresh('task', task)
        } catch (error) {
          const text = `“${file.name}” was not attached: ${(error as Error).message}`
          notify({ text, isError: true, action: { label: 'Try again', run: () => void uploadTo(task, file) } })
        } finally {
          outbox.setTyped(key, false)
        }
      }
      const begin = () => {
        const task = outbox.resolve(local)
        const isCreated = task !== local
        if (!isCreated && outbox.isPending(local)) return
        stop()
        // A notice of its own reports a task that the server refuses.
        if (isCreated) for (const file of files) void uploadTo(task, file)
      }
      const stop = cache.subscribe(begin)
      begin()
    },
    [cache, client, notify],
  )
}
