/**
 * Plans: what to load for a selection, and where each value will stand.
 *
 * A plan is made from the declarations alone, before anything is loaded, so its cost is known and the number of
 * statements is one. Four forms: `bare` (gid and type) for an object that is named without saying what of it,
 * `compact` for elements of lists and objects inside others, `full` for a record, or a tree of names.
 */
import type { Catalog } from '../catalog/catalog.ts'
import type { Name } from '../names.ts'
import { tableOf, trashable } from '../store/queries/objects.ts'
import { KEPT, type Place, type Shape, type Through } from '../store/queries/select.ts'
import { type Field, type Fields, isOpen } from '../vocabulary/field.ts'
import type { Tree } from './parse.ts'
import {
  type Member,
  type Present,
  presenter,
  type Show,
  showEdge,
  showFromParts,
  showGid,
  showMembers,
  showType,
  showValue,
} from './show.ts'

/** What is wanted of one object. `expand` names the edges whose objects are wanted in full. */
export type Form = { names: Tree } | { form: 'bare' } | { form: 'compact' } | { form: 'full'; expand: Tree }

export interface Plan {
  shape: Shape
  present: Present
  computed: Computed[]
  /** The edges below which something is computed. */
  computing: { at: number; kind: Field['kind']; type: Name; plan: Plan }[]
}

/** A computed field: its values are put at the place `at`, behind those that were loaded. */
export interface Computed {
  field: Field
  at: number
  /** The places of the columns that it needs. */
  needs: [column: string, at: number][]
}

/** A plan that is being made. */
interface Draft extends Plan {
  members: Member[]
}

const compact: Form = { form: 'compact' }
const bare: Form = { form: 'bare' }
const gid: Place = { kind: 'column', column: 'gid' }

/** What a plan is made for: the declarations, and the types of which the caller may see more than gid and type. */
export interface Sight extends Pick<Catalog, 'resource'> {
  reads(type: Name): boolean
}

export function plan(sight: Sight, type: Name, asked: Form, guarded = true): Plan {
  const { name, guard, fields, anonymous } = sight.resource(type)
  const form = sight.reads(type) ? asked : bare
  const made = draft({ table: tableOf(type), guard: guarded ? guard : null, trash: trashable(type), places: [gid] })
  if (!anonymous) {
    made.members.push({ name: 'gid', at: 0, show: showGid })
    const typed = 'names' in form ? form.names.has('resource_type') : true
    if (typed) made.members.push({ name: 'resource_type', at: 0, show: showType(name) })
  }
  return fill(sight, made, fields, form)
}

/** A part is read from the row that lists it. Where that row has a gid of its own, the part shows it. */
function partPlan(sight: Sight, field: Field, form: Form): Plan {
  const { gid: like, ...rest } = field.parts ?? {}
  const { resource_type: typed } = rest
  const made = draft({ table: through(field).table, guard: null, trash: false, places: like ? [gid] : [] })
  if (like) made.members.push({ name: 'gid', at: 0, show: showGid })
  // A part with a type of its own is an object, and like any other no more than that where its type is closed.
  if (typed && !field.types?.every(type => sight.reads(type)))
    return fill(sight, made, { resource_type: typed }, compact)
  return fill(sight, made, rest, form)
}

/** What a row keeps of an object that is gone, or that the reader may not see: what it was, and nothing else of it. */
function keptPlan(form: Form): Plan {
  const made = draft({ table: '', guard: null, trash: false, places: [gid] })
  const wants = (name: string) => ('names' in form ? form.names.has(name) : true)
  made.members.push({ name: 'gid', at: 0, show: showGid })
  if (wants('resource_type')) made.members.push({ name: 'resource_type', at: 1, show: type => type })
  if (wants('resource_subtype')) made.members.push({ name: 'resource_subtype', at: 2, show: type => type ?? undefined })
  return made
}

function draft(shape: Shape): Draft {
  const members: Member[] = []
  return { shape, members, present: presenter(members), computed: [], computing: [] }
}

