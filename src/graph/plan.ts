/**
 * Selection plans: what to load for a selection, and the slot of each value.
 *
 * A plan is made from the declarations alone, before anything is loaded, so its cost is known and the number of
 * statements is one. There are four forms: `bare` (gid and type) for an object that is named without its members,
 * `compact` for elements of lists and nested objects, `full` for a record, or a tree of names.
 */
import type { Catalog } from '../catalog/catalog.ts'
import type { Name } from '../names.ts'
import { type Source, sourceOf } from '../store/queries/near/rows.ts'
import { tableOf, trashable } from '../store/queries/objects.ts'
import { KEPT, type Place, type Shape, type Through } from '../store/queries/select.ts'
import { type Field, type Fields, isOpen } from '../vocabulary/field.ts'
import { fieldPresenter } from './fragments.ts'
import type { Tree } from './parse.ts'
import {
  type Member,
  type Present,
  presenter,
  showAllNear,
  showConstant,
  showEdge,
  showFromParts,
  showGid,
  showMembers,
  showNear,
  showSeen,
  showType,
  showValue,
} from './show.ts'
import { isOfValue, VALUES, type ValuesPlan, valuesPlan } from './values.ts'

/** What to show of one object. `expand` names the edges whose targets are shown in full. */
export type Form = { names: Tree } | { form: 'bare' } | { form: 'compact' } | { form: 'full'; expand: Tree }

export interface Plan {
  shape: Shape
  present: Present
  computed: Computed[]
  /** The edges that lead to cached or computed values. */
  edges: Edge[]
  /**
   * Where the memory cache has rows of this plan. Null if the rows cannot be cached, because they need more than their
   * own table and other cached rows.
   */
  source: Source | null
}

/** An edge: to rows nested in a row, to cached objects, or to custom fields. */
export type Edge =
  | { kind: 'inside'; at: number; form: Field['kind']; type: Name; plan: Plan }
  | { kind: 'near'; isList: boolean; plans: Plan[] }
  | { kind: 'values'; at: number; values: ValuesPlan; part: Plan }

/** A computed field: its values are stored in the slot `at`, after the loaded ones. */
export interface Computed {
  field: Field
  at: number
  /** The slots of the columns that it needs. */
  needs: [column: string, at: number][]
  /** Only these rows show it. */
  when: Member['when']
}

/** A plan under construction. */
interface Draft extends Plan {
  members: Member[]
}

const compact: Form = { form: 'compact' }
const bare: Form = { form: 'bare' }
const gid: Place = { kind: 'column', column: 'gid' }

/** The scope of a plan: the declarations, and the types of which the caller can see more than gid and type. */
export interface Sight extends Pick<Catalog, 'resource'> {
  reads(type: Name): boolean
  /** The plans made so far, by their form: equal edges share a plan. */
  made: Map<string, Plan>
}

/** `also` is loaded after the gid and not shown; such a plan is not shared. */
export function plan(
  sight: Sight,
  type: Name,
  asked: Form,
  guarded = true,
  also: readonly Place[] | undefined = undefined,
): Plan {
  const { name, guard, near, fields, anonymous } = sight.resource(type)
  const form = sight.reads(type) ? asked : bare
  const key = `${name} ${guarded} ${textOf(form)}`
  const known = also ? undefined : sight.made.get(key)
  if (known) return known
  const places = [gid, ...(also ?? [])]
  const made = draft({ table: tableOf(type), guard: guarded ? guard : null, trash: trashable(type), places })
  if (!anonymous) {
    made.members.push({ name: 'gid', at: 0, show: showGid })
    const typed = 'names' in form ? form.names.has('resource_type') : true
    if (typed) made.members.push({ name: 'resource_type', at: 0, show: showType(name) })
  }
  fill(sight, made, fields, form)
  if (near && !also && isKeepable(made)) made.source = sourceOf(made.shape)
  if (!also) sight.made.set(key, made)
  return made
}

/** The form as a cache key. */
function textOf(form: Form): string {
  if ('names' in form) return `(${treeText(form.names)})`
  return form.form === 'full' ? `full ${treeText(form.expand)}` : form.form
}

