/** What the outbox reports to the person: refused changes and conflicts; and the state that scripts read. */
import { useEffect, useRef } from 'react'
import { useNotice } from '../../components/notices.tsx'
import { useCache, useConnection, useOutbox } from '../../data/hooks.ts'
import { type Failures, failureText, withFailure } from './failures.ts'

export function ReportNotices() {
  const cache = useCache()
  const notify = useNotice()
  const { unsent } = useOutbox()
  const connection = useConnection()
  const failures = useRef<Failures | null>(null)
  useEffect(
    () =>
      cache.onReport(report => {
        if (report.kind !== 'rejected') return
        const { title, subject } = report.item
        const name = String(cache.records.get(subject)?.name ?? '') || 'Untitled'
        failures.current = withFailure(failures.current, title, subject, name)
        notify({ text: failureText(failures.current, report.answer.message), isError: true })
      }),
    [cache, notify],
  )
  useEffect(() => {
    // What is refused later belongs to another act, also where it is called the same.
    if (unsent === 0) failures.current = null
    document.documentElement.dataset.unsent = String(unsent)
  }, [unsent])
  useEffect(() => {
    document.documentElement.dataset.live = connection
  }, [connection])
  return null
}
