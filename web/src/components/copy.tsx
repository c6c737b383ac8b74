/** Text for copying: an address, a command, or a secret that is shown this once. */
import { useState } from 'react'
import { Button } from './button.tsx'

interface Props {
  label: string
  text: string
  /** What is copied, where that is not the text as it is shown. */
  copies?: string
  /** Long texts scroll. */
  isLong?: boolean
}

export function CopyableText({ label, text, copies = text, isLong = false }: Props) {
  const [said, setSaid] = useState('')
  const copy = () =>
    navigator.clipboard
      .writeText(copies)
      .then(() => setSaid('Copied'))
      .catch(() => setSaid('Select the text to copy it'))
  return (
    <div className="copyable">
      <div className="copyable-head">
        <span className="copyable-label">{label}</span>
        <span className="copyable-status" role="status">
          {said}
        </span>
        <Button kind="quiet" label={`Copy: ${label}`} onPress={copy}>
          Copy
        </Button>
      </div>
      {isLong ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <pre className="long" tabIndex={0}>
          <code>{text}</code>
        </pre>
      ) : (
        <pre>
          <code>{text}</code>
        </pre>
      )}
    </div>
  )
}
