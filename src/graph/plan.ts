/**
 * Selection plans: what to load for a selection, and the slot of each value.
 *
 * A plan is made from the declarations alone, so its cost is known: one statement. The forms:
 * - `bare` (gid and type), for an object that is named without its members;
 * - `compact`, for elements of lists and nested objects;
 * - `full`, for a record; `complete`, for one of an export; a tree of names.
 */
import type { Catalog } from '../catalog/catalog.ts'
import type { Name } from '../names.ts'
import { type CallerKind, kindForAll, kindPerCaller } from '../store/cache/caller_kinds.ts'
import { isSlotCacheable, type RowSource, sourceOf } from '../store/queries/cache/rows.ts'
import { tableOf, trashable } from '../store/queries/objects.ts'
import { findSlotListing } from '../store/queries/selection/repeated_slots.ts'
import { FALLBACK, type JoinTable, type RowShape, type Slot } from '../store/queries/selection/shape.ts'
import { type Field, type Fields, type Row, skipsAccessCheck } from '../vocabulary/field.ts'
import { fieldWriter } from './fragments.ts'
import { formKey, type SelectionForm } from './parse.ts'
import {
  type JsonMember,
  type ObjectWriter,
  objectWriter,
  type SlotRow,
  showAllCached,
  showCached,
  showConstant,
  showEdge,
  showFields,
  showFromParts,
  showGid,
  showMembers,
  showType,
  showValue,
  showVisible,
} from './show.ts'
import { addSlot, rowView } from './slots.ts'
import { isFieldView, isOfValue, type ValuesPlan, valuesPlan } from './values.ts'

export interface SelectionPlan {
  shape: RowShape
  write: ObjectWriter
  computed: ComputedSlot[]
  /** The edges that lead to cached or computed values. */
  edges: PlanEdge[]
  /**
   * Where the memory cache has rows of this plan. Null if the rows cannot be cached, because they need more than their
   * own table and other cached rows.
   */
  source: RowSource | null
  /** The kind of the cached JSON of these rows. */
  json: CallerKind
}

/** An edge: to rows nested in a row, to cached objects, or to custom fields. */
export type PlanEdge =
  | { kind: 'nested'; at: number; fieldKind: Field['kind']; type: Name; plan: SelectionPlan }
  | { kind: 'cached'; isList: boolean; plans: SelectionPlan[] }
  | { kind: 'values'; at: number; values: ValuesPlan; part: SelectionPlan }

/** A computed field: its values are stored in the slot `at`, after the loaded ones. */
export interface ComputedSlot {
  field: Field
  at: number
  /** A row by the names of the columns that it needs. */
  rowOf: (row: SlotRow) => Row
  /** Only these rows show it. */
  when: JsonMember['when']
}

/** A plan under construction. */
interface PlanDraft extends SelectionPlan {
  members: JsonMember[]
}

const compact: SelectionForm = { form: 'compact' }
const bare: SelectionForm = { form: 'bare' }
const gid: Slot = { kind: 'column', column: 'gid' }

/** The scope of a plan: the declarations, and the types of which the caller can see more than gid and type. */
export interface PlanScope extends Pick<Catalog, 'resource'> {
  canRead(type: Name): boolean
  /** The plans made so far, by their form: equal edges share a plan. */
  plans: Map<string, SelectionPlan>
}

/** `extraSlots` are loaded after the gid and not shown; a plan with them is not shared. */
export function plan(
  scope: PlanScope,
  type: Name,
  requested: SelectionForm,
  guarded = true,
  extraSlots: readonly Slot[] | undefined = undefined,
): SelectionPlan {
  const { name, guard, cached, fields, anonymous } = scope.resource(type)
  const form = scope.canRead(type) ? requested : bare
  const key = `${name} ${guarded} ${formKey(form)}`
  const known = extraSlots ? undefined : scope.plans.get(key)
  if (known) return known
  const slots = [gid, ...(extraSlots ?? [])]
  const draft = newDraft({ table: tableOf(type), guard: guarded ? guard : null, trash: trashable(type), slots })
  if (!anonymous) {
    draft.members.push({ name: 'gid', at: 0, show: showGid })
    const hasType = 'names' in form ? form.names.has('resource_type') : true
    // A type whose objects have several types on the wire declares the field itself.
    if (hasType && !fields.resource_type) draft.members.push({ name: 'resource_type', at: 0, show: showType(name) })
  }
  addMembers(scope, draft, fields, form)
  if (cached && !extraSlots && isRowCacheable(draft)) draft.source = sourceOf(draft.shape)
  if (isForAll(draft)) draft.json = kindForAll()
  if (!extraSlots) scope.plans.set(key, draft)
  return draft
}

