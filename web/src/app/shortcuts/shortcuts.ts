/**
 * Keys: one listener for the page finds the command of a key, or of two keys one after the other. Single keys act outside
 * of text fields only, and can be switched off.
 */
import { useEffect } from 'react'
import { availableCommands, type Command } from '../../components/commands.ts'
import { preferences } from '../../data/preferences.ts'
import { hasCommandKey } from '../../text/keys.ts'

const SEQUENCE_MS = 1000

const TEXT =
  'input:not([type=checkbox],[type=radio],[type=button]),textarea,select,[contenteditable=true],[role=textbox]'

const isInText = (target: EventTarget | null): boolean => target instanceof Element && target.closest(TEXT) !== null

/** Whether a key belongs to an open dialog or menu, in which single keys do not act on what lies below. */
const isInOverlay = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog],[role=alertdialog],[role=menu]') !== null

/** The name of the pressed key as commands write it, such as `Mod+Shift+Z` or `E`. */
function keyName({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const isLetter = key.length === 1
  // On a layout without Latin letters the position of the key decides.
  const printed = isLetter && key > '\u007f' && code.startsWith('Key') ? code.slice(3) : key
  const name = printed.length === 1 ? printed.toUpperCase() : printed
  const isShifted = shiftKey && (!isLetter || /^[A-Z]$/.test(name))
  const modifiers = [(hasCommandKey() ? metaKey : ctrlKey) && 'Mod', altKey && 'Alt', isShifted && 'Shift']
  return [...modifiers.filter(Boolean), name === ' ' ? 'Space' : name].join('+')
}

const find = (keys: string): Command | undefined => availableCommands().find(command => command.keys?.includes(keys))

const startsSequence = (key: string): boolean =>
  availableCommands().some(({ keys }) => keys?.some(one => one.startsWith(`${key} then `)))

export function useShortcuts(): void {
  useEffect(() => {
    let first = ''
    let timer: number | undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented || document.querySelector('[role=dialog][data-modal]')) return
      const name = keyName(event)
      const isSingle = !/^(Mod|Alt)\+|F6$/.test(name)
      if (isSingle && (isInText(event.target) || isInOverlay(event.target) || !preferences().shortcuts)) return
      if (name === 'Mod+Z' && isInText(event.target)) return
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
