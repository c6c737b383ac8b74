/** Comma-separated values, as RFC 4180 writes them. */

/** Programs for tables run texts that begin like this as formulas. */
const FORMULA = /^[=+\-@\t\r]/

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a file, with the mark by which programs recognize UTF-8. */
export const csvOf = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map(line => line.map(cellOf).join(',')).join('\r\n')}\r\n`