const treeText = (tree: Tree): string => [...tree].map(([name, below]) => `${name}(${treeText(below)})`).join()

/** Whether a row depends on no other row that can change without it. */
const isKeepable = ({ shape, edges }: Plan): boolean =>
  shape.places.every(({ kind }) => kind === 'column' || kind === 'gids') && edges.every(({ kind }) => kind === 'near')

/** The plan of a part, which is read from the row that lists it. If that row has its own gid, the part shows it. */
function partPlan(sight: Sight, field: Field, form: Form): Draft {
  const { gid: like, ...rest } = field.parts ?? {}
  const { resource_type: typed } = rest
  const made = draft({ table: through(field).table, guard: null, trash: false, places: like ? [gid] : [] })
  if (like) made.members.push({ name: 'gid', at: 0, show: showGid })
  // A part with its own type is an object: if the caller cannot read the type, only that type is shown.
  if (typed && !field.types?.every(type => sight.reads(type)))
    return fill(sight, made, { resource_type: typed }, compact)
  return fill(sight, made, rest, form)
}

/**
 * The plan of an object that is deleted or invisible to the reader: the columns of the referencing row give its gid,
 * type and subtype, and nothing else.
 */
function keptPlan(form: Form): Plan {
  const made = draft({ table: '', guard: null, trash: false, places: [gid] })
  const wants = (name: string) => ('names' in form ? form.names.has(name) : true)
  const text: Field = { kind: 'text', doc: '' }
  made.members.push({ name: 'gid', at: 0, show: showGid })
  if (wants('resource_type')) made.members.push({ name: 'resource_type', at: 1, show: showValue(text) })
  if (wants('resource_subtype'))
    made.members.push({ name: 'resource_subtype', at: 2, show: showValue({ ...text, sparse: true }) })
  return made
}

function draft(shape: Shape): Draft {
  const members: Member[] = []
  return { shape, members, present: presenter(members), computed: [], edges: [], source: null }
}

function fill(sight: Sight, made: Draft, fields: Fields, form: Form): Draft {
  const computed: [member: Omit<Member, 'at'>, field: Field, needs: [string, number][]][] = []
  for (const [name, field] of Object.entries(fields)) {
    const below = wanted(name, field, form)
    if (below === null) continue
    const names = 'names' in below ? below.names : undefined
    const when = field.subtypes && {
      at: put(made, { kind: 'column', column: 'resource_subtype' }),
      among: field.subtypes,
    }
    if (field.kind === 'constant') {
      const show = names ? showMembers(field.always, names) : showConstant(field.always)
      made.members.push({ name, at: 0, show, when })
    } else if (field.kind === 'computed') {
      const needs = (field.needs ?? []).map((column): [string, number] => [
        column,
        put(made, { kind: 'column', column }),
      ])
      computed.push([{ name, show: showValue(field, names), when }, field, needs])
    } else if (field.types) edge(sight, made, { name, when }, field, below)
    else {
      const at = put(made, { kind: 'column', column: field.column ?? name })
      made.members.push({ name, at, show: showValue(field, names), when })
    }
  }
  // Computed values come after all loaded ones, so their slots are assigned last.
  for (const [index, [member, field, needs]] of computed.entries()) {
    const at = made.shape.places.length + index
    made.computed.push({ field, at, needs, when: member.when })
    made.members.push({ ...member, at })
  }
  return made
}

