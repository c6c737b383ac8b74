/**
 * Selection plans: what to load for a selection, and the slot of each value.
 *
 * A plan is made from the declarations alone, before anything is loaded, so its cost is known and the number of
 * statements is one. There are four forms: `bare` (gid and type) for an object that is named without its members,
 * `compact` for elements of lists and nested objects, `full` for a record, or a tree of names.
 */
import type { Catalog } from '../catalog/catalog.ts'
import type { Name } from '../names.ts'
import { type RowSource, sourceOf } from '../store/queries/cache/rows.ts'
import { tableOf, trashable } from '../store/queries/objects.ts'
import { FALLBACK, type JoinTable, type RowShape, type Slot } from '../store/queries/select.ts'
import { type Field, type Fields, skipsAccessCheck } from '../vocabulary/field.ts'
import { fieldPresenter } from './fragments.ts'
import type { SelectionTree } from './parse.ts'
import {
  type JsonMember,
  type ObjectWriter,
  objectWriter,
  showAllCached,
  showCached,
  showConstant,
  showEdge,
  showFromParts,
  showGid,
  showMembers,
  showType,
  showValue,
  showVisible,
} from './show.ts'
import { isOfValue, VALUES, type ValuesPlan, valuesPlan } from './values.ts'

/** What to show of one object. `expand` names the edges whose targets are shown in full. */
export type SelectionForm =
  | { names: SelectionTree }
  | { form: 'bare' }
  | { form: 'compact' }
  | { form: 'full'; expand: SelectionTree }

export interface SelectionPlan {
  shape: RowShape
  present: ObjectWriter
  computed: ComputedSlot[]
  /** The edges that lead to cached or computed values. */
  edges: PlanEdge[]
  /**
   * Where the memory cache has rows of this plan. Null if the rows cannot be cached, because they need more than their
   * own table and other cached rows.
   */
  source: RowSource | null
}

/** An edge: to rows nested in a row, to cached objects, or to custom fields. */
export type PlanEdge =
  | { kind: 'inside'; at: number; form: Field['kind']; type: Name; plan: SelectionPlan }
  | { kind: 'near'; isList: boolean; plans: SelectionPlan[] }
  | { kind: 'values'; at: number; values: ValuesPlan; part: SelectionPlan }

/** A computed field: its values are stored in the slot `at`, after the loaded ones. */
export interface ComputedSlot {
  field: Field
  at: number
  /** The slots of the columns that it needs. */
  needs: [column: string, at: number][]
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
  reads(type: Name): boolean
  /** The plans made so far, by their form: equal edges share a plan. */
  made: Map<string, SelectionPlan>
}

/** `also` is loaded after the gid and not shown; such a plan is not shared. */
export function plan(
  sight: PlanScope,
  type: Name,
  asked: SelectionForm,
  guarded = true,
  also: readonly Slot[] | undefined = undefined,
): SelectionPlan {
  const { name, guard, cached, fields, anonymous } = sight.resource(type)
  const form = sight.reads(type) ? asked : bare
  const key = `${name} ${guarded} ${formKey(form)}`
  const known = also ? undefined : sight.made.get(key)
  if (known) return known
  const places = [gid, ...(also ?? [])]
  const made = newDraft({ table: tableOf(type), guard: guarded ? guard : null, trash: trashable(type), slots: places })
  if (!anonymous) {
    made.members.push({ name: 'gid', at: 0, show: showGid })
    const typed = 'names' in form ? form.names.has('resource_type') : true
    if (typed) made.members.push({ name: 'resource_type', at: 0, show: showType(name) })
  }
  addMembers(sight, made, fields, form)
  if (cached && !also && isRowCacheable(made)) made.source = sourceOf(made.shape)
  if (!also) sight.made.set(key, made)
  return made
}

/** The form as a cache key. */
function formKey(form: SelectionForm): string {
  if ('names' in form) return `(${treeKey(form.names)})`
  return form.form === 'full' ? `full ${treeKey(form.expand)}` : form.form
}

const treeKey = (tree: SelectionTree): string => [...tree].map(([name, below]) => `${name}(${treeKey(below)})`).join()

/** Whether a row depends on no other row that can change without it. */
const isRowCacheable = ({ shape, edges }: SelectionPlan): boolean =>
  shape.slots.every(({ kind }) => kind === 'column' || kind === 'gids') && edges.every(({ kind }) => kind === 'near')

