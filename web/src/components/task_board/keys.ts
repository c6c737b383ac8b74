/** What a key does on a card. */
import type { CardStep } from './columns.ts'

interface KeyPress {
  readonly key: string
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

const STEPS: Readonly<Record<string, CardStep>> = {
  ...{ ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right', Home: 'top', End: 'bottom' },
}
const LETTERS: Readonly<Record<string, CardStep>> = { j: 'down', k: 'up' }
const MIRRORED: Readonly<Record<string, CardStep>> = { left: 'right', right: 'left' }

export type CardKey = { readonly type: 'focus' | 'move'; readonly step: CardStep } | { readonly type: 'open' } | null

/** The meaning of a key; null where a card has none for it. */
export function cardKey(press: KeyPress, isRightToLeft: boolean, hasLetters: boolean): CardKey {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = press
  if (ctrlKey || metaKey) return null
  const named = STEPS[key]
  const step = named && isRightToLeft ? (MIRRORED[named] ?? named) : named
  if (step && altKey === shiftKey) return { type: altKey ? 'move' : 'focus', step }
  if (altKey || shiftKey) return null
  if (key === 'Enter') return { type: 'open' }
  const letter = hasLetters ? LETTERS[key] : undefined
  return letter ? { type: 'focus', step: letter } : null
}