/** Whether a row is the same for all callers and changes only by itself. */
const isRowCacheable = ({ shape, edges }: SelectionPlan): boolean =>
  shape.slots.every(isSlotCacheable) && edges.every(({ kind }) => kind === 'cached')

/** Whether all readers of an object see the same. */
const isForAll = ({ shape, edges }: SelectionPlan): boolean =>
  shape.guard === null && edges.every(edge => edge.kind === 'cached' && edge.plans.every(isForAll))

/** The plan of a part, which is read from the row that lists it. If that row has its own gid, the part shows it. */
function partPlan(scope: PlanScope, field: Field, form: SelectionForm): PlanDraft {
  const { gid: gidField, ...rest } = field.parts ?? {}
  const { resource_type: typeField } = rest
  const draft = newDraft({ table: throughOf(field).table, guard: null, trash: false, slots: gidField ? [gid] : [] })
  if (gidField) draft.members.push({ name: 'gid', at: 0, show: showGid })
  // A part with its own type is an object: if the caller cannot read the type, only that type is shown.
  if (typeField && !field.types?.every(type => scope.canRead(type)))
    return addMembers(scope, draft, { resource_type: typeField }, compact)
  return addMembers(scope, draft, rest, form)
}

/**
 * The plan of an object that is deleted or invisible to the reader: the columns of the referencing row give its gid,
 * type and subtype, and nothing else.
 */
function fallbackPlan(form: SelectionForm): SelectionPlan {
  const draft = newDraft({ table: '', guard: null, trash: false, slots: [gid] })
  const includes = (name: string) => ('names' in form ? form.names.has(name) : true)
  const text: Field = { kind: 'text', doc: '' }
  draft.members.push({ name: 'gid', at: 0, show: showGid })
  if (includes('resource_type')) draft.members.push({ name: 'resource_type', at: 1, show: showValue(text) })
  if (includes('resource_subtype'))
    draft.members.push({ name: 'resource_subtype', at: 2, show: showValue({ ...text, sparse: true }) })
  return draft
}

function newDraft(shape: RowShape): PlanDraft {
  const members: JsonMember[] = []
  const write = objectWriter(members)
  return { shape, members, write, computed: [], edges: [], source: null, json: kindPerCaller() }
}

function addMembers(scope: PlanScope, draft: PlanDraft, fields: Fields, form: SelectionForm): PlanDraft {
  const computed: [member: Omit<JsonMember, 'at'>, field: Field, needs: [string, number][]][] = []
  for (const [name, field] of Object.entries(fields)) {
    const below = formBelow(name, field, form)
    if (below === null) continue
    const names = 'names' in below ? below.names : undefined
    const when = field.subtypes && {
      at: addSlot(draft.shape, { kind: 'column', column: 'resource_subtype' }),
      among: field.subtypes,
    }
    if (field.kind === 'constant') {
      const show = names ? showMembers(field.always, names) : showConstant(field.always)
      draft.members.push({ name, at: 0, show, when })
    } else if (field.kind === 'computed') {
      const needs = (field.needs ?? []).map((column): [string, number] => [
        column,
        addSlot(draft.shape, { kind: 'column', column }),
      ])
      computed.push([{ name, show: showValue(field, names), when }, field, needs])
    } else if (field.types) addEdge(scope, draft, { name, when }, field, below)
    else {
      const at = addSlot(draft.shape, { kind: 'column', column: field.column ?? name })
      draft.members.push({ name, at, show: showValue(field, names), when })
    }
  }
  // Computed values come after all loaded ones, so their slots are assigned last.
  for (const [index, [member, field, needs]] of computed.entries()) {
    const at = draft.shape.slots.length + index
    draft.computed.push({ field, at, rowOf: rowView(needs), when: member.when })
    draft.members.push({ ...member, at })
  }
  return draft
}

/** The form of the target of a field, or null if the field itself is not selected. */
function formBelow(name: string, field: Field, form: SelectionForm): SelectionForm | null {
  if ('names' in form) {
    const names = form.names.get(name)
    if (!names) return null
    return names.size > 0 ? { names } : field.kind === 'parts' ? compact : bare
  }
  if (form.form === 'bare') return name === 'resource_type' ? compact : null
  if (form.form === 'compact') return field.compact ? compact : null
  if (form.form === 'complete') return compact
  const expand = form.expand.get(name)
  if (expand && field.types) return { form: 'full', expand }
  return field.optIn && !expand ? null : compact
}

type EdgeMember = Pick<JsonMember, 'name' | 'when'>

