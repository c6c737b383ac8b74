/**
 * The tokenizer of the text index: the words of a text, and the terms of a search. One function serves texts and
 * searches on both engines, so they always agree.
 *
 * Invariants:
 * - a token consists of letters, digits, marks or one pictograph; never of ASCII punctuation, blanks or quotes;
 * - two texts that differ only in case, diacritics, width or apostrophes have the same tokens;
 * - the work is bounded for any text.
 */

/** The part of a text that is indexed, in characters. */
export const MAX_INDEXED_CHARACTERS = 32_768

/** The maximum length of a token, in UTF-16 code units. Longer words match by their beginning. */
const MAX_TOKEN_LENGTH = 64

/** The maximum number of terms of a search. Later ones are ignored. */
export const MAX_TERMS = 16

/** Diacritics of Latin, Greek, Cyrillic, Hebrew and Arabic. In other scripts, marks distinguish words. */
const DIACRITICS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g

/** Letters without a decomposition, and the letters that people type instead. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i' },
  // The lower case of a Greek capital sigma depends on its position.
  ς: 'σ',
}
const REPLACED = new RegExp(`[${Object.keys(REPLACEMENTS).join('')}]`, 'g')

const APOSTROPHES = /(?<=[\p{L}\p{M}])['\u2019\u02bc](?=\p{L})/gu
const WORDS = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu
const ASCII = /^[\0-\x7f]*$/
const ASCII_WORDS = /[a-z0-9]+/g

/** Scripts that are written without blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** The tokens of a text, in order. */
export function tokensOf(text: string): string[] {
  const start = text.slice(0, MAX_INDEXED_CHARACTERS)
  const words = ASCII.test(start) ? foldAscii(start).match(ASCII_WORDS) : fold(start).match(WORDS)
  return (words ?? []).flatMap(segments).map(cut)
}

const foldAscii = (text: string): string => text.toLowerCase().replace(APOSTROPHES, '')

/** Normalization can lengthen a text, so it is cut again. */
const fold = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKC')
    .slice(0, MAX_INDEXED_CHARACTERS)
    .toLowerCase()
    .normalize('NFD')
    .replace(DIACRITICS, '')
    .normalize('NFC')
    .replace(REPLACED, letter => REPLACEMENTS[letter] ?? letter)
    .replace(APOSTROPHES, '')

/** A word of a script with blanks is one token. */
function segments(word: string): string | string[] {
  if (!UNSPACED.test(word)) return word
  const found: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(word)) if (isWordLike) found.push(segment)
  return found.length > 0 ? found : word
}

/** Removes half of a surrogate pair at the end. */
const cut = (token: string): string =>
  token.length <= MAX_TOKEN_LENGTH ? token : token.slice(0, MAX_TOKEN_LENGTH).replace(/[\ud800-\udbff]$/, '')

/** A part of a search: consecutive tokens. The last one matches as a prefix unless the client quoted them. */
export interface Term {
  tokens: readonly string[]
  isPrefix: boolean
}

const QUOTES = /[\u201c-\u201f\u00ab\u00bb]/g
const QUOTED_OR_NOT = /"([^"]*)"|[^"\s]+/g

/**
 * The terms of a search, all of which must match: `"quoted phrases"`, and words that match as a prefix. A single Latin
 * letter matches only the whole word.
 */
export function termsOf(search: string): Term[] {
  const terms = new Map<string, Term>()
  for (const [part, quoted] of search.replace(QUOTES, '"').matchAll(QUOTED_OR_NOT)) {
    const tokens = tokensOf(part)
    const [first = ''] = tokens
    if (tokens.length === 0) continue
    const term = { tokens, isPrefix: quoted === undefined && !(tokens.length === 1 && /^[a-z]$/.test(first)) }
    terms.set(JSON.stringify(term), term)
    if (terms.size === MAX_TERMS) break
  }
  return [...terms.values()]
}
