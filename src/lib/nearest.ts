/** The known name that a misspelled one probably means. */

/** No name is longer, so a longer one resembles none. */
const MAX_COMPARED_CHARACTERS = 40

/** The known name with the fewest typing errors, if these are few. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_COMPARED_CHARACTERS) return undefined
  const most = name.length < 3 ? 1 : Math.min(3, Math.ceil(name.length / 3))
  let found: string | undefined
  let least = most + 1
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue
    const edits = distance(name.toLowerCase(), candidate)
    if (edits < least) [found, least] = [candidate, edits]
  }
  return found
}

/** The number of letters to add, delete, replace or swap with a neighbour (Damerau-Levenshtein). */
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const least = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1))
      row.push(isSwap ? Math.min(least, at(beforeLast, j - 2) + 1) : least)
    }
    ;[beforeLast, last] = [last, row]
  }
  return at(last, b.length)
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY
