/** Key combinations as people and assistive technologies read them. `Mod` is Ctrl, or ⌘ on macOS. */

/** Whether the keyboard has a ⌘ key. */
export const hasCommandKey = (platform: string = globalThis.navigator?.platform ?? ''): boolean =>
  /^(?:Mac|iP)/.test(platform)

const MAC_SIGNS: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃', Enter: '↵' }

/** A combination such as `Mod+Shift+Z` or `G then H`, as it is shown. */
export function formatKeys(keys: string, isMac: boolean = hasCommandKey()): string {
  const combination = (part: string) => {
    const names = part.split(/\+(?=.)/)
    return isMac
      ? names.map(name => MAC_SIGNS[name] ?? name).join('')
      : names.map(name => (name === 'Mod' ? 'Ctrl' : name)).join('+')
  }
  return keys.split(' then ').map(combination).join(' ')
}

/** The value of `aria-keyshortcuts`; undefined for sequences, which it cannot express. */
export function ariaKeys(keys: string | undefined, isMac: boolean = hasCommandKey()): string | undefined {
  if (!keys || keys.includes(' then ')) return undefined
  return keys.replace('Mod', isMac ? 'Meta' : 'Control').replace('Ctrl', 'Control')
}
