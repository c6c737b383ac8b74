/** Files that are dropped on a task, or pasted into it, become attachments. */
import { type ClipboardEvent, type DragEvent, useState } from 'react'

export function useFileDrop(isAllowed: boolean, onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => isAllowed && dataTransfer.types.includes('Files')
  return {
    isOver,
    events: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget)) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (!hasFiles(event) || event.defaultPrevented) return
        event.preventDefault()
        onFiles([...event.dataTransfer.files])
      },
      onPaste: (event: ClipboardEvent) => {
        const files = [...event.clipboardData.files]
        // Copied text of an office program comes with a picture of itself.
        const isText = event.clipboardData.types.includes('text/plain')
        if (!isAllowed || files.length === 0 || isText || event.defaultPrevented) return
        event.preventDefault()
        onFiles(files)
      },
    },
  }
}