function fill(sight: Sight, made: Draft, fields: Fields, form: Form): Plan {
  const computed: [member: Omit<Member, 'at'>, field: Field, needs: [string, number][]][] = []
  for (const [name, field] of Object.entries(fields)) {
    const below = wanted(name, field, form)
    if (below === null) continue
    const when = field.subtypes && {
      at: put(made, { kind: 'column', column: 'resource_subtype' }),
      among: field.subtypes,
    }
    if (field.kind === 'constant') made.members.push({ name, at: 0, show: narrowed(() => field.always, below), when })
    else if (field.kind === 'computed') {
      const needs = (field.needs ?? []).map((column): [string, number] => [
        column,
        put(made, { kind: 'column', column }),
      ])
      computed.push([{ name, show: narrowed(showValue(field), below), when }, field, needs])
    } else if (field.types) edge(sight, made, { name, when }, field, below)
    else {
      const at = put(made, { kind: 'column', column: field.column ?? name })
      made.members.push({ name, at, show: narrowed(showValue(field), below), when })
    }
  }
  // Computed values stand behind all loaded ones, so they are placed when those are known.
  for (const [index, [member, field, needs]] of computed.entries()) {
    const at = made.shape.places.length + index
    made.computed.push({ field, at, needs })
    made.members.push({ ...member, at })
  }
  return made
}

/** Names below a value that is no object of its own choose among its members. */
const narrowed = (show: Show, below: Form): Show => ('names' in below ? showMembers(show, below.names) : show)

/** What is wanted of a field's far end, or null when the field itself is not wanted. */
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

/** The index of a place; two members that show the same share one. */
function put(made: Draft, place: Place): number {
  const { places } = made.shape
  const known = places.findIndex(other => same(other, place))
  return known >= 0 ? known : places.push(place) - 1
}

type Named = Pick<Member, 'name' | 'when'>

function edge(sight: Sight, made: Draft, named: Named, field: Field, form: Form): void {
  const { name } = named
  const types = field.types ?? []
  const column = field.column ?? name
  const [first] = types
  if (!first) throw new Error(`The edge ${name} must say where it leads.`)
  const part = field.kind === 'parts' ? partPlan(sight, field, form) : undefined
  const plans = new Map(types.map(type => [type as string, part ?? plan(sight, type, form, !isOpen(field, type))]))
  const shapeOf = (type: Name) => plans.get(type)?.shape ?? made.shape
  const place = (): Place => {
    switch (field.kind) {
      case 'one':
        return { kind: 'one', column, far: shapeOf(first) }
      case 'many':
        return { kind: 'many', through: through(field), far: shapeOf(first) }
      case 'parts':
        return { kind: 'parts', through: through(field), guard: guardOf(sight, field, first), far: shapeOf(first) }
      default: {
        const far = types.map(type => ({ name: type, shape: shapeOf(type) }))
        return { kind: 'any', column, far, ...(field.kept ? { kept: field.kept } : {}) }
      }
    }
  }
  if (field.kept) plans.set(KEPT, keptPlan(form))
  const far = (type: string) => (plans.get(type) ?? plans.get(first) ?? made).present
  const show = showEdge(field, far)
  const computing = [...plans].filter(([, next]) => next.computed.length > 0 || next.computing.length > 0)
  const within =
    field.kind === 'many' && computing.length === 0 ? withinParts(made, through(field), shapeOf(first)) : null
  if (within) {
    made.members.push({ ...named, at: within.at, show: showFromParts(show, within.inner) })
    return
  }
  const at = put(made, place())
  made.members.push({ ...named, at, show })
  for (const [type, next] of computing) made.computing.push({ at, kind: field.kind, type: type as Name, plan: next })
}

/**
 * Where a list of parts reads the same rows already and shows the same of their far ends: a task's `projects` stand
 * in its `memberships`. Asking for the rights of the same objects twice is what makes a record expensive.
 */
function withinParts({ shape }: Draft, through: Through, far: Shape): { at: number; inner: number } | null {
  for (const [at, place] of shape.places.entries()) {
    if (place.kind !== 'parts' || place.guard?.guard !== far.guard || !same(place.through, through)) continue
    const inner = place.far.places.findIndex(
      part => part.kind === 'one' && part.column === through.to && same(part.far.places, far.places),
    )
    if (inner >= 0) return { at, inner }
  }
  return null
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function guardOf(sight: Sight, field: Field, type: Name): Shape | null {
  const { guard } = sight.resource(type)
  return guard && !isOpen(field, type) ? { table: tableOf(type), guard, trash: trashable(type), places: [] } : null
}

function through(field: Field) {
  if (!field.through) throw new Error('A list edge must say what it is read from.')
  return field.through
}
