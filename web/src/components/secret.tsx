/** Shows secrets, once. A press beside it does not close it: it cannot be opened again. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CopyableText } from './copy.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  title: string
  secrets: readonly (readonly [label: string, text: string])[]
  /** What else to say about them. */
  children?: ReactNode
  onClose(): void
}

export function SecretDialog({ title, secrets, children, onClose }: Props) {
  return (
    <Dialog title={title} loose={false} onClose={onClose}>
      <p className="once">Copy it now. It is not shown again.</p>
      {secrets.map(([label, text]) => (
        <CopyableText key={label} label={label} text={text} />
      ))}
      {children}
      <div className="form-end">
        <Button kind="primary" onPress={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}
