/** The empty state of a screen: one sentence, one button, one shortcut. */
import { formatKeys } from '../../text/keys.ts'
import { Button } from '../button.tsx'
import { Icon, type IconShape } from '../icon/icon.tsx'
import './display.css'

interface Props {
  icon?: IconShape
  /** One sentence, such as "No tasks yet". */
  title: string
  hint?: string
  /** The text of the button. */
  action?: string
  /** The shortcut of the action. */
  keys?: string
  onAction?(): void
}

export function EmptyState({ icon, title, hint, action, keys, onAction }: Props) {
  return (
    <div className="empty-state">
      {icon ? <Icon of={icon} size={32} className="empty-state-icon" /> : null}
      <p className="empty-state-title">{title}</p>
      {hint ? <p className="empty-state-hint">{hint}</p> : null}
      {action ? (
        <p className="empty-state-action">
          <Button kind="plain" keys={keys} onPress={onAction}>
            {action}
          </Button>
          {keys ? <kbd className="keys">{formatKeys(keys)}</kbd> : null}
        </p>
      ) : null}
    </div>
  )
}
