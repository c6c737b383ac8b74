/** The definition of a rule: one trigger, conditions and actions. It is stored as JSON. */
import { invalid } from '../../../lib/errors.ts'
import type { Reference } from '../../../vocabulary/input.ts'
import { actionKinds } from './actions.ts'
import { conditionKinds } from './conditions.ts'
import {
  type Copies,
  copiedPart,
  type Part,
  type PartKinds,
  parseKindOf,
  referencesOf,
  type StoredReference,
  storedPart,
  valuesOf,
} from './part.ts'
import { triggerKinds } from './triggers.ts'

export interface Definition {
  trigger: Part
  conditions: Part[]
  actions: Part[]
}

const MAX_PARTS = 20
const MAX_REQUESTS = 3

/** Parses a definition that a client sent; `references` collects the objects that it names. Throws 400. */
export function parseDefinition(
  { trigger, conditions = [], actions }: { trigger: unknown; conditions?: unknown; actions: unknown },
  references: Reference[],
): Definition {
  const definition = {
    trigger: parseKindOf(triggerKinds, 'trigger', trigger, references),
    conditions: parseList(conditionKinds, 'conditions', conditions, references),
    actions: parseList(actionKinds, 'actions', actions, references),
  }
  if (definition.actions.length === 0) throw invalid('actions', 'A rule must have an action')
  if (definition.actions.filter(({ kind }) => kind === 'send_request').length > MAX_REQUESTS)
    throw invalid('actions', `A rule can send at most ${MAX_REQUESTS} requests`)
  return definition
}

function parseList(kinds: PartKinds, at: string, raw: unknown, references: Reference[]): Part[] {
  if (!Array.isArray(raw)) throw invalid(at, 'Must be a list')
  if (raw.length > MAX_PARTS) throw invalid(at, `Too many values (maximum ${MAX_PARTS})`)
  return raw.map((one, index) => parseKindOf(kinds, `${at}: [${index}]`, one, references))
}

/** The definition of which each part is the result for that part. */
const mapParts = (
  { trigger, conditions, actions }: Definition,
  map: (kinds: PartKinds, part: Part) => Part,
): Definition => ({
  trigger: map(triggerKinds, trigger),
  conditions: conditions.map(one => map(conditionKinds, one)),
  actions: actions.map(one => map(actionKinds, one)),
})

/** The JSON of a definition whose references are resolved. */
export const storedDefinition = (definition: Definition): string => JSON.stringify(mapParts(definition, storedPart))

/** A stored definition that names copies instead of the objects that were copied. */
export const copiedDefinition = (definition: Definition, copies: Copies): Definition =>
  mapParts(definition, (kinds, part) => copiedPart(kinds, part, copies))

export const loadDefinition = (text: string): Definition => JSON.parse(text) as Definition

/** The objects that a stored definition names. */
export const referencesIn = ({ trigger, conditions, actions }: Definition): StoredReference[] => [
  ...referencesOf(triggerKinds, 'trigger', trigger),
  ...conditions.flatMap((one, index) => referencesOf(conditionKinds, `conditions: [${index}]`, one)),
  ...actions.flatMap((one, index) => referencesOf(actionKinds, `actions: [${index}]`, one)),
]

/** The gids of the objects that a stored definition names, also in the values of custom fields. */
export const gidsIn = (definition: Definition): number[] => [
  ...referencesIn(definition).map(({ text }) => Number(text)),
  ...[...definition.conditions, ...definition.actions].flatMap(valuesOf),
]
