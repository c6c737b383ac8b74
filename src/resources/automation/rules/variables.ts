/**
 * Variables in the texts of a rule: `{{name}}` stands for a value that the request sent; `{{task.gid}}` and
 * `{{task.name}}` for the task. A name without a value stands for nothing.
 */
import { malformed } from '../../../lib/errors.ts'

/** Replaces the variables in a text. Throws 400 if it becomes too long. */
export type Render = (text: string) => string

const VARIABLE = /\{\{\s*([^{}\s][^{}]{0,99}?)\s*\}\}/g
const MAX_CHARACTERS = 65_535

const textOf = (value: unknown): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Creates the function that replaces variables. `payload` has the values of the request. */
export function rendererOf(payload: Record<string, unknown>, task: { gid: string; name: string }): Render {
  const values = new Map(Object.entries(payload).map(([name, value]) => [name, textOf(value)]))
  values.set('task.gid', task.gid)
  values.set('task.name', task.name)
  return text => {
    let length = text.length
    return text.replaceAll(VARIABLE, (_whole, name: string) => {
      const value = values.get(name) ?? ''
      length += value.length
      if (length > MAX_CHARACTERS) throw malformed(`A text of the rule has more than ${MAX_CHARACTERS} characters`)
      return value
    })
  }
}

/** A JSON value in which the variables of each text are replaced. Names of members are not. */
export function renderAll(value: unknown, render: Render): unknown {
  if (typeof value === 'string') return render(value)
  if (Array.isArray(value)) return value.map(item => renderAll(item, render))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renderAll(member, render)]))
}
