/** The files of a task or a project as tiles: open, download, delete; and the button that adds them. */
import './files.css'
import CircleAlert from 'lucide-react/icons/circle-alert'
import FileShape from 'lucide-react/icons/file'
import Paperclip from 'lucide-react/icons/paperclip'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Trash from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import type { Attachment } from '../../data/attachments.ts'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { formatBytes } from '../../text/format.ts'
import { IconButton } from '../control/icon_button.tsx'
import { Icon } from '../icon/icon.tsx'
import { FilePreview } from './preview.tsx'
import { useDeleteFile } from './use_delete_file.ts'
import type { Upload } from './use_uploads.ts'
import { Viewer } from './viewer.tsx'

interface ButtonProps {
  label: string
  size: 'small' | 'standard'
  onFiles(files: readonly File[]): void
}

/** A file field that looks like a button. */
export function AttachButton({ label, size, onFiles }: ButtonProps) {
  return (
    <span className={`icon-button ${size} attach`} title={label}>
      <Icon of={Paperclip} />
      <input
        type="file"
        multiple
        aria-label={label}
        onChange={event => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </span>
  )
}

interface TilesProps {
  /** The name of the list. */
  label: string
  files: readonly Attachment[]
  uploads: readonly Upload[]
  canEdit: boolean
}

export function FileTiles({ label, files, uploads, canEdit }: TilesProps) {
  const { user } = useCache()
  const [opened, setOpened] = useState<Gid>()
  const remove = useDeleteFile()
  // People delete what they attached where they can only comment.
  const canDelete = ({ created_by }: Attachment) => canEdit || created_by?.gid === user
  return (
    <>
      <ul className="attachments" aria-label={label}>
        {files.map(file => (
          <li key={file.gid} className="attachment" data-gid={file.gid}>
            <button
              type="button"
              className="attachment-open"
              aria-label={file.name}
              onClick={() => setOpened(file.gid)}
            >
              <FilePreview file={file} />
              <span className="attachment-name">{file.name}</span>
            </button>
            {file.size ? <span className="attachment-size">{formatBytes(file.size)}</span> : null}
            {canDelete(file) ? (
              <IconButton size="small" icon={Trash} label={`Delete ${file.name}`} onPress={() => remove(file)} />
            ) : null}
          </li>
        ))}
        {uploads.map(upload => (
          <UploadTile key={upload.id} upload={upload} />
        ))}
      </ul>
      {opened ? (
        <Viewer
          files={files}
          gid={opened}
          show={setOpened}
          {...{ canDelete, remove }}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  )
}

function UploadTile({ upload: { name, part, error, cancel, retry } }: { upload: Upload }) {
  return (
    <li className="attachment">
      <span className="attachment-open">
        <Icon of={error === null ? FileShape : CircleAlert} size={20} />
        <span className="attachment-name">{name}</span>
        {error === null ? (
          <progress aria-label={name} value={part} max={1} />
        ) : (
          <span className="attachment-error" role="alert">
            {error}
          </span>
        )}
      </span>
      {error === null ? null : <IconButton size="small" icon={RotateCw} label={`Try ${name} again`} onPress={retry} />}
      <IconButton size="small" icon={X} label={error === null ? `Cancel ${name}` : `Remove ${name}`} onPress={cancel} />
    </li>
  )
}
