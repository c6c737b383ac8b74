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
import type { Place, Shape } from '../store/queries/select.ts'
import type { Field, Fields } from '../vocabulary/field.ts'
import type { Resource } from '../vocabulary/resource.ts'
import type { Tree } from './parse.ts'

/** What is wanted of one object. `expand` names the edges whose objects are wanted in full. */
export type Form = { names: Tree } | { form: 'bare' } | { form: 'compact' } | { form: 'full'; expand: Tree }

export interface Plan {
  /** The wire name of the type, or null for a part. */
  type: Name | null
  shape: Shape
  members: Member[]
  computed: Computed[]
  /** Whether a computed field stands here or anywhere below. */
  computes: boolean
}

/** One name of the answer, and the place of its value in a row. */
export interface Member {
  name: string
  at: number
  field: Field | 'gid' | 'resource_type'
  /** The plans of the far end; several where the edge leads to several types. */
  far: Map<Name | null, Plan>
}

/** A computed field: its values are put at the place `at`, behind those that were loaded. */
export interface Computed {
  field: Field
  at: number
  /** The places of the columns that it needs. */
  needs: Map<string, number>
}

const compact: Form = { form: 'compact' }
const bare: Form = { form: 'bare' }

export function plan(catalog: Catalog, type: Name, form: Form): Plan {
  const found = catalog.resource(type)
  return build(catalog, found, tableOf(type), form)
}

function build(catalog: Catalog, found: Resource, table: string, form: Form): Plan {
  const shape: Shape = { table, guard: found.guard, trash: trashable(found.name), places: [gidPlace] }
  const made: Plan = { type: found.anonymous ? null : found.name, shape, members: [], computed: [], computes: false }
  if (!found.anonymous) {
    made.members.push({ name: 'gid', at: 0, field: 'gid', far: new Map() })
    const typed = 'names' in form ? form.names.has('resource_type') : true
    if (typed) made.members.push({ name: 'resource_type', at: 0, field: 'resource_type', far: new Map() })
  }
  return fill(catalog, made, found.fields, form)
}

const gidPlace: Place = { kind: 'column', column: 'gid' }

function fill(catalog: Catalog, made: Plan, fields: Fields, form: Form): Plan {
  const chosen = Object.entries(fields)
    .map(([name, field]) => ({ name, field, below: wanted(name, field, form) }))
    .filter(({ below }) => below !== null) as { name: string; field: Field; below: Form }[]
  const computed = chosen.filter(({ field }) => field.kind === 'computed')
  for (const { name, field, below } of chosen) {
    if (field.kind !== 'computed') made.members.push(edge(catalog, made, name, field, below))
  }
  const needed = computed.map(({ field }) => new Map((field.needs ?? []).map(column => [column, put(made, column)])))
  for (const [index, { name, field }] of computed.entries()) {
    const at = made.shape.places.length + index
    made.computed.push({ field, at, needs: needed[index] ?? new Map() })
    made.members.push({ name, at, field, far: new Map() })
  }
  made.computes ||= made.computed.length > 0
  return made
}

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

function put(made: Plan, column: string): number {
  const { places } = made.shape
  const known = places.findIndex(place => place.kind === 'column' && place.column === column)
  return known >= 0 ? known : places.push({ kind: 'column', column }) - 1
}

function edge(catalog: Catalog, made: Plan, name: string, field: Field, form: Form): Member {
  const column = field.inDetail ? `detail.${name}` : name
  const { places } = made.shape
  const far = new Map<Name | null, Plan>()
  const member = (place: Place): Member => ({ name, at: places.push(place) - 1, field, far })
  const below = (type: Name) => {
    const next = plan(catalog, type, form)
    made.computes ||= next.computes
    far.set(type, next)
    return next.shape
  }
  switch (field.kind) {
    case 'one':
      return member({ kind: 'one', column, far: below(only(field)) })
    case 'any':
      return member({
        kind: 'any',
        column,
        far: (field.types ?? []).map(type => ({ name: type, shape: below(type) })),
      })
    case 'many':
      return member({ kind: 'many', through: through(field), far: below(only(field)) })
    case 'parts': {
      const part = partPlan(catalog, field, form)
      made.computes ||= part.computes
      far.set(null, part)
      return member({ kind: 'parts', through: through(field), guard: guardOf(catalog, only(field)), far: part.shape })
    }
    default:
      return { name, at: put(made, column), field, far }
  }
}

/** A part is read from the row that lists it. Where that row has a gid of its own, the part shows it. */
function partPlan(catalog: Catalog, field: Field, form: Form): Plan {
  const { table } = through(field)
  const fields = field.parts ?? {}
  const places: Place[] = fields.gid ? [gidPlace] : []
  const made: Plan = {
    type: null,
    shape: { table, guard: null, trash: false, places },
    members: [],
    computed: [],
    computes: false,
  }
  if (fields.gid) made.members.push({ name: 'gid', at: 0, field: 'gid', far: new Map() })
  const { gid: _, ...rest } = fields
  return fill(catalog, made, rest, form)
}

function guardOf(catalog: Catalog, type: Name): Shape | null {
  const { guard } = catalog.resource(type)
  return guard ? { table: tableOf(type), guard, trash: trashable(type), places: [] } : null
}

function only(field: Field): Name {
  const [type] = field.types ?? []
  if (!type) throw new Error('An edge must say where it leads.')
  return type
}

function through(field: Field) {
  if (!field.through) throw new Error('A list edge must say what it is read from.')
  return field.through
}
