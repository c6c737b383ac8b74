/** References between objects of a seed: by key or path, among siblings first. */
import { parseGid } from '../../lib/gid.ts'
import type { GivenType } from '../load/given.ts'
import type { OutsideReference } from './contents.ts'
import type { Problems, SeedNode, TextPosition } from './document.ts'
import { kindOf } from './document.ts'

export interface KeyedObject {
  type: GivenType
  gid: number
  at: TextPosition
}

/** What a word in an error text means for people. */
const nounOf = (type: GivenType): string => (type === 'user' ? 'person' : type.replaceAll('_', ' '))

export class References {
  readonly #problems: Problems
  readonly #known: Readonly<Record<string, string>>
  readonly #byPath = new Map<string, KeyedObject>()
  readonly #byGid = new Map<number, string>()
  readonly #outside: OutsideReference[] = []
  readonly #fieldTypes = new Map<number, string>()
  #later: (() => void)[] = []

  /** `known` are the gids of keys outside of the seed. */
  constructor(problems: Problems, known: Readonly<Record<string, string>>) {
    this.#problems = problems
    this.#known = known
  }

  /** Adds an object with a key. Two objects cannot have the same path or gid. */
  add(path: string, object: KeyedObject, place: string): void {
    const same = this.#byPath.get(path)
    const { at } = object
    if (same) {
      const text = `the key ${path} is that of a ${nounOf(same.type)} already, in line ${same.at.line}`
      this.#problems.add({ at, path: place }, text)
    } else {
      this.addGid(path, object, place)
      this.#byPath.set(path, object)
    }
  }

  /** Adds an object that nothing refers to by key. */
  addGid(path: string, { gid, at }: Pick<KeyedObject, 'gid' | 'at'>, place: string): void {
    const other = this.#byGid.get(gid)
    if (other !== undefined)
      this.#problems.add(
        { at, path: place },
        `${path} and ${other} have the same gid, ${gid}: give one of them another`,
      )
    this.#byGid.set(gid, path)
  }

  /** Runs `work` when all keys are known. */
  later(work: () => void): void {
    this.#later.push(work)
  }

  /** Runs what waits for the keys, and what that work in turn leaves for later. */
  settle(): void {
    while (this.#later.length > 0) for (const work of this.#later.splice(0)) work()
  }

  /** The gid of the object of one of these types that a node names, as seen from the object with the path `from`. */
  resolve(node: SeedNode, types: readonly GivenType[], from: string): number | undefined {
    const text = typeof node.value === 'number' ? String(node.value) : node.value
    if (typeof text !== 'string') {
      this.#problems.add(node, `must be a key, not ${kindOf(node)}`)
      return undefined
    }
    const found = this.#candidates(text, from).find(({ type }) => type === undefined || types.includes(type))
    const gid = found?.gid ?? (/^\d{10,16}$/.test(text) ? parseGid(text) : undefined)
    if (gid !== undefined && found?.type === undefined)
      this.#outside.push({ gid, types, at: node.at, place: node.path })
    if (gid !== undefined) return gid
    this.#refuse(node, { text, types, from })
    return undefined
  }

  /** The gid of the object of one of these types that a text names; undefined if there is none. */
  find(text: string, types: readonly GivenType[], from: string): number | undefined {
    return this.#candidates(text, from).find(({ type }) => type !== undefined && types.includes(type))?.gid
  }

  /** The path of the object with this gid. */
  pathOf(gid: number): string | undefined {
    return this.#byGid.get(gid)
  }

  /** What a key can mean, the nearest first: a sibling, then what contains it, then the first level. */
  #candidates(text: string, from: string): { type?: GivenType; gid: number }[] {
    const places = text.includes('/') ? [] : placesAbove(from)
    const paths = [...places.map(place => `${place}/${text}`), text]
    return paths.flatMap(path => {
      const known = Object.hasOwn(this.#known, path) ? this.#known[path] : undefined
      return this.#byPath.get(path) ?? (known === undefined ? [] : { gid: Number(known) })
    })
  }

  /** Remembers the type of the values of a custom field. */
  addField(gid: number, type: string): void {
    this.#fieldTypes.set(gid, type)
  }

  /** The type of the values of a custom field; undefined for one outside of the seed. */
  fieldType(gid: number): string | undefined {
    return this.#fieldTypes.get(gid)
  }

  /** The gid of the option of a field that a node names. */
  resolveOption(node: SeedNode, field: string): number | undefined {
    return this.resolve({ ...node, value: `${field}/${String(node.value)}` }, ['enum_option'], '')
  }

  #refuse(node: SeedNode, { text, types, from }: { text: string; types: readonly GivenType[]; from: string }): void {
    const wanted = types.map(nounOf).join(' or ')
    const [other] = this.#candidates(text, from)
    if (other?.type) return void this.#problems.add(node, `${text} is a ${nounOf(other.type)}, not a ${wanted}`)
    const places = placesAbove(from)
    const known = () =>
      [...this.#byPath].flatMap(([path, { type }]) => {
        if (!types.includes(type)) return []
        const place = places.find(one => path.startsWith(`${one}/`) && !path.slice(one.length + 1).includes('/'))
        return [place === undefined ? path : path.slice(place.length + 1)]
      })
    this.#problems.addUnknown(node, `there is no ${wanted} ${text}`, { name: text, count: this.#byPath.size, known })
  }

  /** The references to objects that the store must have. */
  get outside(): readonly OutsideReference[] {
    return this.#outside
  }

  /** The gid of each key. */
  get gids(): Record<string, string> {
    return Object.fromEntries([...this.#byPath].map(([path, { gid }]) => [path, String(gid)]))
  }
}

/** `a/b`, `a` for what is in `a/b`. */
function placesAbove(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/')).filter(place => place !== '')
}