/** The plan of a part, which is read from the row that lists it. If that row has its own gid, the part shows it. */
function partPlan(sight: PlanScope, field: Field, form: SelectionForm): PlanDraft {
  const { gid: like, ...rest } = field.parts ?? {}
  const { resource_type: typed } = rest
  const made = newDraft({ table: throughOf(field).table, guard: null, trash: false, slots: like ? [gid] : [] })
  if (like) made.members.push({ name: 'gid', at: 0, show: showGid })
  // A part with its own type is an object: if the caller cannot read the type, only that type is shown.
  if (typed && !field.types?.every(type => sight.reads(type)))
    return addMembers(sight, made, { resource_type: typed }, compact)
  return addMembers(sight, made, rest, form)
}

/**
 * The plan of an object that is deleted or invisible to the reader: the columns of the referencing row give its gid,
 * type and subtype, and nothing else.
 */
function fallbackPlan(form: SelectionForm): SelectionPlan {
  const made = newDraft({ table: '', guard: null, trash: false, slots: [gid] })
  const wants = (name: string) => ('names' in form ? form.names.has(name) : true)
  const text: Field = { kind: 'text', doc: '' }
  made.members.push({ name: 'gid', at: 0, show: showGid })
  if (wants('resource_type')) made.members.push({ name: 'resource_type', at: 1, show: showValue(text) })
  if (wants('resource_subtype'))
    made.members.push({ name: 'resource_subtype', at: 2, show: showValue({ ...text, sparse: true }) })
  return made
}

function newDraft(shape: RowShape): PlanDraft {
  const members: JsonMember[] = []
  return { shape, members, present: objectWriter(members), computed: [], edges: [], source: null }
}

function addMembers(sight: PlanScope, made: PlanDraft, fields: Fields, form: SelectionForm): PlanDraft {
  const computed: [member: Omit<JsonMember, 'at'>, field: Field, needs: [string, number][]][] = []
  for (const [name, field] of Object.entries(fields)) {
    const below = formBelow(name, field, form)
    if (below === null) continue
    const names = 'names' in below ? below.names : undefined
    const when = field.subtypes && {
      at: addSlot(made, { kind: 'column', column: 'resource_subtype' }),
      among: field.subtypes,
    }
    if (field.kind === 'constant') {
      const show = names ? showMembers(field.always, names) : showConstant(field.always)
      made.members.push({ name, at: 0, show, when })
    } else if (field.kind === 'computed') {
      const needs = (field.needs ?? []).map((column): [string, number] => [
        column,
        addSlot(made, { kind: 'column', column }),
      ])
      computed.push([{ name, show: showValue(field, names), when }, field, needs])
    } else if (field.types) addEdge(sight, made, { name, when }, field, below)
    else {
      const at = addSlot(made, { kind: 'column', column: field.column ?? name })
      made.members.push({ name, at, show: showValue(field, names), when })
    }
  }
  // Computed values come after all loaded ones, so their slots are assigned last.
  for (const [index, [member, field, needs]] of computed.entries()) {
    const at = made.shape.slots.length + index
    made.computed.push({ field, at, needs, when: member.when })
    made.members.push({ ...member, at })
  }
  return made
}

/** The form of the target of a field, or null if the field itself is not selected. */
function formBelow(name: string, field: Field, form: SelectionForm): SelectionForm | null {
  if ('names' in form) {
    const names = form.names.get(name)
    if (!names) return null
    return names.size > 0 ? { names } : field.kind === 'parts' ? compact : bare
  }
  if (form.form === 'bare') return null
  if (form.form === 'compact') return field.compact ? compact : null
  const expand = form.expand.get(name)
  if (expand && field.types) return { form: 'full', expand }
  return field.optIn && !expand ? null : compact
}

/** The index of a slot; equal members share one. */
function addSlot({ shape: { slots } }: SelectionPlan, place: Slot): number {
  const text = JSON.stringify(place)
  const known = slots.findIndex(other => JSON.stringify(other) === text)
  return known >= 0 ? known : slots.push(place) - 1
}

type EdgeMember = Pick<JsonMember, 'name' | 'when'>

function addEdge(sight: PlanScope, made: PlanDraft, named: EdgeMember, field: Field, form: SelectionForm): void {
  const types = field.types ?? []
  const plans = types.map(type => plan(sight, type, form, !skipsAccessCheck(field, type)))
  if (field.kind === 'parts') addParts(sight, made, named, field, form)
  else if (!field.fallback && plans.every(({ source }) => source !== null)) cachedEdge(made, named, field, plans)
  else joinedEdge(made, named, field, plans, form)
}

