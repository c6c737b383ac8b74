/** Text with a button that copies it: a URL, a command, or a secret. */
import { useState } from 'react'
import { Button } from './button.tsx'
import { copyText } from './clipboard.ts'

interface Props {
  label: string
  text: string
  /** The copied text, if it differs from the visible text. */
  copies?: string
  /** Whether the text scrolls instead of wrapping. */
  isLong?: boolean
}

export function CopyableText({ label, text, copies = text, isLong = false }: Props) {
  const [status, setStatus] = useState('')
  const copy = () =>
    copyText(copies)
      .then(() => setStatus('Copied'))
      .catch(() => setStatus('Copying failed. Select the text.'))
  return (
    <div className="copyable">
      <div className="copyable-head">
        <span className="copyable-label">{label}</span>
        <span className="copyable-status" role="status">
          {status}
        </span>
        <Button kind="quiet" label={`Copy: ${label}`} onPress={copy}>
          Copy
        </Button>
      </div>
      {isLong ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be focusable
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
