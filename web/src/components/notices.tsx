/**
 * Notices of what happened, one at a time, with a way back. They are announced to screen readers and do not take the
 * focus. The time stops while the pointer or the focus is on them; errors stay until they are dismissed.
 */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { NoticeCard } from './display/notice.tsx'

export interface Notice {
  readonly text: string
  readonly isError?: boolean
  /** Takes the act back. */
  readonly undo?: () => void
  /** Opens what the notice is about. */
  readonly open?: { readonly href: string; readonly follow: () => void }
  /** Another way to go on, such as "Edit again". */
  readonly action?: { readonly label: string; readonly run: () => void }
  /** The notice stays until everything is done. */
  readonly progress?: NoticeProgress
}

/** How far an act is that changes many objects. */
export interface NoticeProgress {
  readonly total: number
  done(): number
  subscribe(listener: () => void): () => void
}

export type Notify = (notice: Notice | string) => void

const NOTICE_MS = 8000

const Notices = createContext<Notify>(() => {})

export const useNotice = (): Notify => useContext(Notices)

interface ShownNotice extends Notice {
  readonly count: number
}

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<ShownNotice>({ text: '', count: 0 })
  const [isHeld, setHeld] = useState(false)
  const isWorking = useWorking(notice.progress)
  const notify = useCallback<Notify>(next => {
    const shown = typeof next === 'string' ? { text: next } : next
    setNotice(({ count }) => ({ ...shown, count: count + 1 }))
  }, [])
  const dismiss = useCallback(() => setNotice(({ count }) => ({ text: '', count })), [])
  useEffect(() => {
    if (!notice.text || notice.isError || isHeld || isWorking) return
    const timer = setTimeout(dismiss, NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice, isHeld, isWorking, dismiss])
  const hold = useMemo(
    () => ({
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
    }),
    [],
  )
  return (
    <Notices.Provider value={notify}>
      {children}
      <section className="notices" aria-label="Notices" {...hold}>
        <div role="status" aria-live="polite">
          {notice.text && !notice.isError ? <Shown key={notice.count} notice={notice} dismiss={dismiss} /> : null}
        </div>
        {notice.text && notice.isError ? (
          <div role="alert">
            <Shown key={notice.count} notice={notice} dismiss={dismiss} />
          </div>
        ) : null}
      </section>
    </Notices.Provider>
  )
}

const NO_CHANGES = () => () => {}

/** Whether an act is still being sent. */
const useWorking = (progress: NoticeProgress | undefined): boolean =>
  useSyncExternalStore(
    progress?.subscribe ?? NO_CHANGES,
    () => progress !== undefined && progress.done() < progress.total,
  )

function Shown({
  notice: { text, isError, undo, open, action, progress },
  dismiss,
}: {
  notice: Notice
  dismiss(): void
}) {
  const then = (run: () => void) => () => {
    dismiss()
    run()
  }
  return (
    <NoticeCard
      kind={isError ? 'error' : 'done'}
      {...(undo && { onUndo: then(undo) })}
      {...(action && { action: { label: action.label, run: then(action.run) } })}
      {...(open && { openHref: open.href, onOpen: then(open.follow) })}
      onDismiss={dismiss}
      {...(progress && { progress })}
    >
      {text}
    </NoticeCard>
  )
}