/** Adds an edge whose targets are joined to the row. */
function joinedEdge(
  made: PlanDraft,
  named: EdgeMember,
  field: Field,
  plans: SelectionPlan[],
  form: SelectionForm,
): void {
  const types = field.types ?? []
  const column = field.column ?? named.name
  const [first] = plans
  if (!first) throw new Error(`The edge ${named.name} needs a target type.`)
  const byType = new Map(types.map((type, index) => [type as string, plans[index] ?? first]))
  const place = (): Slot => {
    if (field.kind === 'one') return { kind: 'one', column, far: first.shape }
    if (field.kind === 'many') return { kind: 'many', through: throughOf(field), far: first.shape }
    const far = types.map((name, index) => ({ name, shape: (plans[index] ?? first).shape }))
    return { kind: 'any', column, far, ...(field.fallback ? { kept: field.fallback } : {}) }
  }
  const at = addSlot(made, place())
  if (field.fallback) byType.set(FALLBACK, fallbackPlan(form))
  made.members.push({ ...named, at, show: showEdge(field, type => (byType.get(type) ?? first).present) })
  for (const [type, next] of byType) addNestedEdge(made, at, field, type as Name, next)
}

function addNestedEdge(made: PlanDraft, at: number, { kind: form }: Field, type: Name, next: SelectionPlan): void {
  if (next.computed.length + next.edges.length > 0) made.edges.push({ kind: 'inside', at, form, type, plan: next })
}

/** Adds an edge to cached objects: the row has only their gids. */
function cachedEdge(made: PlanDraft, named: EdgeMember, field: Field, plans: SelectionPlan[]): void {
  const [first] = plans
  if (field.kind !== 'many' || !first) {
    const column = field.column ?? named.name
    const at = addSlot(made, { kind: 'column', column, ...(column.startsWith('detail.') && { as: 'gid' }) })
    made.edges.push({ kind: 'near', isList: false, plans })
    made.members.push({ ...named, at, show: showCached(field, plans) })
    return
  }
  const show = showAllCached(field, first)
  const listed = slotListing(made, throughOf(field))
  const { at, inner } = listed ?? { at: addSlot(made, { kind: 'gids', through: throughOf(field) }), inner: undefined }
  made.edges.push({ kind: 'near', isList: true, plans })
  made.members.push({ ...named, at, show: inner === undefined ? show : showFromParts(show, inner) })
}

/** Finds a list of parts that reads the same rows: the `projects` of a task are in its `memberships`. */
function slotListing({ shape }: PlanDraft, list: JoinTable): { at: number; inner: number } | null {
  for (const [at, place] of shape.slots.entries()) {
    if (place.kind !== 'parts' || JSON.stringify(place.through) !== JSON.stringify(list)) continue
    const inner = place.far.slots.findIndex(part => part.kind === 'column' && part.column === list.to)
    if (inner >= 0) return { at, inner }
  }
  return null
}

/** Adds a list of parts. The reader sees a part if they see the object that it names. */
function addParts(sight: PlanScope, made: PlanDraft, named: EdgeMember, field: Field, form: SelectionForm): void {
  const [type] = field.types ?? []
  if (!type) throw new Error(`The parts ${named.name} need a type.`)
  const part = partPlan(sight, field, form)
  const list = throughOf(field)
  if (list.table === VALUES) {
    const values = valuesPlan(part.shape.slots)
    const at = addSlot(made, { kind: 'values', choices: values.choices })
    const present = fieldPresenter(part.members, ({ at }) => isOfValue(values, at))
    made.edges.push({ kind: 'values', at, values, part })
    made.members.push({ ...named, at, show: showEdge(field, () => present) })
    return
  }
  const show = showEdge(field, () => part.present)
  const seen = sight.resource(type).guard && !skipsAccessCheck(field, type) ? plan(sight, type, bare) : null
  if (seen !== null && seen.source === null) throw new Error(`The type of the parts ${named.name} must be cached.`)
  const inner = seen ? addSlot(part, { kind: 'column', column: list.to }) : 0
  const at = addSlot(made, { kind: 'parts', through: list, far: part.shape })
  addNestedEdge(made, at, field, type, part)
  if (seen) made.edges.push({ kind: 'near', isList: true, plans: [seen] })
  made.members.push({ ...named, at, show: seen ? showVisible(show, seen, inner) : show })
}

function throughOf(field: Field) {
  if (!field.through) throw new Error('A list edge needs `through`.')
  return field.through
}
