/** The names of keys in the sheet of shortcuts and in the documentation. */
import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'

const SIGNS: Readonly<Record<string, string>> = {
  ...{ ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc' },
  ...{ PageUp: 'Page up', PageDown: 'Page down' },
}

/** Keys as the browser presses them, such as `Control+Shift+z` or `g h`, in the words of people. */
export function keyNames(keys: string): { sheet: string; docs: string } {
  const named = keys.split(' ').map(one =>
    one
      .split(/\+(?=.)/)
      .map(name => SIGNS[name] ?? (name.length === 1 ? name.toUpperCase() : name))
      .join('+'),
  )
  return {
    sheet: named.join(' ').replaceAll('Control', 'Ctrl'),
    docs: named.join(' then ').replaceAll('Control', 'Mod'),
  }
}

/** All keys that the open sheet shows. */
export async function sheetKeys(sheet: Locator): Promise<Set<string>> {
  await sheet.waitFor()
  return new Set(await sheet.locator('kbd').allInnerTexts())
}

/** All keys of the tables of the documentation. */
export async function documentedKeys(): Promise<Set<string>> {
  const text = await readFile(new URL('../../../docs/app.md', import.meta.url), 'utf8')
  const [, section = ''] = /\n## Working without the mouse\n(.*?)\n## /s.exec(text) ?? []
  return new Set([...section.matchAll(/^\| (.*?) \|/gm)].flatMap(([, keys = '']) => keys.split(', ')))
}
