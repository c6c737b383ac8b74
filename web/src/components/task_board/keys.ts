/** What a key does on a card. */
import { letterOf } from '../../text/keys.ts'
import type { CardStep, FocusStep } from './columns.ts'

interface KeyPress {
  readonly key: string
  readonly code: string
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

const STEPS: Readonly<Record<string, FocusStep>> = {
  ...{ ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right', Home: 'top', End: 'bottom' },
  ...{ PageUp: 'page_up', PageDown: 'page_down' },
}
const LETTERS: Readonly<Record<string, CardStep>> = { j: 'down', k: 'up' }
const MIRRORED: Readonly<Record<string, FocusStep>> = { left: 'right', right: 'left' }

export type CardKey =
  | { readonly type: 'focus'; readonly step: FocusStep }
  | { readonly type: 'move'; readonly step: CardStep }
  | { readonly type: 'open' }
  | null

const isCardStep = (step: FocusStep): step is CardStep => step !== 'page_up' && step !== 'page_down'

/** The meaning of a key; null where a card has none for it. */
export function cardKey(press: KeyPress, isRightToLeft: boolean, hasLetters: boolean): CardKey {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = press
  if (ctrlKey || metaKey) return null
  const named = STEPS[key]
  const step = named && isRightToLeft ? (MIRRORED[named] ?? named) : named
  if (step && !altKey && !shiftKey) return { type: 'focus', step }
  if (step && altKey && shiftKey) return isCardStep(step) ? { type: 'move', step } : null
  if (altKey || shiftKey) return null
  if (key === 'Enter') return { type: 'open' }
  const letter = hasLetters ? LETTERS[letterOf(press)] : undefined
  return letter ? { type: 'focus', step: letter } : null
}
