/** JSON objects, as clients send them and as the server answers. */

export type ScimJson = Record<string, unknown>

export function isObject(value: unknown): value is ScimJson {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
