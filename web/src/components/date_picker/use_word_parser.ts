/** The parser of dates in words, which is loaded when something first needs it. */
import { useEffect, useState } from 'react'

export type WordParser = typeof import('./words.ts')

/** The parser once it is loaded. Without it, dates in words stay text. */
export function useWordParser(): WordParser | undefined {
  const [parser, setParser] = useState<WordParser>()
  useEffect(() => {
    let isCurrent = true
    import('./words.ts').then(
      words => isCurrent && setParser(words),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return parser
}
