/** Small pieces of text: prose with code in it, JSON in colours, a method. */

import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'

/** Prose of the declarations, in which backticks mark code. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, at) => (at % 2 ? <code key={String(at)}>{part}</code> : part))
}

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** Longer texts stay in one colour: each word of colour is an element. */
const MAX_HIGHLIGHTED_CHARACTERS = 60_000

/** JSON, coloured. */
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

/** Goes to the anchor of the address, once what it names is on the page, and for those who hear the page as well. */
export function useAnchor(isReady: boolean): void {
  const { hash, key } = useLocation({ select: ({ hash, state }) => ({ hash, key: state.__TSR_key }) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same anchor can be gone to twice
  useEffect(() => {
    const place = isReady && hash ? document.getElementById(decodeURIComponent(hash)) : null
    if (!place) return
    place.scrollIntoView()
    place.focus({ preventScroll: true })
  }, [isReady, hash, key])
}
