/**
 * Keys: one listener for the page finds the command of a key, or of two keys one after the other. In a text field only
 * the command menu and the regions of the window have keys; single keys can be switched off.
 */
import { useLayoutEffect } from 'react'
import { availableCommands, type Command } from '../../components/commands.ts'
import { preferences } from '../../data/preferences.ts'
import { hasCommandKey, hasForeignKey, letterOf } from '../../text/keys.ts'

const SEQUENCE_MS = 1000

const TEXT =
  'input:not([type=checkbox],[type=radio],[type=button]),textarea,select,[contenteditable=true],[role=textbox]'

const isInText = (target: EventTarget | null): boolean => target instanceof Element && target.closest(TEXT) !== null

/** Whether a key belongs to an open dialog or menu, in which single keys do not act on what lies below. */
const isInOverlay = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog],[role=alertdialog],[role=menu]') !== null

/** Keys that act in a text field too, where all others are part of writing. */
const IN_TEXT: ReadonlySet<string> = new Set(['Mod+K', 'F6', 'Shift+F6'])

/** The name of the pressed key as commands write it, such as `Mod+Shift+Z` or `E`; empty for keys of the system. */
function keyName(event: KeyboardEvent): string {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  // AltGr, which some systems report as Ctrl+Alt, only chooses the printed character.
  const isPrinted = event.getModifierState('AltGraph')
  if (hasForeignKey(event) && !isPrinted) return ''
  const letter = letterOf(event).toUpperCase()
  const isShifted = shiftKey && (key.length > 1 || letter !== '')
  const hasMod = (hasCommandKey() ? metaKey : ctrlKey) && !isPrinted
  const modifiers = [hasMod && 'Mod', altKey && !isPrinted && 'Alt', isShifted && 'Shift']
  return [...modifiers.filter(Boolean), letter || (key === ' ' ? 'Space' : key)].join('+')
}

const find = (keys: string): Command | undefined => availableCommands().find(command => command.keys?.includes(keys))

const startsSequence = (key: string): boolean =>
  availableCommands().some(({ keys }) => keys?.some(one => one.startsWith(`${key} then `)))

/** Listens to keys from the first paint on. */
export function useShortcuts(): void {
  useLayoutEffect(() => {
    let first = ''
    let timer: number | undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented || document.querySelector('[role=dialog][data-modal]')) return
      const name = keyName(event)
      const isSingle = !/^(Mod|Alt)\+|F6$/.test(name)
      if (isInText(event.target) && !IN_TEXT.has(name)) return
      if (isSingle && (isInOverlay(event.target) || !(preferences().shortcuts || name === 'Escape'))) return
      const command = (first ? find(`${first} then ${name}`) : undefined) ?? find(name)
      first = ''
      clearTimeout(timer)
      if (command) {
        event.preventDefault()
        command.run()
      } else if (isSingle && startsSequence(name)) {
        first = name
        timer = window.setTimeout(() => {
          first = ''
        }, SEQUENCE_MS)
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
