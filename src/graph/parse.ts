/**
 * Selection forms: `opt_fields` and `opt_expand`, parsed into a tree of names.
 *
 * A path is a sequence of terms with dots between them, and may begin with `this.`; a term is a name or a group
 * `(a|b)`. Names are not validated here: the plan knows them, and unknown ones are ignored.
 */
import { tooManyFields } from '../lib/errors.ts'

/** The selection below one object: names, each with the selection below it. */
export type SelectionTree = Map<string, SelectionTree>

/**
 * What to show of one object. `expand` names the edges whose targets are shown in full. The complete form also has the
 * fields that clients must ask for.
 */
export type SelectionForm =
  | { names: SelectionTree }
  | { form: 'bare' }
  | { form: 'compact' }
  | { form: 'complete' }
  | { form: 'full'; expand: SelectionTree }

const MAX_DEPTH = 10
const MAX_NAMES = 1000
/** The maximum length of a query, where selections usually are. */
const MAX_CHARACTERS = 16_384
/**
 * The maximum number of processed names and paths, repeated ones included. Groups multiply, so a short text can expand
 * to many.
 */
const MAX_STEPS = 10_000

/**
 * Throws 400 in these cases:
 * - the text is too long;
 * - a path is deeper than 10 terms;
 * - more than 1,000 fields are named;
 * - the work exceeds `steps`.
 */
export function parsePaths(text: string, steps = { left: MAX_STEPS }): SelectionTree {
  if (text.length > MAX_CHARACTERS) throw tooManyFields(`At most ${MAX_CHARACTERS} characters can be sent`)
  const root: SelectionTree = new Map()
  const names = { left: MAX_NAMES }
  const parsedPaths = new Set<string>()
  for (const path of splitOutsideGroups(text, ',')) {
    countStep(steps)
    if (parsedPaths.has(path)) continue
    parsedPaths.add(path)
    const terms = splitOutsideGroups(path, '.').map(term => term.trim())
    if (terms[0] === 'this' && terms.length > 1) terms.shift()
    if (terms.length > MAX_DEPTH) throw tooManyFields(`A path may have at most ${MAX_DEPTH} terms`)
    addPath(root, terms, names, steps)
  }
  return root
}

function addPath(
  root: SelectionTree,
  terms: readonly string[],
  names: { left: number },
  steps: { left: number },
): void {
  let level: SelectionTree[] = [root]
  for (const term of terms) {
    const below: SelectionTree[] = []
    const choices = alternatives(term)
    for (const tree of level) {
      for (const name of choices) {
        countStep(steps)
        let next = tree.get(name)
        if (!next) {
          if (--names.left < 0) throw tooManyFields(`At most ${MAX_NAMES} fields can be asked for`)
          next = new Map()
          tree.set(name, next)
        }
        below.push(next)
      }
    }
    level = below
  }
}

function countStep(steps: { left: number }): void {
  if (--steps.left < 0) throw tooManyFields('The selection is too complex')
}

/** Whether nothing was named: an empty parameter counts as absent. */
export const isEmpty = (tree: SelectionTree): boolean => tree.size === 0

/** Each name once: a repeated name in a group would double the work with every further term. */
const alternatives = (term: string): Set<string> => {
  const names = term.startsWith('(') && term.endsWith(')') ? term.slice(1, -1).split('|') : [term]
  return new Set(names.map(name => name.trim()).filter(name => name !== ''))
}

/** Splits at a separator outside groups. */
function splitOutsideGroups(text: string, separator: string): string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (character === separator && depth === 0) {
      found.push(text.slice(start, index))
      start = index + 1
    }
  }
  found.push(text.slice(start))
  return found
}

/** The form as a cache key. */
export function formKey(form: SelectionForm): string {
  if ('names' in form) return `(${treeKey(form.names)})`
  return form.form === 'full' ? `full ${treeKey(form.expand)}` : form.form
}

const treeKey = (tree: SelectionTree): string => [...tree].map(([name, below]) => `${name}(${treeKey(below)})`).join()
