/** A panel of code: what it is, the code, and a button that copies it. */
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button.tsx'

interface Props {
  label: ReactNode
  /** What is copied. */
  text: string
  /** What is shown, when it is more than the text. */
  children?: ReactNode
  /** What the panel is called, for those who hear it. */
  name: string
}

export function CodePanel({ label, text, children, name }: Props) {
  const [said, setSaid] = useState('')
  const copy = () =>
    navigator.clipboard
      .writeText(text)
      .then(() => setSaid('Copied'))
      .catch(() => setSaid('Select it to copy'))
  return (
    <div className="code-panel">
      <div className="code-head">
        <span className="code-label">{label}</span>
        <span role="status">{said}</span>
        <Button kind="quiet" label={`Copy: ${name}`} onPress={copy}>
          Copy
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="code-scroll" tabIndex={0} aria-label={name}>
        <pre>
          <code>{children ?? text}</code>
        </pre>
      </section>
    </div>
  )
}
