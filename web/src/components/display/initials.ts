/** The initials and the colour of a person. */

/** Colours with white text. */
const COLORS = [
  'dark-pink',
  'dark-green',
  'dark-blue',
  'dark-red',
  'dark-teal',
  'dark-brown',
  'dark-orange',
  'dark-purple',
] as const

/** The colour of a person: the same in every place, because it depends on the gid only. */
export function colorOf(gid: string): (typeof COLORS)[number] {
  let sum = 0
  for (const character of gid) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 997
  return COLORS[sum % COLORS.length] ?? COLORS[0]
}

/** The first letters of the first and the last word; one letter for one word, "?" without a name. */
export function initialsOf(name: string): string {
  const letters = name
    .split(/[\s@._-]+/u)
    .map(word => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? '')
    .filter(Boolean)
  const [first = '?'] = letters
  const last = letters.length > 1 ? letters.at(-1) : ''
  return `${first}${last}`.toLocaleUpperCase()
}
