/** A rule while it is edited: parts with keys, and what is wrong with them. */

import type { Definition, Part, PartKind, PartKinds, Rule } from './rule.ts'
import { wordsOf } from './words.ts'

/** A part with a key, by which its row is found while others are removed. */
interface DraftPart {
  readonly key: number
  readonly part: Part
}

export interface Draft {
  readonly name: string
  readonly trigger: DraftPart
  readonly conditions: readonly DraftPart[]
  readonly actions: readonly DraftPart[]
}

export type PartList = 'conditions' | 'actions'

let lastKey = 0

export const draftPart = (part: Part): DraftPart => ({ key: ++lastKey, part })

/** A part of a kind, with the first value of each choice that is required. */
export function newPart({ kind, fields }: PartKind): Part {
  const chosen = fields.flatMap(({ name, values, is_required, type }) => {
    if (is_required && values[0] !== undefined) return [[name, values[0]]]
    return is_required && type === 'number' ? [[name, 1]] : []
  })
  return { kind, ...Object.fromEntries(chosen) }
}

export function draftOf(rule: Rule | null, { triggers, actions }: PartKinds): Draft {
  if (rule) {
    return {
      name: rule.name,
      trigger: draftPart(rule.trigger),
      conditions: rule.conditions.map(draftPart),
      actions: rule.actions.map(draftPart),
    }
  }
  const first = (kinds: readonly PartKind[], wanted: string) => {
    const kind = kinds.find(one => one.kind === wanted) ?? kinds[0]
    return draftPart(kind ? newPart(kind) : { kind: wanted })
  }
  return { name: '', trigger: first(triggers, 'task_added'), conditions: [], actions: [first(actions, 'assign')] }
}

export const definitionOf = ({ trigger, conditions, actions }: Draft): Definition => ({
  trigger: trigger.part,
  conditions: conditions.map(({ part }) => part),
  actions: actions.map(({ part }) => part),
})

/** A message of the server, and the part that it is about; `index` is null for the trigger and for a whole list. */
interface PartProblem {
  readonly list: string
  readonly index: number | null
  readonly text: string
}

/** The part that a message of the server names, as in `actions: [0]: in_days: Must be a number`. */
export function problemIn(message: string): PartProblem | null {
  const [, list, index, text] = /^(trigger|conditions|actions): (?:\[(\d+)\]: )?(.+)$/s.exec(message) ?? []
  if (!list || !text) return null
  // The member has the same words as its input.
  const shown = text.replace(/^\w+(?=: )/, wordsOf)
  return { list, index: index === undefined ? null : Number(index), text: shown }
}
