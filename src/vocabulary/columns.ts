/** Converts input values to column values. */
import type { Fields } from './field.ts'

/** The columns that the given values set. Edges to many are not columns and are left out. */
export function columns(fields: Fields, values: Record<string, unknown>): Record<string, string | number | null> {
  const set: Record<string, string | number | null> = {}
  for (const [name, value] of Object.entries(values)) {
    const kind = fields[name]?.kind
    if (kind === undefined || kind === 'many' || kind === 'parts') continue
    set[name] = stored(kind === 'json' || kind === 'someOf' ? JSON.stringify(value) : value)
  }
  return set
}

function stored(value: unknown): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
