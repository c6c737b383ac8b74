/** What keys and presses do to a selection: the same in lists and on boards. */
import { hasMod, type KeyPress, letterOf } from '../../text/keys.ts'
import type { SelectionAct } from './selection.ts'

/** Elements that people write in, or that have keys and presses of their own. */
export const EDITABLE = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]'

/** X toggles what has the focus, Mod+A selects everything that is shown; null for other keys. */
export function selectionKey(press: KeyPress, hasLetterKeys: boolean): { type: 'toggle' | 'all' } | null {
  if (press.altKey || press.shiftKey) return null
  const letter = letterOf(press)
  if (press.isMod) return letter === 'a' ? { type: 'all' } : null
  return hasLetterKeys && letter === 'x' ? { type: 'toggle' } : null
}

type Press = Pick<MouseEvent, 'target' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

/** With Shift a press extends the selection, with Mod it toggles one; null for other presses. `current` had the focus before. */
export function selectionPress(press: Press, gid: string, current: string | null): SelectionAct | null {
  if (!(press.target instanceof Element) || press.target.closest(EDITABLE)) return null
  if (press.shiftKey) return { type: 'extend', gid, from: current ?? gid }
  return hasMod(press) ? { type: 'toggle', gid } : null
}
