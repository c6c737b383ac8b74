/** Patterns of paths: `*` stands for a part of a segment, `**` for any text. */

const MAX_PATTERN_CHARACTERS = 500

/** The expression of a pattern. Adjacent stars count once, so that matching takes linear time for each of them. */
export function globPattern(pattern: string): RegExp {
  const parts = pattern.slice(0, MAX_PATTERN_CHARACTERS).split(/(\*+)/)
  const texts = parts.map(part => {
    if (!part.startsWith('*')) return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    return part.length > 1 ? '.*?' : '[^/]*?'
  })
  return new RegExp(`^${texts.join('')}$`)
}