/** The form of the target of a field, or null if the field itself is not selected. */
function wanted(name: string, field: Field, form: Form): Form | null {
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
function put({ shape: { places } }: Plan, place: Place): number {
  const text = JSON.stringify(place)
  const known = places.findIndex(other => JSON.stringify(other) === text)
  return known >= 0 ? known : places.push(place) - 1
}

type Named = Pick<Member, 'name' | 'when'>

function edge(sight: Sight, made: Draft, named: Named, field: Field, form: Form): void {
  const types = field.types ?? []
  const plans = types.map(type => plan(sight, type, form, !isOpen(field, type)))
  if (field.kind === 'parts') parts(sight, made, named, field, form)
  else if (!field.kept && plans.every(({ source }) => source !== null)) nearEdge(made, named, field, plans)
  else farEdge(made, named, field, plans, form)
}

/** Adds an edge whose targets are joined to the row. */
function farEdge(made: Draft, named: Named, field: Field, plans: Plan[], form: Form): void {
  const types = field.types ?? []
  const column = field.column ?? named.name
  const [first] = plans
  if (!first) throw new Error(`The edge ${named.name} needs a target type.`)
  const byType = new Map(types.map((type, index) => [type as string, plans[index] ?? first]))
  const place = (): Place => {
    if (field.kind === 'one') return { kind: 'one', column, far: first.shape }
    if (field.kind === 'many') return { kind: 'many', through: through(field), far: first.shape }
    const far = types.map((name, index) => ({ name, shape: (plans[index] ?? first).shape }))
    return { kind: 'any', column, far, ...(field.kept ? { kept: field.kept } : {}) }
  }
  const at = put(made, place())
  if (field.kept) byType.set(KEPT, keptPlan(form))
  made.members.push({ ...named, at, show: showEdge(field, type => (byType.get(type) ?? first).present) })
  for (const [type, next] of byType) inside(made, at, field, type as Name, next)
}

function inside(made: Draft, at: number, { kind: form }: Field, type: Name, next: Plan): void {
  if (next.computed.length + next.edges.length > 0) made.edges.push({ kind: 'inside', at, form, type, plan: next })
}

/** Adds an edge to cached objects: the row has only their gids. */
function nearEdge(made: Draft, named: Named, field: Field, plans: Plan[]): void {
  const [first] = plans
  if (field.kind !== 'many' || !first) {
    const column = field.column ?? named.name
    const at = put(made, { kind: 'column', column, ...(column.startsWith('detail.') && { as: 'gid' }) })
    made.edges.push({ kind: 'near', isList: false, plans })
    made.members.push({ ...named, at, show: showNear(field, plans) })
    return
  }
  const show = showAllNear(field, first)
  const listed = listedIn(made, through(field))
  const { at, inner } = listed ?? { at: put(made, { kind: 'gids', through: through(field) }), inner: undefined }
  made.edges.push({ kind: 'near', isList: true, plans })
  made.members.push({ ...named, at, show: inner === undefined ? show : showFromParts(show, inner) })
}

/** Finds a list of parts that reads the same rows: the `projects` of a task are in its `memberships`. */
function listedIn({ shape }: Draft, list: Through): { at: number; inner: number } | null {
  for (const [at, place] of shape.places.entries()) {
    if (place.kind !== 'parts' || JSON.stringify(place.through) !== JSON.stringify(list)) continue
    const inner = place.far.places.findIndex(part => part.kind === 'column' && part.column === list.to)
    if (inner >= 0) return { at, inner }
  }
  return null
}

/** Adds a list of parts. The reader sees a part if they see the object that it names. */
function parts(sight: Sight, made: Draft, named: Named, field: Field, form: Form): void {
  const [type] = field.types ?? []
  if (!type) throw new Error(`The parts ${named.name} need a type.`)
  const part = partPlan(sight, field, form)
  const list = through(field)
  if (list.table === VALUES) {
    const values = valuesPlan(part.shape.places)
    const at = put(made, { kind: 'values', choices: values.choices })
    const present = fieldPresenter(part.members, ({ at }) => isOfValue(values, at))
    made.edges.push({ kind: 'values', at, values, part })
    made.members.push({ ...named, at, show: showEdge(field, () => present) })
    return
  }
  const show = showEdge(field, () => part.present)
  const seen = sight.resource(type).guard && !isOpen(field, type) ? plan(sight, type, bare) : null
  if (seen !== null && seen.source === null) throw new Error(`The type of the parts ${named.name} must be cached.`)
  const inner = seen ? put(part, { kind: 'column', column: list.to }) : 0
  const at = put(made, { kind: 'parts', through: list, far: part.shape })
  inside(made, at, field, type, part)
  if (seen) made.edges.push({ kind: 'near', isList: true, plans: [seen] })
  made.members.push({ ...named, at, show: seen ? showSeen(show, seen, inner) : show })
}

function through(field: Field) {
  if (!field.through) throw new Error('A list edge needs `through`.')
  return field.through
}
