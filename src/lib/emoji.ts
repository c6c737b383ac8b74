/**
 * Emoji as people react with them: one emoji of the Unicode standard, with the skin tones that the person chose. The base
 * of an emoji is the same one without skin tones.
 */

export interface Emoji {
  base: string
  /** The emoji itself, with its skin tones. */
  variant: string
}

/** The longest emoji of the standard have ten code points, so no longer text is one. */
const MAX_CHARACTERS = 40

const SKIN_TONES = /[\u{1F3FB}-\u{1F3FF}]/gu
/** Asks for the coloured form of a character that also has a plain one. A skin tone takes its place. */
const COLOURED = '\u{FE0F}'

/** Bases that have no sequence of their own: people of two skin tones are joined, of one they are a single character. */
const SINGLE_BASES = new Map([
  ['👩‍🤝‍👩', '👭'],
  ['👩‍🤝‍👨', '👫'],
  ['👨‍🤝‍👨', '👬'],
  ['🧑‍❤️‍🧑', '💑'],
  ['🧑‍❤️‍💋‍🧑', '💏'],
  ['🫱‍🫲', '🤝'],
])

const isEmoji = (text: string): boolean => /^\p{RGI_Emoji}$/v.test(text)

/** The first of these texts that is an emoji. */
const firstEmoji = (...texts: string[]): string | undefined => texts.find(isEmoji)

/** The emoji that a text is; undefined for any other text. */
export function parseEmoji(text: string): Emoji | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  const variant = firstEmoji(text, text + COLOURED)
  if (variant === undefined) return undefined
  const bare = variant.replace(SKIN_TONES, '')
  const base = firstEmoji(bare, variant.replace(SKIN_TONES, COLOURED)) ?? SINGLE_BASES.get(bare)
  // A skin tone alone is an emoji too.
  return { base: base ?? variant, variant }
}