function addEdge(scope: PlanScope, draft: PlanDraft, member: EdgeMember, field: Field, form: SelectionForm): void {
  const types = field.types ?? []
  const plans = types.map(type => plan(scope, type, form, !skipsAccessCheck(field, type)))
  if (field.kind === 'parts') addParts(scope, draft, member, field, form)
  else if (!field.fallback && plans.every(({ source }) => source !== null)) addCachedEdge(draft, member, field, plans)
  else addJoinedEdge(draft, member, field, plans, form)
}

/** Adds an edge whose targets are joined to the row. */
function addJoinedEdge(
  draft: PlanDraft,
  member: EdgeMember,
  field: Field,
  plans: SelectionPlan[],
  form: SelectionForm,
): void {
  const types = field.types ?? []
  const column = field.column ?? member.name
  const [first] = plans
  if (!first) throw new Error(`The edge ${member.name} needs a target type.`)
  const byType = new Map(types.map((type, index) => [type as string, plans[index] ?? first]))
  const slot = (): Slot => {
    if (field.kind === 'one') return { kind: 'one', column, target: first.shape }
    if (field.kind === 'many') return { kind: 'many', through: throughOf(field), target: first.shape }
    const target = types.map((name, index) => ({ name, shape: (plans[index] ?? first).shape }))
    return { kind: 'any', column, target, ...(field.fallback ? { fallback: field.fallback } : {}) }
  }
  const at = addSlot(draft.shape, slot())
  if (field.fallback) byType.set(FALLBACK, fallbackPlan(form))
  draft.members.push({ ...member, at, show: showEdge(field, type => (byType.get(type) ?? first).write) })
  for (const [type, next] of byType) addNestedEdge(draft, at, field, type as Name, next)
}

function addNestedEdge(
  draft: PlanDraft,
  at: number,
  { kind: fieldKind }: Field,
  type: Name,
  next: SelectionPlan,
): void {
  if (next.computed.length + next.edges.length > 0)
    draft.edges.push({ kind: 'nested', at, fieldKind, type, plan: next })
}

/** Adds an edge to cached objects: the row has only their gids. */
function addCachedEdge(draft: PlanDraft, member: EdgeMember, field: Field, plans: SelectionPlan[]): void {
  const [first] = plans
  if (field.kind !== 'many' || !first) {
    const column = field.column ?? member.name
    const at = addSlot(draft.shape, { kind: 'column', column, ...(column.startsWith('detail.') && { as: 'gid' }) })
    draft.edges.push({ kind: 'cached', isList: false, plans })
    draft.members.push({ ...member, at, show: showCached(field, plans) })
    return
  }
  const show = showAllCached(field, first)
  const listed = findSlotListing(draft.shape, throughOf(field))
  const { at, inner } = listed ?? {
    at: addSlot(draft.shape, { kind: 'gids', through: throughOf(field) }),
    inner: undefined,
  }
  draft.edges.push({ kind: 'cached', isList: true, plans })
  draft.members.push({ ...member, at, show: inner === undefined ? show : showFromParts(show, inner) })
}

/** Adds a list of parts. The reader sees a part if they see the object that it names. */
function addParts(scope: PlanScope, draft: PlanDraft, member: EdgeMember, field: Field, form: SelectionForm): void {
  const [type] = field.types ?? []
  if (!type) throw new Error(`The parts ${member.name} need a type.`)
  const part = partPlan(scope, field, form)
  const list = throughOf(field)
  if (isFieldView(list.table)) {
    const values = valuesPlan(part.shape.slots, part.computed.length)
    const at = addSlot(draft.shape, { kind: 'values', of: list.table, choices: values.choices })
    const write = fieldWriter(part.members, ({ at }) => isOfValue(values, at), part.json)
    draft.edges.push({ kind: 'values', at, values, part })
    draft.members.push({ ...member, at, show: showFields(write) })
    return
  }
  const show = showEdge(field, () => part.write)
  const visibility = scope.resource(type).guard && !skipsAccessCheck(field, type) ? plan(scope, type, bare) : null
  if (visibility !== null && visibility.source === null)
    throw new Error(`The type of the parts ${member.name} must be cached.`)
  const inner = visibility ? addSlot(part.shape, { kind: 'column', column: list.to }) : 0
  const at = addSlot(draft.shape, { kind: 'parts', through: list, target: part.shape })
  addNestedEdge(draft, at, field, type, part)
  if (visibility) draft.edges.push({ kind: 'cached', isList: true, plans: [visibility] })
  draft.members.push({ ...member, at, show: visibility ? showVisible(show, visibility, inner) : show })
}

function throughOf(field: Field): JoinTable {
  if (!field.through) throw new Error('A list edge needs `through`.')
  return field.through
}
