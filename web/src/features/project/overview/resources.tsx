/** The files that belong to a project as a whole. */
import { useQuery } from '@tanstack/react-query'
import { AttachButton, FileTiles } from '../../../components/files/file_tiles.tsx'
import { useUploads } from '../../../components/files/use_uploads.ts'
import { attachmentsOf } from '../../../data/attachments.ts'
import type { Project } from '../use_project.ts'
import { OverviewCard } from './card.tsx'

export function Resources({ project: { gid }, canEdit }: { project: Project; canEdit: boolean }) {
  const { data: files = [], isSuccess } = useQuery(attachmentsOf('projects', gid))
  const { uploads, upload } = useUploads(gid)
  const add = canEdit ? <AttachButton label="Add files" size="small" onFiles={upload} /> : null
  return (
    <OverviewCard title="Key resources" actions={add}>
      {isSuccess && files.length + uploads.length === 0 ? (
        <p className="overview-nothing">No files yet: contracts, designs, whatever everybody needs.</p>
      ) : (
        <FileTiles label="Key resources" {...{ files, uploads, canEdit }} />
      )}
    </OverviewCard>
  )
}
