/** What a key does on a card. */
import { type KeyPress, letterOf } from '../../text/keys.ts'
import { selectionKey } from '../selection/keys.ts'
import type { CardStep, FocusStep } from './columns.ts'

const STEPS: Readonly<Record<string, FocusStep>> = {
  ...{ ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right', Home: 'top', End: 'bottom' },
  ...{ PageUp: 'page_up', PageDown: 'page_down' },
}
const LETTERS: Readonly<Record<string, CardStep>> = { j: 'down', k: 'up' }
const MIRRORED: Readonly<Record<string, FocusStep>> = { left: 'right', right: 'left' }

export type CardKey =
  | { readonly type: 'focus'; readonly step: FocusStep; readonly extends?: true }
  | { readonly type: 'move'; readonly step: CardStep }
  | { readonly type: 'open' | 'toggle' | 'all' | 'clear' }
  | null

export interface CardKeyContext {
  readonly isRightToLeft: boolean
  /** Whether J, K and X work. */
  readonly hasLetterKeys: boolean
  readonly hasSelection: boolean
}

const isPage = (step: FocusStep): step is 'page_up' | 'page_down' => step === 'page_up' || step === 'page_down'

/** What a key that leads somewhere does; with Shift it extends the selection within the column. */
function stepKey({ altKey, shiftKey }: KeyPress, step: FocusStep): CardKey {
  if (altKey) return shiftKey && !isPage(step) ? { type: 'move', step } : null
  if (!shiftKey) return { type: 'focus', step }
  return step === 'up' || step === 'down' || isPage(step) ? { type: 'focus', step, extends: true } : null
}

/** The meaning of a key; null where a card has none for it. */
export function cardKey(press: KeyPress, { isRightToLeft, hasLetterKeys, hasSelection }: CardKeyContext): CardKey {
  const { key, altKey, shiftKey, isMod } = press
  const selecting = selectionKey(press, hasLetterKeys)
  if (selecting || isMod) return selecting
  const named = STEPS[key]
  if (named) return stepKey(press, isRightToLeft ? (MIRRORED[named] ?? named) : named)
  if (altKey || shiftKey) return null
  if (key === 'Enter') return { type: 'open' }
  if (key === 'Escape') return hasSelection ? { type: 'clear' } : null
  const letter = hasLetterKeys ? LETTERS[letterOf(press)] : undefined
  return letter ? { type: 'focus', step: letter } : null
}
