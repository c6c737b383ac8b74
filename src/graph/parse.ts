/**
 * From what a client asked for (`opt_fields`, `opt_expand`) to a tree of names.
 *
 * A path is a row of terms with dots between them, and may begin with `this.`; a term is a name or a group `(a|b)`.
 * Names are not checked here: the plan knows them, and unknown ones are ignored.
 */
import { tooManyFields } from '../lib/errors.ts'

/** What was asked for below one object: names, and what was asked for below each of them. */
export type Tree = Map<string, Tree>

const DEEPEST = 10
const MOST = 1000
/** As much as a query holds, which is the usual place of a selection. */
const LONGEST = 16_384
/** Names and paths that are looked at, new ones and others: groups multiply, so a short text can stand for many. */
const MOST_STEPS = 10_000

/**
 * Throws 400 when the text is too long, when a path is deeper than 10 terms, when more than 1,000 fields are named, and
 * when the work would be more than `steps`.
 */
export function parsePaths(text: string, steps = { left: MOST_STEPS }): Tree {
  if (text.length > LONGEST) throw tooManyFields(`At most ${LONGEST} characters can be sent`)
  const root: Tree = new Map()
  const names = { left: MOST }
  const seen = new Set<string>()
  for (const path of outside(text, ',')) {
    spend(steps)
    if (seen.has(path)) continue
    seen.add(path)
    const terms = outside(path, '.').map(term => term.trim())
    if (terms[0] === 'this' && terms.length > 1) terms.shift()
    if (terms.length > DEEPEST) throw tooManyFields(`A path may have at most ${DEEPEST} terms`)
    walk(root, terms, names, steps)
  }
  return root
}

function walk(root: Tree, terms: readonly string[], names: { left: number }, steps: { left: number }): void {
  let level: Tree[] = [root]
  for (const term of terms) {
    const below: Tree[] = []
    const choices = alternatives(term)
    for (const tree of level) {
      for (const name of choices) {
        spend(steps)
        let next = tree.get(name)
        if (!next) {
          if (--names.left < 0) throw tooManyFields(`At most ${MOST} fields can be asked for`)
          next = new Map()
          tree.set(name, next)
        }
        below.push(next)
      }
    }
    level = below
  }
}

function spend(steps: { left: number }): void {
  if (--steps.left < 0) throw tooManyFields('The selection is too complex')
}

/** Whether anything at all was named: an empty parameter counts as not given. */
export const isEmpty = (tree: Tree): boolean => tree.size === 0

/** Each name once: a name twice in a group would double the work with every further term. */
const alternatives = (term: string): Set<string> => {
  const names = term.startsWith('(') && term.endsWith(')') ? term.slice(1, -1).split('|') : [term]
  return new Set(names.map(name => name.trim()).filter(name => name !== ''))
}

/** Splits at a separator that does not stand inside a group. */
function outside(text: string, separator: string): string[] {
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
