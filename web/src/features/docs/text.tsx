/** Inline text: prose with code, highlighted JSON, HTTP methods; and anchors. */

import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'

/** Prose of the API description, in which backticks mark code. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, at) => (at % 2 ? <code key={String(at)}>{part}</code> : part))
}

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** Longer texts are not highlighted: each highlighted token is an element. */
const MAX_HIGHLIGHTED_CHARACTERS = 60_000

/** Highlighted JSON. */
export function Json({ text }: { text: string }) {
  if (text.length > MAX_HIGHLIGHTED_CHARACTERS) return text
  const parts: ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(TOKEN)) {
    const [all, quoted, colon] = match
    const shown = quoted ?? all
    parts.push(text.slice(from, match.index))
    parts.push(
      <span key={match.index} className={quoted ? (colon ? 'json-key' : 'json-text') : 'json-word'}>
        {shown}
      </span>,
    )
    from = match.index + shown.length
  }
  return [...parts, text.slice(from)]
}

export function Method({ method }: { method: string }) {
  return (
    <span className="method" data-method={method}>
      {method}
    </span>
  )
}

/** Scrolls to the anchor of the URL and focuses it, once it is rendered. */
export function useAnchor(isReady: boolean): void {
  const { hash, key } = useLocation({ select: ({ hash, state }) => ({ hash, key: state.__TSR_key }) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second navigation to the same anchor must scroll again
  useEffect(() => {
    const target = isReady && hash ? document.getElementById(decodeURIComponent(hash)) : null
    if (!target) return
    target.scrollIntoView()
    target.focus({ preventScroll: true })
  }, [isReady, hash, key])
}
