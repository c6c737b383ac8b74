/** A file in a dialog, with the way to the ones before and after it. */
import { Link } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect } from 'react'
import { type Attachment, fileAddress } from '../../data/attachments.ts'
import type { Gid } from '../../data/records.ts'
import { formatBytes } from '../../text/format.ts'
import { Button } from '../button.tsx'
import { IconButton } from '../control/icon_button.tsx'
import { DateTime } from '../date_time.tsx'
import { Dialog } from '../dialog.tsx'
import { FileContent } from './file_content.tsx'
import './files.css'

interface Props {
  files: readonly Attachment[]
  /** The file that is shown. */
  gid: Gid
  show(gid: Gid): void
  canDelete(file: Attachment): boolean
  remove(file: Attachment): void
  /** The address of the task of a file, where the screen does not show it already. */
  taskPath?(file: Attachment): string | undefined
  onClose(): void
}

/** Elements in which the arrows have their own meaning. */
const OWN_KEYS = 'video, audio, input, textarea, [data-zoomed]'

export function Viewer({ files, gid, show, canDelete, remove, taskPath, onClose }: Props) {
  const at = files.findIndex(file => file.gid === gid)
  const file = files[at]
  const [before, after] = [files[at - 1], files[at + 1]]
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOwn = event.target instanceof Element && event.target.closest(OWN_KEYS)
      if (isOwn || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const next = event.key === 'ArrowLeft' ? before : event.key === 'ArrowRight' ? after : undefined
      if (!next) return
      event.preventDefault()
      show(next.gid)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [before, after, show])
  if (!file) return null
  const deleteFile = () => {
    const next = after ?? before
    remove(file)
    if (next) show(next.gid)
    else onClose()
  }
  const path = taskPath?.(file)
  return (
    <Dialog title={file.name} onClose={onClose}>
      <div className="viewer" key={file.gid}>
        <FileContent file={file} />
        {before ? (
          <span className="viewer-step start">
            <IconButton icon={ChevronLeft} label="Previous file" onPress={() => show(before.gid)} />
          </span>
        ) : null}
        {after ? (
          <span className="viewer-step end">
            <IconButton icon={ChevronRight} label="Next file" onPress={() => show(after.gid)} />
          </span>
        ) : null}
      </div>
      <footer className="viewer-foot">
        <p>
          {file.size === null ? null : <span>{formatBytes(file.size)}</span>}
          <span>{file.created_by?.name ?? 'Private'}</span>
          <DateTime at={file.created_at} />
          {path && file.parent ? (
            <Link to={path} onClick={onClose}>
              {file.parent.name || 'Untitled task'}
            </Link>
          ) : null}
        </p>
        <FileLink file={file} />
        {canDelete(file) ? (
          <Button kind="quiet" onPress={deleteFile}>
            Delete
          </Button>
        ) : null}
        <Button onPress={onClose}>Close</Button>
      </footer>
    </Dialog>
  )
}

/** The download, or the page that a link names. */
function FileLink({ file: { gid, name, resource_subtype, view_url } }: { file: Attachment }) {
  if (resource_subtype === 'asana') {
    return (
      <a className="button quiet" href={fileAddress(gid)} download={name}>
        Download
      </a>
    )
  }
  if (!/^https?:/i.test(view_url ?? '')) return null
  return (
    <a className="button quiet" href={view_url ?? ''} target="_blank" rel="noopener noreferrer">
      Open link
    </a>
  )
}
