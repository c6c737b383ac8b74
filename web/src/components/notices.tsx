/** Says what has been done, to eyes and to screen readers, without taking the focus. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'

const NOTICE_MS = 6000

const Notices = createContext<(text: string) => void>(() => {})

export const useNotice = () => useContext(Notices)

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState({ text: '', count: 0 })
  const say = useCallback((text: string) => setNotice(({ count }) => ({ text, count: count + 1 })), [])
  useEffect(() => {
    if (!notice.text) return
    const timer = setTimeout(() => setNotice(({ count }) => ({ text: '', count })), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <Notices.Provider value={say}>
      {children}
      <div className="notices" role="status" aria-live="polite">
        {notice.text ? (
          <p key={notice.count} className="notice">
            {notice.text}
          </p>
        ) : null}
      </div>
    </Notices.Provider>
  )
}
