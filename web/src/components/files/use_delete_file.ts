/** Deletes files, with a way back: deleted files are in the trash. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Attachment, withoutFile } from '../../data/attachments.ts'
import { call } from '../../data/call.ts'
import { useNotice } from '../notices.tsx'

export function useDeleteFile(): (file: Attachment) => void {
  const client = useQueryClient()
  const notify = useNotice()
  return useCallback(
    ({ gid }) => {
      const reload = () => client.invalidateQueries({ queryKey: ['attachments'] })
      const fail = (error: Error) => {
        notify({ text: error.message, isError: true })
        void reload()
      }
      const restore = () => void call('POST', `/-/trash/${gid}/restore`).catch(fail).then(reload)
      withoutFile(client, gid)
      call('DELETE', `/api/1.0/attachments/${gid}`).then(() => notify({ text: 'Moved to trash', undo: restore }), fail)
    },
    [client, notify],
  )
}
