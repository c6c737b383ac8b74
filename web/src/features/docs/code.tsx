/** A panel of code: a label, the code, and a button that copies it. */
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { copyText } from '../../components/clipboard.ts'

interface Props {
  label: ReactNode
  /** The copied text. */
  text: string
  /** The visible content, if it differs from the text. */
  children?: ReactNode
  /** The accessible name. */
  name: string
}

export function CodePanel({ label, text, children, name }: Props) {
  const [status, setStatus] = useState('')
  const copy = () =>
    copyText(text)
      .then(() => setStatus('Copied'))
      .catch(() => setStatus('Copying failed. Select the text.'))
  return (
    <div className="code-panel">
      <div className="code-head">
        <span className="code-label">{label}</span>
        <span role="status">{status}</span>
        <Button kind="quiet" label={`Copy: ${name}`} onPress={copy}>
          Copy
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be focusable */}
      <section className="code-scroll" tabIndex={0} aria-label={name}>
        <pre>
          <code>{children ?? text}</code>
        </pre>
      </section>
    </div>
  )
}
