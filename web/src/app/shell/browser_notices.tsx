/** Notices of the browser: the newest notification, when one arrives while the person looks elsewhere. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { targetOf } from '../../components/inbox/opening.ts'
import { objectName, sentenceOf } from '../../components/inbox/sentences.ts'
import { concernsInbox } from '../../components/inbox/use_inbox.ts'
import { inboxPath } from '../../data/addresses.ts'
import { browserNotices, showBrowserNotice } from '../../data/browser_notices.ts'
import { useCache } from '../../data/hooks.ts'
import { newestNotification } from '../../data/inbox.ts'

/** Changes within this time are read together. */
const DEBOUNCE_MS = 300

export function BrowserNotices() {
  const cache = useCache()
  const navigate = useNavigate()
  useEffect(() => {
    // What came before the page was opened is not news.
    let newest = new Date().toISOString()
    let timer: number | undefined
    const show = async () => {
      const found = await newestNotification(cache).catch(() => undefined)
      if (!found || found.shown_at <= newest) return
      newest = found.shown_at
      const { actor, text } = sentenceOf(found)
      const { to, hash } = targetOf(found, cache.workspace, inboxPath(cache.workspace))
      showBrowserNotice({
        tag: found.gid,
        title: objectName(found.resource.name),
        text: [actor, text].filter(Boolean).join(' '),
        open: () => void navigate({ to, ...(hash && { hash }) }),
      })
    }
    const stop = cache.onReport(report => {
      if (!concernsInbox(report) || report.kind === 'reset' || browserNotices() !== 'on') return
      clearTimeout(timer)
      timer = window.setTimeout(() => void show(), DEBOUNCE_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [cache, navigate])
  return null
}
