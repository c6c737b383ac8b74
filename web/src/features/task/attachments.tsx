/** The files of a task. */
import { useQuery } from '@tanstack/react-query'
import { FileTiles } from '../../components/files/file_tiles.tsx'
import type { Upload } from '../../components/files/use_uploads.ts'
import { attachmentsOf } from '../../data/attachments.ts'
import type { Gid } from '../../data/records.ts'
import { PartTitle } from './part.tsx'

interface Props {
  task: Gid
  canEdit: boolean
  uploads: readonly Upload[]
}

export function Attachments({ task, canEdit, uploads }: Props) {
  const { data = [] } = useQuery(attachmentsOf('tasks', task))
  if (data.length + uploads.length === 0) return null
  return (
    <section className="task-part" aria-label="Attachments">
      <header className="task-part-head">
        <PartTitle>Attachments</PartTitle>
      </header>
      <FileTiles label="Attachments" files={data} {...{ uploads, canEdit }} />
    </section>
  )
}
