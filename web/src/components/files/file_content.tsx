/** The content of a file, where the app can show it. */
import { useQuery } from '@tanstack/react-query'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { type Attachment, fileAddress, isShownImage, textOfFile } from '../../data/attachments.ts'
import { Button } from '../button.tsx'
import { IconButton } from '../control/icon_button.tsx'
import { Problem } from '../states.tsx'
import { kindOf } from './kinds.ts'

export function FileContent({ file }: { file: Attachment }) {
  const address = fileAddress(file.gid)
  switch (kindOf(file)) {
    case 'image':
      return <ImageContent file={file} />
    case 'video':
      // biome-ignore lint/a11y/useMediaCaption: an attached file has no captions
      return <video src={address} controls preload="metadata" aria-label={file.name} />
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: an attached file has no captions
      return <audio src={address} controls preload="metadata" aria-label={file.name} />
    case 'pdf':
      // The response has a policy with `sandbox`. That attribute of the frame would keep browsers from showing a PDF at all.
      return <iframe src={address} title={file.name} />
    case 'text':
      return <TextContent file={file} />
    case 'link':
      return <NoContent text="This is a link to another page." />
    default:
      return <NoContent text="This file cannot be shown here. Download it to open it." />
  }
}

const NoContent = ({ text }: { text: string }) => <p className="viewer-none">{text}</p>

function TextContent({ file }: { file: Attachment }) {
  const { data, error } = useQuery(textOfFile(file))
  if (error) return <Problem error={error} />
  if (!data) return <NoContent text="Loading…" />
  return (
    <div className="viewer-text">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the text */}
      <pre tabIndex={0}>{data.text}</pre>
      {data.isCut ? <p>This is the beginning of the file. Download it to see all of it.</p> : null}
    </div>
  )
}

const ZOOMS: readonly number[] = [1, 1.5, 2, 3, 4]

/** An image that fits, or larger in steps. */
function ImageContent({ file }: { file: Attachment }) {
  const { data: isShown, error } = useQuery(isShownImage(file.gid))
  const [step, setStep] = useState(0)
  const [fitted, setFitted] = useState<number>()
  const image = useRef<HTMLImageElement>(null)
  if (error) return <Problem error={error} />
  if (isShown === undefined) return <NoContent text="Loading…" />
  if (!isShown) return <NoContent text="This image is too large or damaged. Download it to open it." />
  const zoomTo = (next: number) => {
    if (step === 0) setFitted(image.current?.clientWidth)
    setStep(next)
  }
  const zoom = ZOOMS[step] ?? 1
  const style = step > 0 && fitted ? { inlineSize: fitted * zoom, maxInlineSize: 'none', maxBlockSize: 'none' } : {}
  return (
    <>
      <div className="viewer-image" tabIndex={step > 0 ? 0 : -1} data-zoomed={step > 0 || undefined}>
        <img ref={image} src={fileAddress(file.gid)} alt={file.name} decoding="async" style={style} />
      </div>
      <div className="viewer-zoom">
        <IconButton
          size="small"
          icon={Minus}
          label="Zoom out"
          isDisabled={step === 0}
          onPress={() => zoomTo(step - 1)}
        />
        <Button kind="quiet" size="small" onPress={() => zoomTo(0)}>
          {step === 0 ? 'Fit' : `${zoom * 100}%`}
        </Button>
        <IconButton
          size="small"
          icon={Plus}
          label="Zoom in"
          isDisabled={step === ZOOMS.length - 1}
          onPress={() => zoomTo(step + 1)}
        />
      </div>
    </>
  )
}
