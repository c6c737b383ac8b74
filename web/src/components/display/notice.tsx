/** A notice: what happened, with "Undo" and "Open" where they are useful. The shell says where it stands, and how long. */
import X from 'lucide-react/icons/x'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Icon } from '../icon/icon.tsx'
import { Progress } from './progress.tsx'
import './notice.css'

interface Props {
  /** One sentence, such as "Task created". */
  children: ReactNode
  /** Errors stay until they are dismissed. The live region around the card announces both. */
  kind?: 'done' | 'error'
  /** The address of the object. */
  openHref?: string
  onUndo?(): void
  /** Another way to go on, such as "Edit again". */
  action?: { readonly label: string; readonly run: () => void }
  /** A press on "Open"; without it the link loads the address. */
  onOpen?(): void
  /** How much of it is done, for what takes a while. */
  progress?: { readonly total: number; done(): number; subscribe(listener: () => void): () => void }
  onDismiss(): void
}

/** The bar of a notice. It stays when all is done: the text then says what happened. */
function NoticeProgress({ progress }: { progress: NonNullable<Props['progress']> }) {
  const done = useSyncExternalStore(progress.subscribe, progress.done)
  return <Progress label="Progress" done={done} total={progress.total} />
}

export function NoticeCard({ children, kind = 'done', openHref, onUndo, action, onOpen, progress, onDismiss }: Props) {
  return (
    <div className={`notice-card ${kind}`}>
      <p className="notice-text">{children}</p>
      {progress ? <NoticeProgress progress={progress} /> : null}
      {onUndo ? (
        <button type="button" className="notice-action" onClick={onUndo}>
          Undo
        </button>
      ) : null}
      {action ? (
        <button type="button" className="notice-action" onClick={action.run}>
          {action.label}
        </button>
      ) : null}
      {openHref ? (
        <a
          className="notice-action"
          href={openHref}
          onClick={event => {
            if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            onOpen()
          }}
        >
          Open
        </a>
      ) : null}
      <button type="button" className="notice-action notice-close" aria-label="Dismiss" onClick={onDismiss}>
        <Icon of={X} />
      </button>
    </div>
  )
}
