/** JSON whose numbers have more digits than a double: the source of a number when it is read, its digits when written. */

/** Functions of the runtime that the types of the language lack. */
const { parse, rawJSON } = JSON as unknown as {
  parse(text: string, revive: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
  rawJSON(text: string): object
}

/** Parses JSON; `numberOf` returns what stands for a number, from its value and its source. */
export const parseNumbers = (text: string, numberOf: (value: number, source: string) => unknown): unknown =>
  parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? numberOf(value, source) : value,
  )

/** A JSON number with these digits: `JSON.stringify` writes it as it is. */
export const exactNumber = (digits: string): object => rawJSON(digits)
