/**
 * The text of an object while a person edits it: a draft on the disk, sent shortly after the last change together with
 * the version that it is based on, and merged with what other people write meanwhile.
 *
 * Invariants:
 * - What is typed is based on the version that the field shows, not on a later one of another person.
 * - One version is on its way at a time. What is typed meanwhile is based on it.
 * - The draft exists until its text is in the outbox, and until a conflict is decided.
 */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Cache } from '../../data/cache.ts'
import { createDraftWriter } from '../../data/drafts.ts'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { editedTexts, sendText, type TextField, type TextReport, textDraft } from '../../data/texts.ts'
import type { RichTextHandle } from './editor_props.ts'
import { type Merge, mergeTexts } from './merge.ts'
import { canonical, parseInBrowser } from './xml.ts'

/** A text is sent after this time without a change. */
export const SEND_DELAY_MS = 400

const inCanonicalForm = (text: string): string => canonical(text, parseInBrowser)

type Conflict = NonNullable<Merge['conflict']>

interface TextSession {
  /** The field gets the focus: what it shows now stays, also when another person changes the text. */
  enter(): void
  change(value: string, getShown: () => string): void
  /** Sends what waits, and shows what other people wrote while the field had the focus. */
  leave(): void
  choose(value: string): void
  start(): () => void
}

interface SessionOptions {
  readonly cache: Cache
  readonly gid: Gid
  readonly field: TextField
  readonly editor: RefObject<RichTextHandle | null>
  showConflict(conflict: Conflict | undefined): void
}

function createSession({ cache, gid, field, editor, showConflict }: SessionOptions): TextSession {
  const draft = createDraftWriter(cache.persistence, textDraft(gid))
  const setTyped = (isWaiting: boolean) => cache.outbox.setTyped(textDraft(gid), isWaiting)
  const stored = (): string => inCanonicalForm(String(cache.records.get(gid)?.[field] ?? ''))
  /** What the person has typed, while it differs from what was sent. */
  let mine: { value: string; getShown(): string } | undefined
  /** The version on which `mine` is based; undefined while nothing is edited. */
  let base: string | undefined
  /** The version that the field shows while it has the focus and nothing is edited. */
  let seen: string | undefined
  let sent: string | undefined
  let timer: number | undefined
  let conflict: { theirs: string } | undefined

  const put = (value: string, from: string, shown: string) => {
    sent = value
    sendText(cache.outbox, { gid, field, base: from, value, shown })
  }
  const flush = () => {
    clearTimeout(timer)
    draft.flush()
    if (!mine || base === undefined || sent !== undefined || conflict) return
    const { value, getShown } = mine
    mine = undefined
    const from = base
    if (value !== from) put(value, from, getShown())
    else base = undefined
    setTyped(false)
    draft.clear()
  }
  const edit = (value: string, getShown: () => string) => {
    base ??= seen ?? stored()
    mine = { value, getShown }
    setTyped(true)
    draft.write({ text: value, base: sent ?? base })
    clearTimeout(timer)
    timer = window.setTimeout(flush, SEND_DELAY_MS)
  }
  /** Shows and sends a text that replaces what is in the editor. */
  const replace = (value: string, from: string) => {
    editor.current?.setValue(value)
    seen = value
    base = from
    mine = { value, getShown: () => value }
    flush()
  }
  /** Whether a report is about a text that an earlier page sent. */
  const isEarlier = ({ value }: TextReport): boolean => sent !== undefined && value !== sent
  const settle = (report: Extract<TextReport, { kind: 'text_saved' }>) => {
    if (isEarlier(report)) return
    sent = undefined
    seen = inCanonicalForm(report.current)
    base = mine ? seen : undefined
    flush()
  }
  const merge = (report: Extract<TextReport, { kind: 'text_changed' }>) => {
    if (isEarlier(report)) {
      base = report.base
      return
    }
    const { theirs } = report
    const own = mine?.value ?? report.value
    const from = sent !== undefined && base !== undefined ? base : report.base
    sent = undefined
    const merged = mergeTexts(from, own, theirs, parseInBrowser)
    cache.records.confirm([{ gid, members: { [field]: theirs } }])
    if (merged.text !== undefined) {
      replace(merged.text, inCanonicalForm(theirs))
      return
    }
    conflict = { theirs: inCanonicalForm(theirs) }
    draft.write({ text: own, base: from })
    draft.flush()
    setTyped(false)
    showConflict({ ...merged.conflict, theirs })
  }
  const refuse = (report: TextReport) => {
    if (isEarlier(report)) return
    // The text stays in the editor and on the disk; another change tries again.
    draft.write({ text: mine?.value ?? report.value, base: report.base })
    draft.flush()
    setTyped(false)
    sent = undefined
  }
  /** Goes on with what an earlier page left. */
  const resume = async () => {
    const left = await cache.persistence.draft(textDraft(gid))
    if (!left || mine || sent !== undefined) return
    replace(left.text, left.base ?? stored())
  }
  return {
    enter: () => {
      seen = editor.current?.getValue()
    },
    change: (value, getShown) => {
      if (!conflict) edit(value, getShown)
    },
    leave: () => {
      flush()
      seen = undefined
      const current = String(cache.records.get(gid)?.[field] ?? '')
      const isSettled = mine === undefined && sent === undefined && !conflict
      if (isSettled && inCanonicalForm(current) !== editor.current?.getValue()) editor.current?.setValue(current)
    },
    choose: value => {
      const theirs = conflict?.theirs ?? stored()
      conflict = undefined
      showConflict(undefined)
      draft.clear()
      replace(inCanonicalForm(value), theirs)
    },
    start: () => {
      editedTexts.add(gid)
      void resume()
      let hasEnded = false
      const stop = cache.onReport(report => {
        if (!('field' in report) || report.gid !== gid) return
        if (report.kind === 'text_saved') settle(report)
        else if (report.kind === 'text_changed') merge(report)
        else refuse(report)
        if (hasEnded && sent === undefined) stop()
      })
      addEventListener('pagehide', flush)
      return () => {
        flush()
        // What is on its way is followed to its end, also without an editor.
        if (sent === undefined) stop()
        hasEnded = true
        removeEventListener('pagehide', flush)
        editedTexts.delete(gid)
      }
    },
  }
}

/** A session of editing a text: its functions for the editor, and the conflict to decide. */
export function useText(gid: Gid, field: TextField, editor: RefObject<RichTextHandle | null>, canEdit: boolean) {
  const cache = useCache()
  const [conflict, showConflict] = useState<Conflict>()
  const editorRef = useRef(editor)
  editorRef.current = editor
  const session = useMemo(
    () => createSession({ cache, gid, field, editor: editorRef.current, showConflict }),
    [cache, gid, field],
  )
  useEffect(() => (canEdit ? session.start() : undefined), [session, canEdit])
  const { enter, change, leave, choose } = session
  return { conflict, enter, change, leave, choose }
}
