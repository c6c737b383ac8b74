/** Shows secrets, once. A press beside it does not close it: it cannot be opened again. */
import { Button } from './button.tsx'
import { Copyable } from './copy.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  title: string
  secrets: readonly (readonly [label: string, text: string])[]
  onClose(): void
}

export function SecretDialog({ title, secrets, onClose }: Props) {
  return (
    <Dialog title={title} loose={false} onClose={onClose}>
      <p className="once">Copy it now. It is shown only this once.</p>
      {secrets.map(([label, text]) => (
        <Copyable key={label} label={label} text={text} />
      ))}
      <div className="form-end">
        <Button kind="primary" onPress={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}
