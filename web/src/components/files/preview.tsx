/** The picture of a file in a list: a small image, or the icon of its kind. */
import { useQuery } from '@tanstack/react-query'
import FileShape from 'lucide-react/icons/file'
import Music from 'lucide-react/icons/file-music'
import Text from 'lucide-react/icons/file-text'
import Film from 'lucide-react/icons/film'
import ImageShape from 'lucide-react/icons/image'
import LinkShape from 'lucide-react/icons/link'
import { useState } from 'react'
import { type Attachment, fileAddress, isShownImage } from '../../data/attachments.ts'
import { Icon, type IconShape } from '../icon/icon.tsx'
import { kindOf, type ShownKind } from './kinds.ts'

const ICONS: Readonly<Record<ShownKind, IconShape>> = {
  ...{ image: ImageShape, pdf: Text, video: Film, audio: Music, text: Text, link: LinkShape, other: FileShape },
}

export function FilePreview({ file, className = 'file-preview' }: { file: Attachment; className?: string }) {
  const kind = kindOf(file)
  const { data: isShown = false } = useQuery({ ...isShownImage(file.gid), enabled: kind === 'image' })
  const [hasFailed, setFailed] = useState(false)
  if (!isShown || hasFailed) {
    return (
      <span className={`${className} plain`}>
        <Icon of={ICONS[kind]} size={20} />
      </span>
    )
  }
  return (
    <img
      className={className}
      src={fileAddress(file.gid)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
    />
  )
}
