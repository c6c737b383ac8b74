/** Key combinations as people and assistive technologies read them. `Mod` is Ctrl, or ⌘ on macOS. */

/** Whether the keyboard has a ⌘ key. */
export const hasCommandKey = (platform: string = globalThis.navigator?.platform ?? ''): boolean =>
  /^(?:Mac|iP)/.test(platform)

/** What of a keyboard event names its key. */
export interface KeyEvent {
  readonly key: string
  readonly code: string
}

/** The printed letter in lower case, or that of the key position on layouts without Latin letters; empty for other keys. */
export function letterOf({ key, code }: KeyEvent): string {
  if (key.length !== 1) return ''
  if (/[a-z]/i.test(key)) return key.toLowerCase()
  return /\p{L}/u.test(key) && code.startsWith('Key') ? code.slice(3).toLowerCase() : ''
}

interface Modifiers {
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** Whether the modifier is held that commands have: Ctrl, or ⌘ on macOS. */
export const hasMod = ({ ctrlKey, metaKey }: Modifiers): boolean => (hasCommandKey() ? metaKey : ctrlKey)

/** Whether the modifier is held that has no meaning in the app: its keys belong to the system. */
export const hasForeignKey = ({ ctrlKey, metaKey }: Modifiers): boolean => (hasCommandKey() ? ctrlKey : metaKey)

/** The parts of a keyboard event that say what a row or a card does. */
export interface KeyPress extends KeyEvent {
  readonly shiftKey: boolean
  readonly altKey: boolean
  /** Ctrl, or ⌘ on macOS. */
  readonly isMod: boolean
}

export const pressOf = (event: Omit<KeyPress, 'isMod'> & Modifiers): KeyPress => {
  const { key, code, shiftKey, altKey } = event
  return { key, code, shiftKey, altKey, isMod: hasMod(event) }
}

const SIGNS: Readonly<Record<string, string>> = {
  ...{ ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc' },
  ...{ PageUp: 'Page up', PageDown: 'Page down' },
}

const MAC_SIGNS: Readonly<Record<string, string>> = {
  ...SIGNS,
  ...{ Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃', Enter: '↵' },
}

/** A combination such as `Mod+Shift+Z` or `G then H`, as it is shown. */
export function formatKeys(keys: string, isMac: boolean = hasCommandKey()): string {
  const combination = (part: string) => {
    const names = part.split(/\+(?=.)/)
    return isMac
      ? names.map(name => MAC_SIGNS[name] ?? name).join('')
      : names.map(name => (name === 'Mod' ? 'Ctrl' : (SIGNS[name] ?? name))).join('+')
  }
  return keys.split(' then ').map(combination).join(' ')
}

/** The value of `aria-keyshortcuts`; undefined for sequences, which it cannot express. */
export function ariaKeys(keys: string | undefined, isMac: boolean = hasCommandKey()): string | undefined {
  if (!keys || keys.includes(' then ')) return undefined
  return keys.replace('Mod', isMac ? 'Meta' : 'Control').replace('Ctrl', 'Control')
}
