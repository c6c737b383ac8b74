/** The uploads to a task or a project: several at once, each with its progress, a way to cancel it and to try it again. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { MAX_FILE_BYTES, tooLargeText, uploadFile } from '../../data/attachments.ts'
import type { Gid } from '../../data/records.ts'
import { useNotice } from '../notices.tsx'

export interface Upload {
  readonly id: string
  readonly name: string
  /** The part that is sent, from 0 to 1. */
  readonly part: number
  /** Why it failed; null while it is sent. */
  readonly error: string | null
  /** Ends it, and takes it off the list. */
  cancel(): void
  retry(): void
}

export function useUploads(parent: Gid) {
  const client = useQueryClient()
  const notify = useNotice()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const send = useCallback(
    (id: string, file: File) => {
      const control = new AbortController()
      const forget = () => setUploads(all => all.filter(one => one.id !== id))
      const change = (members: Partial<Upload>) =>
        setUploads(all => all.map(one => (one.id === id ? { ...one, ...members } : one)))
      const cancel = () => {
        control.abort()
        forget()
      }
      change({ part: 0, error: null, cancel })
      uploadFile(parent, file, part => change({ part }), control.signal).then(
        async () => {
          await client.invalidateQueries({ queryKey: ['attachments'] })
          forget()
        },
        (error: Error) => change({ error: error.message }),
      )
    },
    [client, parent],
  )
  const upload = useCallback(
    (files: readonly File[]) => {
      for (const file of files) {
        if (file.size > MAX_FILE_BYTES) {
          notify({ text: tooLargeText(file), isError: true })
          continue
        }
        const id = crypto.randomUUID()
        const retry = () => send(id, file)
        setUploads(all => [...all, { id, name: file.name, part: 0, error: null, cancel: () => {}, retry }])
        retry()
      }
    },
    [notify, send],
  )
  return { uploads, upload }
}
