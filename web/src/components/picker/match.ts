/** Matching of typed text with options: without case and accents, by the beginnings of words first. */

/** Text in the form in which it is compared. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** How well an option matches: lower is better, null is no match. */
function rankOf(label: string, text: string): number | null {
  const found = plain(label)
  if (found === text) return 0
  if (found.startsWith(text)) return 1
  if (found.split(/[^\p{L}\p{N}]+/u).some(word => word.startsWith(text))) return 2
  if (found.includes(text)) return 3
  const words = text.split(/\s+/)
  return words.length > 1 && words.every(word => found.includes(word)) ? 4 : null
}

/** The options that match, best first, otherwise in their order. All options for an empty text. */
export function matching<T extends { label: string; detail?: string }>(
  options: readonly T[],
  text: string,
): readonly T[] {
  const typed = plain(text.trim())
  if (typed === '') return options
  const DETAIL_RANK = 5
  return options
    .map(option => {
      const rank = rankOf(option.label, typed)
      return { option, rank: rank ?? (option.detail && plain(option.detail).includes(typed) ? DETAIL_RANK : null) }
    })
    .filter((entry): entry is { option: T; rank: number } => entry.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
}
